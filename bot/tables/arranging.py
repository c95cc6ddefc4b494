"""What is arranged at a table before it begins: who is asked to play, who sits where, who is host, what is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.errors import Declined, Stale
from bot.tables.live import Done, Live, Step
from bot.tables.seats import Person, close_up, forget_agreed, seated, waiting
from bot.tables.tables import Tables
from bot.text import escape, listed, name_of
from data.records import NewEvent, SeatRecord
from rules.contract import Game, OptionValue

MOST_INVITED: Final = 25
"""People who may be invited to a table at a time: each of them is mentioned."""


async def invite(
    tables: Tables, table: int, people: Sequence[Person], who: Person, interaction: int
) -> tuple[Live, Done]:
    """Ask people to play; anybody seated may, and whoever has been asked is not asked again.

    Whom the host has blocked is like somebody who was sent away, who has blocked `who` like somebody who said no.
    Raises Declined where none of them can be asked, StoreError.
    """
    blocks = await tables.store.blocks.against([who.id, *(one.id for one in people)])
    guild = (await tables.find(table)).record.guild
    kept_out = await tables.store.moderation.among(guild, [one.id for one in people])

    def build(step: Step) -> None:
        waiting(step)
        by, live, host = seated(step, who), step.live, step.record.host
        wanted = [one for one in people if one.id not in live.invited and live.seat_of(one.id) is None]
        if not wanted:
            raise Declined("They have been invited already, or have a seat.")
        if out := [escape(one.display_name) for one in wanted if one.id in kept_out]:
            raise Declined(f"The moderators of this server keep {listed(out)} from its tables.")
        if mine := [escape(one.display_name) for one in wanted if host == who.id and (host, one.id) in blocks]:
            raise Declined(f"You have blocked {listed(mine)}. `/block remove` takes them from your list.")
        away = {one.id for one in wanted if one.id in live.dismissed or (host, one.id) in blocks}
        if host != who.id and away:
            raise Declined("One of them can be invited only by the table's host.")
        if no := [escape(one.display_name) for one in wanted if one.id in live.declined or (one.id, who.id) in blocks]:
            raise Declined(f"{listed(no)} cannot play this time. Whoever changes their mind may still join.")
        asked = len(live.invited) + len(live.declined)
        if asked + len(wanted) > MOST_INVITED:
            raise Declined(f"{asked} people have been asked already who do not sit there; {MOST_INVITED} are the most.")
        for number, one in enumerate(wanted):
            made_by = None if number else interaction
            public = {"by": by.seat}
            step.add(NewEvent("invite", public=public, interaction=made_by, user=one.id, name=one.display_name))
        tables.tell(step, len(wanted))

    return await tables.change(table, interaction, build)


async def decline(tables: Tables, table: int, who: Person, interaction: int) -> tuple[Live, Done]:
    """Say no to an invitation. Raises Declined where there is none (any more), StoreError."""

    def build(step: Step) -> None:
        if step.live.seat_of(who.id) is not None:
            raise Declined("You have a seat at this table already. `/table leave` gives it up.")
        if step.record.status != "lobby":
            raise Declined("That invitation has passed: the table has begun, or was closed.")
        if who.id in step.live.declined:
            raise Declined("You have said so already. If you change your mind, press Play.")
        if who.id not in step.live.invited:
            raise Declined("You are not invited to this table.")
        step.add(NewEvent("decline", interaction=interaction, user=who.id, name=who.display_name))

    return await tables.change(table, interaction, build)


async def dismiss(tables: Tables, table: int, user: int, who: Person, interaction: int) -> tuple[Live, Done]:
    """Send somebody away from a lobby: the host may, and they come back if the host invites them.

    Raises Declined where they have no seat or `who` is not the host, StoreError.
    """

    def build(step: Step) -> None:
        by, gone = _hosts(step, who), _other(step, user, who)
        public = {"by": by.seat - (by.seat > gone.seat)}  # where the host sits once the seats have closed up
        step.add(NewEvent("dismiss", gone.seat, public=public, interaction=interaction, user=user, name=gone.name))
        tables.tell(step)
        close_up(step, gone)

    return await tables.change(table, interaction, build)


async def hand_over(tables: Tables, table: int, user: int, who: Person, interaction: int) -> tuple[Live, Done]:
    """Make somebody else who sits there the host. Raises Declined where they do not, or `who` is not the host."""

    def build(step: Step) -> None:
        _hosts(step, who)
        new = _other(step, user, who)
        step.changes["host"] = user
        step.add(NewEvent("host", new.seat, interaction=interaction, user=user, name=new.name))
        tables.tell(step)

    return await tables.change(table, interaction, build)


async def swap(
    tables: Tables, table: int, seat: int, other: int | None, who: Person, interaction: int
) -> tuple[Live, Done]:
    """Sit in another seat of a lobby; whoever has it gets the one that becomes free: the user `other`, or None for a
    computer player.

    Raises Declined where somebody else sits there by now or `who` has no seat, StoreError.
    """

    def build(step: Step) -> None:
        seats = waiting(step)
        mine = seated(step, who).seat
        if seat == mine:
            raise Declined("That is your seat.")
        if not 0 <= seat < len(seats) or seats[seat].user != other:
            raise Stale("Seats have changed meanwhile.")
        step.add(
            NewEvent("swap", mine, public={"with": seat}, interaction=interaction, user=who.id, name=who.display_name)
        )
        order = {mine: seat, seat: mine}
        moved = (replace(one, seat=order.get(one.seat, one.seat)) for one in seats)
        step.seats = tuple(sorted(moved, key=lambda one: one.seat))
        forget_agreed(step)

    return await tables.change(table, interaction, build)


async def change_options(
    tables: Tables, table: int, options: Mapping[str, OptionValue], who: Person, interaction: int
) -> tuple[Live, Done]:
    """Change what is played: the host may, until the table begins, and the others are told.

    Raises Refusal for options that the game does not have, Declined where nothing changes or `who` is not the host.
    """

    def build(step: Step) -> None:
        by = _hosts(step, who)
        before = step.record.options
        game = step.live.game
        wanted = {name: value for name, value in options.items() if value != _value(game, before, name)}
        after = game.resolve({**before, **wanted})
        changed = {name: value for name, value in after.items() if value != _value(game, before, name)}
        if not changed:
            raise Declined("That is what is played already.")
        step.changes["options"] = after
        public = {"options": changed}
        step.add(NewEvent("options", by.seat, public=public, interaction=interaction, user=who.id))
        tables.tell(step)

    return await tables.change(table, interaction, build)


async def change_setting(
    tables: Tables, table: int, name: str, value: int, who: Person, interaction: int
) -> tuple[Live, Done]:
    """Change a setting of the table that is none of the game's: the host may, until the table begins.

    Raises Declined where `who` is not the host, StoreError.
    """

    def build(step: Step) -> None:
        by = _hosts(step, who)
        if step.record.settings.get(name) == value:
            raise Declined("That holds already.")
        public = {"setting": name, "value": value}
        step.changes["settings"] = {**step.record.settings, name: value}
        step.add(NewEvent("options", by.seat, public=public, interaction=interaction, user=who.id))

    return await tables.change(table, interaction, build)


def _hosts(step: Step, who: Person) -> SeatRecord:
    """The seat of the host, who is to be `who`, at a table that has not begun. Raises Declined."""
    seats = waiting(step)
    if step.record.host != who.id:
        host = next((escape(name_of(one.name, one.seat)) for one in seats if one.user == step.record.host), "the host")
        raise Declined(f"That is for the table's host to decide, who is {host}.")
    return seated(step, who)


def _value(game: Game, options: Mapping[str, OptionValue], name: str) -> OptionValue | None:
    """The value of an option: the standard where it is decided only when the seats are known; None for no option."""
    option = game.options.get(name)
    return options.get(name, option.default) if option else None


def _other(step: Step, user: int, who: Person) -> SeatRecord:
    """The seat of another person. Raises Stale where they have none."""
    found = next((one for one in step.record.seats if one.kind == "person" and one.user == user), None)
    if found is None:
        raise Stale("They have no seat at this table any more.")
    if user == who.id:
        raise Declined("That is you.")
    return found
