"""Changes to a lobby: invitations, seats, host, options and settings.

The order of seats, without gaps, decides who are partners. A change of seats asks nobody. Players with another seat or
partner are told who did it, and may change back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, cast

from bot.common.errors import Declined, Stale
from bot.common.text import escape
from bot.people.person import Person
from bot.tables.model.actor import Actor
from bot.tables.model.clock_terms import is_shorter
from bot.tables.model.seats import (
    ALREADY_SEATED_TEXT,
    NO_LONGER_SEATED,
    host_of,
    key_of,
    partner_of,
    person_seats,
    remove_lobby_seat,
    require_lobby,
    require_seat,
)
from bot.tables.model.step import Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.services.tables import Tables
from data.tables.events import AgreePayload, DismissPayload, EventKind, InvitePayload, OptionsPayload, SwapPayload
from data.tables.records import NewEvent, SeatRecord
from data.tables.settings import TableSettings
from rules.contract import Game, OptionValue
from rules.sentences import listed

SEATS_CHANGED_TEXT: Final = "Seats have just changed. Look again before you choose."

YOURSELF_TEXT: Final = "That is you."

MAX_INVITED: Final = 25
"""People who may be invited to a table and have not answered: each of them is mentioned."""


async def invite(tables: Tables, table_id: int, people: Sequence[Person], actor: Actor) -> tuple[TableState, Done]:
    """Invite people who are not yet invited; anybody seated may.

    A user whom the host has blocked counts as sent away, a user who has blocked `actor` as declined. Raises Declined if
    they cannot be invited, StoreError.
    """
    blocks = await tables.store.blocks.pairs_of([actor.id, *(person.id for person in people)])
    guild = (await tables.find(table_id)).record.guild
    kept_out = await tables.store.moderation.banned_among(guild, [person.id for person in people])

    def build(step: Step) -> None:
        require_lobby(step)
        by, table, host = require_seat(step, actor), step.before, step.record.host
        wanted = [person for person in people if person.id not in table.invited and table.seat_of(person.id) is None]
        if not wanted:
            raise Declined("They are already invited or seated.")
        if out := [escape(person.display_name) for person in wanted if person.id in kept_out]:
            raise Declined(f"Moderators have banned {listed(out)} from all tables here.")
        if own_blocked := [
            escape(person.display_name) for person in wanted if host == actor.id and (host, person.id) in blocks
        ]:
            raise Declined(f"You have blocked {listed(own_blocked)}. To unblock: `/block remove`.")
        away = {person.id for person in wanted if person.id in table.dismissed or (host, person.id) in blocks}
        if host != actor.id and away:
            raise Declined("Only the host can invite one of these people.")
        if no := [
            escape(person.display_name)
            for person in wanted
            if person.id in table.declined or (person.id, actor.id) in blocks
        ]:
            raise Declined(f"{listed(no)} cannot play this time. They can still press Join.")
        if len(table.invited) + len(wanted) > MAX_INVITED:
            raise Declined(_too_many(len(table.invited)))
        key = str(step.next_seq)
        for number, person in enumerate(wanted):
            made_by = None if number else actor.interaction
            public = InvitePayload(by=by.seat, message_key=key)
            step.add(
                NewEvent(EventKind.INVITE, public=public, interaction=made_by, user=person.id, name=person.display_name)
            )
        step.announce(len(wanted))

    return await tables.change(table_id, actor.interaction, build)


def _too_many(waiting: int) -> str:
    """Return the reason why nobody else can be asked, and the way to make room."""
    if not waiting:
        return f"At most {MAX_INVITED} people can be invited at a time."
    have = "1 invited person has" if waiting == 1 else f"{waiting} invited people have"
    return f"{have} not answered yet, and {MAX_INVITED} is the limit. Each answer makes room for another."


async def decline(tables: Tables, table_id: int, actor: Actor) -> tuple[TableState, Done]:
    """Say no to an invitation. Raises Declined where there is none (any more), StoreError."""

    def build(step: Step) -> None:
        if step.before.seat_of(actor.id) is not None:
            raise Declined(f"{ALREADY_SEATED_TEXT} To give the seat up: `/table leave`.")
        if step.record.status != "lobby":
            raise Declined("This invitation is over: the table has started or closed.")
        if actor.id in step.before.declined:
            raise Declined("You already said so. To play after all, press Join at the table.")
        if actor.id not in step.before.invited:
            raise Declined("You are not invited to this table.")
        step.add(actor.new_event(EventKind.DECLINE))

    return await tables.change(table_id, actor.interaction, build)


async def dismiss(tables: Tables, table_id: int, user: int, actor: Actor) -> tuple[TableState, Done]:
    """Send a player away from a lobby: the host may, and they come back if the host invites them.

    Raises Declined where they have no seat or `actor` is not the host, StoreError.
    """

    def build(step: Step) -> None:
        by, other = _hosts(step, actor), _other(step, user, actor)
        remove_lobby_seat(step, other)
        public = DismissPayload(by=next(player.seat for player in step.players() if player.user == by.user))
        step.add(
            NewEvent(
                EventKind.DISMISS, other.seat, public=public, interaction=actor.interaction, user=user, name=other.name
            )
        )
        step.announce()

    return await tables.change(table_id, actor.interaction, build)


async def hand_over(tables: Tables, table_id: int, user: int, actor: Actor) -> tuple[TableState, Done]:
    """Make another seated player the host. Raises Declined if they have no seat, or `actor` is not the host."""

    def build(step: Step) -> None:
        _hosts(step, actor)
        new = _other(step, user, actor)
        step.changes["host"] = user
        step.add(NewEvent(EventKind.HOST, new.seat, interaction=actor.interaction, user=user, name=new.name))
        step.announce()

    return await tables.change(table_id, actor.interaction, build)


async def swap(tables: Tables, table_id: int, seat: int, other: int | None, actor: Actor) -> tuple[TableState, Done]:
    """Exchange seats in a lobby with the user `other`, or with a computer player if None, and tell those moved.

    Raises Declined where `actor` has no seat or sits there already, Stale if another player sits there now; StoreError.
    """

    def build(step: Step) -> None:
        seats = require_lobby(step)
        own_seat = require_seat(step, actor).seat
        if seat == own_seat:
            raise Declined("That is already your seat.")
        if not 0 <= seat < len(seats) or seats[seat].user != other:
            raise Stale(SEATS_CHANGED_TEXT)
        public = SwapPayload({**_computer(seats[seat]), "other_seat": seat})
        step.add(actor.new_event(EventKind.SWAP, own_seat, public))
        _exchange(step, actor, seats[seat], own_seat)

    return await tables.change(table_id, actor.interaction, build)


async def sit_beside(tables: Tables, table_id: int, key: str, now: str, actor: Actor) -> tuple[TableState, Done]:
    """Become the partner of player `key` (`key_of`), and tell the people whom it affects.

    `now` is the key of their partner, "" for none. Raises Stale if either has changed; Declined without pairs or seat,
    or if partners already; StoreError.
    """

    def build(step: Step) -> None:
        seats = require_lobby(step)
        own_record = require_seat(step, actor)
        wanted = next((player for player in seats if key_of(player) == key), None)
        if wanted is None:
            raise Stale(NO_LONGER_SEATED)
        if wanted is own_record:
            raise Declined(YOURSELF_TEXT)
        place, own = (partner_of(step.before.game, player.seat) for player in (wanted, own_record))
        if place is None or own is None:
            raise Declined(f"{step.before.game.name} is not played in pairs.")
        if place == own_record.seat:
            raise Declined("You are already partners.")
        beside = seats[place] if place < len(seats) else None
        if now != ("" if beside is None else key_of(beside)):  # of two at once, the second drives nobody away
            raise Stale(SEATS_CHANGED_TEXT)
        moved, to = (beside, own_record.seat) if beside is not None else (wanted, own)
        if to >= len(seats):
            raise Declined("There is no seat beside them yet.")
        public = SwapPayload({**_computer(wanted), "beside": wanted.seat})
        step.add(actor.new_event(EventKind.SWAP, own_record.seat, public))
        _exchange(step, actor, moved, to, wanted)

    return await tables.change(table_id, actor.interaction, build)


def _exchange(step: Step, who: Person, moved: SeatRecord, to: int, first: SeatRecord | None = None) -> None:
    """Exchange the seat of `moved` with seat `to`; `first` is named first.

    Tell each person with another seat or partner now, except `who`, who did it.
    """
    before = step.record.seats
    order = {moved.seat: to, to: moved.seat}
    after = tuple(
        sorted((replace(row, seat=order.get(row.seat, row.seat)) for row in before), key=lambda row: row.seat)
    )
    step.seats = after
    were, are = _places(step.before.game, before), _places(step.before.game, after)
    concerned = [row for row in before if row.kind == "person" and row.user != who.id]
    concerned = [row for row in concerned if were[key_of(row)] != are[key_of(row)]]
    for row in sorted(concerned, key=lambda row: row is not (first or moved)):
        seat, _ = are[key_of(row)]
        step.add(NewEvent(EventKind.SWAP, seat, public=SwapPayload(former_seat=row.seat), user=row.user, name=row.name))
    if concerned:
        step.announce(1 + len(concerned))


def _places(game: Game, seats: Sequence[SeatRecord]) -> dict[str, tuple[int, str]]:
    """Return the seat of each player, and their partner, by key."""
    keys = {row.seat: key_of(row) for row in seats}
    places: dict[str, tuple[int, str]] = {}
    for seat, key in keys.items():
        place = partner_of(game, seat)
        places[key] = (seat, "" if place is None else keys.get(place, ""))
    return places


def _computer(seat: SeatRecord) -> SwapPayload:
    """Return the name of the computer player who sits there, for an event; of people events of their own tell."""
    return SwapPayload(computer_name=seat.name) if seat.kind == "computer" else SwapPayload()


async def change_options(
    tables: Tables, table_id: int, options: Mapping[str, OptionValue], actor: Actor
) -> tuple[TableState, Done]:
    """Change what is played: the host may, until the table begins, and others who sit there are told.

    Raises Refusal for options that the game does not have, Declined where nothing changes or `actor` is not the host.
    """

    def build(step: Step) -> None:
        by = _hosts(step, actor)
        before = step.record.options
        game = step.before.game
        wanted = {name: value for name, value in options.items() if value != _value(game, before, name)}
        after = game.resolve({**before, **wanted})
        changed = {name: value for name, value in after.items() if value != _value(game, before, name)}
        if not changed:
            raise Declined("These are the options already.")
        step.changes["options"] = after
        public = OptionsPayload(options=changed)
        step.add(NewEvent(EventKind.OPTIONS, by.seat, public=public, interaction=actor.interaction, user=actor.id))
        if person_seats(step.record.seats) - {by.seat}:
            step.announce()

    return await tables.change(table_id, actor.interaction, build)


async def change_settings(
    tables: Tables, table_id: int, settings: TableSettings, actor: Actor
) -> tuple[TableState, Done]:
    """Change the table's own settings before it begins, as its host.

    Others are told of another clock or a rated game; a start waits for them if it is stricter. Raises Declined if
    nothing changes or `actor` is not the host, StoreError.
    """

    def build(step: Step) -> None:
        by = _hosts(step, actor)
        now = step.record.settings
        changed = cast("TableSettings", {name: value for name, value in settings.items() if now.get(name) != value})
        if not changed:
            raise Declined("That is the setting already.")
        before, public = step.settings, OptionsPayload(settings=changed)
        step.update_settings(**changed)
        others = person_seats(step.record.seats) - {by.seat}
        rated = bool(before.get("friendly")) and not step.settings.get("friendly")
        if others and (rated or is_shorter(before, step.settings)):
            public["stricter"] = step.at
        step.add(NewEvent(EventKind.OPTIONS, by.seat, public=public, interaction=actor.interaction, user=actor.id))
        if others and (rated or not changed.keys().isdisjoint(("clock", "bank", "time_out", "sleep"))):
            step.announce()

    return await tables.change(table_id, actor.interaction, build)


async def all_right(tables: Tables, table_id: int, actor: Actor) -> tuple[TableState, Done]:
    """Accept stricter settings, so that the start need not wait for this player.

    Raises Declined if nothing waits for them, StoreError.
    """

    def build(step: Step) -> None:
        require_lobby(step)
        own_record = require_seat(step, actor)
        if not step.before.stricter_since_ms or actor.id in step.before.terms_accepted_by:
            raise Declined("Nobody is waiting for you.")
        step.add(actor.new_event(EventKind.AGREE, own_record.seat, AgreePayload(right=True)))

    return await tables.change(table_id, actor.interaction, build)


def _hosts(step: Step, who: Person) -> SeatRecord:
    """Return the host's seat at a table that has not begun. Raises Declined unless the host is `who`."""
    require_lobby(step)
    if step.record.host != who.id:
        raise Declined(f"Only {host_of(step.record)} can change that.")
    return require_seat(step, who)


def _value(game: Game, options: Mapping[str, OptionValue], name: str) -> OptionValue | None:
    """Return the value of an option, or its standard value; None if the game has no such option."""
    option = game.options.get(name)
    return options.get(name, option.default) if option else None


def _other(step: Step, user: int, who: Person) -> SeatRecord:
    """Return the seat of another person. Raises Stale where they have none."""
    player = next((row for row in step.record.seats if row.kind == "person" and row.user == user), None)
    if player is None:
        raise Stale(NO_LONGER_SEATED)
    if user == who.id:
        raise Declined(YOURSELF_TEXT)
    return player
