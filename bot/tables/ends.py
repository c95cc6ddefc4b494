"""Leaving a table, giving away the seat of somebody who is not there, and ending a table before its time.

Whoever plays there is told what was done, and by whom.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.errors import Declined, Stale
from bot.tables.live import Done, Live, Step
from bot.tables.questions import RELEASE
from bot.tables.seats import AGREED, Person, close_up, computer_name, seated
from bot.tables.tables import Tables
from data.records import NewAct, NewEvent, SeatRecord

ABSENT: Final = 24 * 3600 * 1000
"""Milliseconds without a move after which a seat that is awaited can be given away."""


class Unsure(Declined):
    """Raised where somebody has to be asked whether they mean it: sitting down again would not undo their leaving."""


async def leave(
    tables: Tables,
    table: int,
    who: Person,
    interaction: int | None,
    seat: int | None = None,
    *,
    sure: bool = True,
    departed: bool = False,
) -> tuple[Live, Done]:
    """Give a seat up: in the lobby it goes; in play a computer player plays on, so that nobody waits.

    `seat` is the one that they meant to leave; with `departed` they did not do it themselves: they left the server
    (bot/tables/departed.py). Raises Unsure where they are not `sure`, and nobody else sits there or
    the game has begun.
    """

    def build(step: Step) -> None:
        record = step.record
        mine = seated(step, who)
        if seat not in {None, mine.seat}:
            raise Stale("You have another seat by now.")
        people = [one for one in record.seats if one.kind == "person" and one.user != who.id]
        if not sure and (not people or record.status != "lobby"):
            raise Unsure("You have to say that you mean it.")
        goes_on = bool(people) and record.status != "lobby"  # else nobody plays on in the seat: it stays theirs
        public: dict[str, object] = {"instead": computer_name(record.seats)} if goes_on else {}
        public |= {"departed": True} if departed else {}
        heir = people[0] if people and record.host == who.id else None
        if heir is not None:
            step.changes["host"] = heir.user
            public["host"] = heir.seat
        step.add(
            NewEvent("leave", mine.seat, public=public, interaction=interaction, user=who.id, name=who.display_name)
        )
        if record.status != "lobby":
            tables.tell(step)
        if not people:
            step.changes["status"] = "ended"
            step.add(NewEvent("end", public={"deserted": True}, user=who.id, name=who.display_name))
            step.reveal()
        if record.status == "lobby":
            close_up(step, mine)
            if heir is not None:
                become_host(tables, step, heir.user)
        elif goes_on:
            stand_in(step, mine)

    return await tables.change(table, interaction, build)


async def end(tables: Tables, table: int, who: Person, interaction: int, *, moderator: bool) -> tuple[Live, Done]:
    """End a table before its time: its host and moderators may; others need half of the people seated to agree.

    Returns an `end` event, or an `agree` event where more have to agree.
    """

    def build(step: Step) -> None:
        record = step.record
        if record.status not in {"lobby", "playing"}:
            raise Declined("This table has come to its end already.")
        alone = moderator or record.host == who.id
        if not alone:
            mine = seated(step, who).seat
            before = set(record.settings.get(AGREED, ()))
            people = {seat.seat for seat in record.seats if seat.kind == "person"}
            agreed = {mine, *before} & people
            if 2 * len(agreed) < len(people) or len(agreed) < min(2, len(people)):
                if mine in before:
                    raise Declined("You have agreed to end this table already; half of the players have to.")
                step.add(NewEvent("agree", mine, interaction=interaction, user=who.id, name=who.display_name))
                step.settle(**{AGREED: sorted({mine, *before})})
                tables.tell(step)
                return
        as_moderator = moderator and record.host != who.id
        if as_moderator:
            step.act = NewAct("end", who.id)
        public = {"moderator": True} if as_moderator else {} if alone else {"agreed": True}
        step.add(NewEvent("end", public=public, interaction=interaction, user=who.id, name=who.display_name))
        tables.tell(step)
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
            public = {"seat": seat, "decision": decision}
            step.add(
                NewEvent("agree", mine, public=public, interaction=interaction, user=who.id, name=who.display_name)
            )
            step.settle(**{RELEASE: {key: sorted(agreed)}})
            tables.tell(step)
            return
        public = {"instead": computer_name(record.seats)}
        step.add(NewEvent("release", seat, public=public, interaction=interaction, user=who.id, name=who.display_name))
        tables.tell(step)
        step.add(NewEvent("leave", seat, public={"released": True}, user=absent.user))
        if record.host == absent.user:
            step.changes["host"] = who.id
        stand_in(step, absent)

    return await tables.change(table, interaction, build)


def become_host(tables: Tables, step: Step, user: int | None) -> None:
    """Tell of whoever is the host now, since the one before has no seat there any more."""
    heir = next(one for one in step.players() if one.user == user)
    step.add(NewEvent("host", heir.seat, user=heir.user, name=heir.name))
    tables.tell(step)


def stand_in(step: Step, mine: SeatRecord) -> None:
    """Let a computer player play a person's seat on."""
    stand_in = replace(mine, user=None, kind="computer", name=computer_name(step.record.seats))
    step.seats = tuple(stand_in if seat.seat == mine.seat else seat for seat in step.record.seats)
