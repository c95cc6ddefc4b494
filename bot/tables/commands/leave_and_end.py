"""Leaving a table, giving away the seat of a player who is not there, and ending a table before its time.

The players are told who did it.
"""

from __future__ import annotations

from typing import Final, Literal

from bot.common.errors import Declined, Stale
from bot.common.text import escape, name_of
from bot.tables.model.actor import Actor
from bot.tables.model.clock_terms import terms_of
from bot.tables.model.questions import EndQuestion, cast, end_table
from bot.tables.model.seat_handover import stand_in
from bot.tables.model.seat_questions import ReleaseQuestion
from bot.tables.model.seats import (
    NO_PERSON,
    TABLE_ENDED,
    computer_name,
    refuse_in_league,
    remove_lobby_seat,
    require_seat,
)
from bot.tables.model.step import Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.model.votes import withdraw
from bot.tables.services.absence import is_overdue, read_absence
from bot.tables.services.tables import Tables
from data.people.records import NewAct
from data.tables.events import AgreePayload, EndPayload, EventKind, LeavePayload
from data.tables.records import NewEvent, SeatRecord, TableRecord

CONFIRM_FIRST_TEXT: Final = "Please confirm first."
"""The refusal of a press that does not say what becomes of the table or the seat."""

OFFER_SOONER_TEXT: Final = "Sooner, all the other players together can offer it: `/table substitute`."
"""A hint for a player who finds that another is not late yet."""

Ending = Literal["ends", "asks"]
"""The effect of a vote to end a table: it ends, or the others are asked."""

Leaving = Literal["free", "plays", "closes"]
"""The effect of leaving a seat: it becomes free, a computer player plays on in it, or the table closes with its last
person.
"""


class Unsure(Declined):
    """Raised where a player has to be asked whether they mean it: something else would come of it than they know."""


def leaving(record: TableRecord, user: int) -> Leaving:
    """Return the effect if a user leaves their seat now."""
    if not any(player.kind == "person" and player.user != user for player in record.seats):
        return "closes"
    return "free" if record.status == "lobby" else "plays"


def is_last(record: TableRecord, user: int) -> bool:
    """Whether a user is the only person at a table, so that nobody else has to be asked for its end."""
    return [player.user for player in record.seats if player.kind == "person"] == [user]


def ends_alone(record: TableRecord, user: int) -> bool:
    """Whether a user may end a table as its host: before the first deal, and that of a friendly game.

    A rated game counts for all who play it, so its host has one vote.
    """
    return record.host == user and (record.status == "lobby" or bool(record.settings.get("friendly")))


async def leave(
    tables: Tables,
    table_id: int,
    actor: Actor,
    seat: int | None = None,
    *,
    means: Leaving | None = None,
    former_member: bool = False,
) -> tuple[TableState, Done]:
    """Leave a table: in a lobby the seat goes, in play a computer player takes it; the last person ends the table.

    `former_member`: they left the server. Raises Stale if `seat` is not theirs, Unsure if `means` is not the effect.
    """

    def build(step: Step) -> None:
        record = step.record
        own_record = require_seat(step, actor)
        if seat not in {None, own_record.seat}:
            raise Stale("You have another seat now.")
        if means not in {None, leaving(record, actor.id)}:
            raise Unsure(CONFIRM_FIRST_TEXT)
        leave_seat(step, own_record, actor, LeavePayload(departed=True) if former_member else LeavePayload())

    return await tables.change(table_id, actor.interaction, build)


def leave_seat(step: Step, former: SeatRecord, actor: Actor, public: LeavePayload) -> None:
    """Let `actor` leave their seat; `public` says why, and is completed."""
    record = step.record
    others = [player for player in record.seats if player.kind == "person" and player.user != actor.id]
    goes_on = bool(others) and record.status != "lobby"  # else nobody plays on in the seat: it stays theirs
    if goes_on:
        public["instead"] = computer_name(record.seats)
    heir = others[0] if others and record.host == actor.id else None
    if heir is not None:
        step.changes["host"] = heir.user
        public["host"] = heir.seat
    step.add(actor.new_event(EventKind.LEAVE, former.seat, public))
    if record.status != "lobby":
        step.announce()
    if not others:
        step.add(NewEvent(EventKind.END, public=EndPayload(deserted=True), user=actor.id, name=actor.display_name))
        step.close_table()
    if record.status == "lobby":
        remove_lobby_seat(step, former)
        if heir is not None:
            become_host(step, heir.user)
    elif goes_on:
        stand_in(step, former)


async def give_up_former_members_seat(tables: Tables, table_id: int, user: int) -> TableState:
    """Give up the seat of a user who has left the server, as `leave` does, and tell the table.

    Does nothing if they have no seat. Returns the table after it. Raises UnknownTable, StoreError.
    """
    table = await tables.find(table_id)
    seat = table.seat_of(user)
    if seat is None:
        return table
    try:
        actor = Actor(user, table.names()[seat], None)
        table, _ = await leave(tables, table_id, actor, seat, former_member=True)
    except Declined:  # it has come to its end, or is frozen, or the seat was given up just now
        table = await tables.find(table_id)
    return table


async def end(
    tables: Tables,
    table_id: int,
    actor: Actor,
    *,
    moderator: bool,
    void: bool = False,
    votes_only: bool = False,
    means: Ending | None = None,
) -> tuple[TableState, Done]:
    """End a table, or vote for it: an `end` or `agree` event.

    The host (`ends_alone`) and moderators need no majority, except to void the scores (`void`), or if `votes_only`.
    Raises Unsure if `means` is not the effect, Declined, StoreError.
    """

    def build(step: Step) -> None:
        record = step.record
        if not record.is_under_way:
            raise Declined(TABLE_ENDED)
        if not moderator or votes_only:
            refuse_in_league(record)
        if void and record.status == "lobby":
            raise Declined("There are no scores to void yet.")
        as_host = ends_alone(record, actor.id)
        alone = (moderator or as_host) and not void and not votes_only
        if means not in {None, "ends" if alone or is_last(record, actor.id) else "asks"}:
            raise Unsure(CONFIRM_FIRST_TEXT)
        if not alone:
            cast(step, EndQuestion("void" if void else "seats"), actor)
        elif as_host:
            end_table(step, actor, EndPayload())
        else:
            step.act = NewAct("end", actor.id)
            end_table(step, actor, EndPayload(moderator=True))

    return await tables.change(table_id, actor.interaction, build)


async def take_vote_back(tables: Tables, table_id: int, actor: Actor) -> tuple[TableState, Done]:
    """Withdraw a vote for the end of the table. Raises Declined if there is none, StoreError."""

    def build(step: Step) -> None:
        own_seat = require_seat(step, actor).seat
        if not withdraw(step, "end", own_seat):
            raise Declined("You have not agreed to end this table.")
        step.add(actor.new_event(EventKind.AGREE, own_seat, AgreePayload(withdrawn=True)))

    return await tables.change(table_id, actor.interaction, build)


async def absent_since(tables: Tables, table: TableState, seat: int) -> int:
    """Return the time (ms) since which a late player's seat is awaited.

    Raises Declined if the player is not late, or during a pause. With a clock a player is late once time has run out.
    Without a clock a player is late after ABSENT_AFTER_MS, pauses and absences excluded. Raises StoreError.
    """
    decision, settings = table.decisions.get(seat), table.record.settings
    player = table.record.seats[seat] if 0 <= seat < len(table.record.seats) else None
    if player is None or player.kind != "person":
        raise Declined(NO_PERSON)
    whose = escape(name_of(player.name, seat))
    if table.record.status != "playing" or decision is None or table.state is None or seat not in table.state.awaited:
        raise Declined(f"The table is not waiting for {whose}.")
    if settings.get("paused") is not None:
        raise Declined("The table is paused.")
    # Before the log is read: the player may move meanwhile.
    overdue = await is_overdue(table, seat, tables.clock(), tables.elapsed_ms)
    since = (await tables.store.tables.log(table.id, decision - 1, 1))[0].at
    if overdue:
        return since
    late = f"once {whose}'s time runs out"  # the clock alone says who is late: it stands still for players who are away
    if terms_of(settings) is None:
        late = "after a day without a move, pauses and absences apart"
    raise Declined(f"{whose}'s turn came <t:{since // 1000}:R>. You can give the seat away {late}. {OFFER_SOONER_TEXT}")


async def release(tables: Tables, table_id: int, seat: int, decision: int, actor: Actor) -> tuple[TableState, Done]:
    """Give an absent person's seat to a computer player, or vote for it: a `release` or `agree` event.

    The host may, or half of the people. Raises Declined, Stale if they have made `decision` meanwhile, StoreError.
    """
    table = await tables.find(table_id)
    if await tables.done(actor.interaction) is None:
        await absent_since(tables, table, seat)
    away = await read_absence(table, seat, tables.clock(), tables.elapsed_ms, tables.store)

    def build(step: Step) -> None:
        require_seat(step, actor)
        refuse_in_league(step.record)
        absent = step.record.seats[seat]
        if step.after.decisions.get(seat) != decision or absent.kind != "person":
            raise Stale("That player has moved or left.")
        if absent.user == actor.id:
            raise Declined("That is your own seat. To give it to a computer: `/table leave`.")
        cast(step, ReleaseQuestion(seat, away), actor)

    return await tables.change(table_id, actor.interaction, build)


def become_host(step: Step, user: int | None) -> None:
    """Announce the new host after the former one gave up their seat."""
    heir = next(player for player in step.players() if player.user == user)
    step.add(NewEvent(EventKind.HOST, heir.seat, user=heir.user, name=heir.name))
    step.announce()
