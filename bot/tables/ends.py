"""Leaving a table, giving away the seat of somebody who is not there, and ending a table before its time."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.errors import Declined, Stale
from bot.tables.live import Done, Live, Step
from bot.tables.seats import Person, computer_name, seated
from bot.tables.tables import Tables
from data.records import NewEvent, SeatRecord

ABSENT: Final = 24 * 3600 * 1000
"""Milliseconds without a move after which a seat that is awaited can be given away."""

AGREED: Final = "agree_to_end"
"""The table's setting for the seats whose players would like to end it before its time."""

RELEASE: Final = "agree_to_release"
"""The table's setting for who agrees to give which seat away: their seats, by seat and decision."""


async def leave(tables: Tables, table: int, who: Person, interaction: int) -> tuple[Live, Done]:
    """Give a seat up: in the lobby it goes; in play a computer player plays on, so that nobody waits."""

    def build(step: Step) -> None:
        record = step.record
        mine = seated(step, who)
        people = [seat for seat in record.seats if seat.kind == "person" and seat.user != who.id]
        step.add(NewEvent("leave", mine.seat, interaction=interaction, user=who.id, name=who.display_name))
        if not people:
            step.changes["status"] = "ended"
            step.add(NewEvent("end", public={"deserted": True}))
            step.reveal()
        elif record.host == who.id:
            step.changes["host"] = people[0].user
        if record.status == "lobby":
            kept = [seat for seat in record.seats if seat.user != who.id]
            step.seats = tuple(replace(seat, seat=number) for number, seat in enumerate(kept))
            if AGREED in record.settings:  # by seat, and the seats have moved up
                step.changes["settings"] = {**record.settings, AGREED: []}
        else:
            _stand_in(step, mine)

    return await tables.change(table, interaction, build)


async def end(tables: Tables, table: int, who: Person, interaction: int, *, moderator: bool) -> tuple[Live, Done]:
    """End a table before its time: its host and moderators may; others need half of the people seated to agree.

    Returns an `end` event, or an `agree` event where more have to agree.
    """

    def build(step: Step) -> None:
        record = step.record
        if record.status not in {"lobby", "playing"}:
            raise Declined("This table has come to its end already.")
        if not moderator and record.host != who.id:
            mine = seated(step, who).seat
            before = set(record.settings.get(AGREED, ()))
            people = {seat.seat for seat in record.seats if seat.kind == "person"}
            agreed = {mine, *before} & people
            if 2 * len(agreed) < len(people) or len(agreed) < min(2, len(people)):
                if mine in before:
                    raise Declined("You have agreed to end this table already; half of the players have to.")
                step.add(NewEvent("agree", mine, interaction=interaction, user=who.id, name=who.display_name))
                step.changes["settings"] = {**record.settings, AGREED: sorted({mine, *before})}
                return
        step.add(NewEvent("end", interaction=interaction, user=who.id, name=who.display_name))
        step.reveal()
        step.changes["status"] = "ended"

    return await tables.change(table, interaction, build)


async def absent_since(tables: Tables, live: Live, seat: int) -> int:
    """Since when (ms) a seat is awaited, for whoever would give it to a computer player.

    Raises Declined where nobody is awaited there, or not yet for long enough; StoreError.
    """
    decision = live.decisions.get(seat)
    player = live.record.seats[seat] if 0 <= seat < len(live.record.seats) else None
    if player is None or player.kind != "person":
        raise Declined("That is no person's seat.")
    if live.record.status != "playing" or decision is None or live.state is None or seat not in live.state.awaited:
        raise Declined(f"The table does not wait for seat {seat + 1}, so nobody is held up.")
    since = (await tables.store.log(live.id, decision - 1, 1))[0].at
    if tables.clock() - since < ABSENT:
        raise Declined(
            f"The table has waited for seat {seat + 1} since <t:{since // 1000}:R>. A seat can be given away when its "
            "player has not moved for a day."
        )
    return since


async def release(
    tables: Tables, table: int, seat: int, decision: int, who: Person, interaction: int
) -> tuple[Live, Done]:
    """Give the seat of a person who has not moved for a day to a computer player: the host may, or half of the people.

    `decision` is the one that they did not make. Returns a `release` event, or an `agree` event where more have to
    agree. Raises Declined, Stale where they have moved meanwhile, StoreError.
    """
    if await tables.done(interaction) is None:
        await absent_since(tables, await tables.find(table), seat)

    def build(step: Step) -> None:
        record = step.record
        mine = seated(step, who).seat
        absent = record.seats[seat]
        if step.decisions.get(seat) != decision or absent.kind != "person":
            raise Stale("Whoever sat there has moved, or has given the seat up.")
        if absent.user == who.id:
            raise Declined("That is your own seat. `/table leave` gives it to a computer player.")
        people = {one.seat for one in record.seats if one.kind == "person"}
        key = f"{seat}:{decision}"
        before = record.settings.get(RELEASE, {}).get(key, ())
        agreed = people & {mine, *before}
        if record.host != who.id and 2 * len(agreed) < len(people):
            if mine in before:
                raise Declined("You have agreed to that already; half of the players have to.")
            public = {"seat": seat}
            step.add(
                NewEvent("agree", mine, public=public, interaction=interaction, user=who.id, name=who.display_name)
            )
            step.changes["settings"] = {**record.settings, RELEASE: {key: sorted(agreed)}}
            return
        step.add(NewEvent("release", seat, interaction=interaction, user=who.id, name=who.display_name))
        if record.host == absent.user:
            step.changes["host"] = who.id
        _stand_in(step, absent)

    return await tables.change(table, interaction, build)


def _stand_in(step: Step, mine: SeatRecord) -> None:
    """Let a computer player play a person's seat on."""
    stand_in = replace(mine, user=None, kind="computer", name=computer_name(step.record.seats))
    step.seats = tuple(stand_in if seat.seat == mine.seat else seat for seat in step.record.seats)
