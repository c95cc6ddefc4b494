"""What happens when a clock has run out: it is told, or a computer player moves; and how somebody comes back.

A row `clock` is written with the step with which the clock begins, for the earliest moment; taken up, it is put off as
long as the clock stood still.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final

from bot.common.errors import Declined, Stale
from bot.scheduler.backpressure import Busy, give_way, nobody
from bot.scheduler.scheduler import PutOff
from bot.tables.model.automatic_moves import LATE as LATE_MOVE
from bot.tables.model.clock_terms import LATE, MOVE, PAUSED, SEAT, SPENT, STOOD, is_late, stood_in, terms_of, times_late
from bot.tables.model.seats import Person, seated
from bot.tables.model.table_state import Done, Live, Step
from bot.tables.model.turn_timers import NEXT
from bot.tables.model.votes import is_here
from bot.tables.services.deadlines import Deadlines
from bot.tables.services.tables import Tables
from bot.tables.workers.computer_moves import chosen
from data.records import NewEvent, Work, WorkState
from rules.contract import Game, State

AT_ONCE: Final = 3
"""Clocks that are seen to at a time. Of many that run out in the same second their tables are read together then."""

LOOK_AGAIN: Final = 10 * 60 * 1000
"""Milliseconds after which a clock that stands still, nobody knows how long, is looked at again."""

LONGEST: Final = 6 * 3600 * 1000
"""Milliseconds for which one is put off at most: whoever is away may be back sooner than they said."""

RUN_OUT: Final = "Your time ran out before that reached me. This is how things stand now."

Gone = Callable[[Live, int], Awaitable[bool]]
"""Sees to a seat whose player is no longer in the server; whether that was so."""


class TimeOuts:
    """The handler of clocks that run out. `departed` is asked first of each seat; `busy` says whether anybody waits for
    an answer.
    """

    def __init__(self, tables: Tables, deadlines: Deadlines, departed: Gone, busy: Busy = nobody) -> None:
        self._tables = tables
        self._deadlines = deadlines
        self._departed = departed
        self._busy = busy

    async def ring(self, work: Work) -> WorkState | None:
        """See to a clock that has run out. Raises PutOff where it has not, StoreError."""
        await give_way(self._busy)
        live, seat = await self._tables.find(work.table), int(work.payload["seat"])
        tick, terms = live.ticking.get(seat), terms_of(live.record.settings)
        if tick is None or terms is None or tick.seq != work.seq or live.record.status != "playing":
            return "gone"
        if live.record.settings.get(PAUSED) is not None:
            raise PutOff(self._tables.clock() + LOOK_AGAIN)  # it is owed anew when the table goes on
        if not self._deadlines.runs(live, seat):
            return "gone"
        deadline, now = await self._deadlines.of(live, seat), self._tables.clock()
        if deadline is None or deadline.end > now:
            raise PutOff(now + LOOK_AGAIN if deadline is None else min(deadline.end, now + LONGEST))
        try:
            if seat == NEXT:
                await deal_next(self._tables, live, work.seq)
            elif is_late(live.record.settings, seat, work.seq) or await self._departed(live, seat):
                return "sent"
            elif terms.out == MOVE:
                await self._move(live, seat, work.seq)
            else:
                await run_out(self._tables, live, seat, work.seq, stands_in=terms.out == SEAT)
        except Stale:
            return "gone"
        return "sent"

    async def _move(self, live: Live, seat: int, began: int) -> None:
        """Let a computer player move once, which in a game with turns of several moves is a turn. It is chosen in a
        thread, for thinking may take long.
        """
        if live.state is None or seat not in live.state.to_act:
            raise Stale(RUN_OUT)
        moves = await asyncio.to_thread(_turn, live.game, live.state, seat, self._tables.rng)

        def build(step: Step) -> None:
            _hold(step, seat, began)
            _note_late(step, seat, began)
            for text in moves:
                step.move(seat, text, None, None, public=dict(LATE_MOVE))

        await self._tables.change(live.id, None, build)


def _turn(game: Game, state: State, seat: int, rng: Random) -> list[str]:
    """The moves that a computer player makes in a seat until its turn is over, each by what the seat may know then."""
    moves = [chosen(game, state.view(seat), rng)]
    while game.mid_turn(state := state.apply(seat, moves[-1])):
        moves.append(chosen(game, state.view(seat), rng))
    return moves


async def run_out(tables: Tables, live: Live, seat: int, began: int, *, stands_in: bool) -> None:
    """Tell that the time of a seat's player has run out, of a clock that began with event `began`. If a computer player
    `stands_in`, it moves until they say that they are back.

    Raises Stale where they have moved, PutOff where the table is paused, StoreError.
    """

    def build(step: Step) -> None:
        _hold(step, seat, began)
        _note_late(step, seat, began)
        step.add(NewEvent("late", seat, public={"stands_in": stands_in}))
        tables.tell(step)
        if stands_in:
            step.settle(**{STOOD: sorted(stood_in(step.settings) | {seat})})

    await tables.change(live.id, None, build)


async def come_back(tables: Tables, table: int, who: Person, interaction: int | None) -> tuple[Live, Done]:
    """Let somebody play again for whom a computer player moves. Raises Declined where none does, StoreError."""

    def build(step: Step) -> None:
        seat = seated(step, who).seat
        if seat not in stood_in(step.settings):
            raise Declined("You play for yourself at this table.")
        plays_again(step, seat, who, interaction)
        tables.tell(step)
        is_here(step, seat)

    return await tables.change(table, interaction, build)


def plays_again(step: Step, seat: int, who: Person, interaction: int | None) -> None:
    """Let the player in a seat play again for whom a computer player moves."""
    stood = stood_in(step.settings)
    step.settle(**{STOOD: sorted(stood - {seat}), LATE: _without(step.settings.get(LATE, {}), seat)})
    step.add(NewEvent("return", seat, interaction=interaction, user=who.id, name=who.display_name))


async def deal_next(tables: Tables, live: Live, began: int) -> None:
    """Deal the next hand, since nobody asked for it in time. Raises Stale where somebody did, StoreError."""

    def build(step: Step) -> None:
        tick = step.ticking.get(NEXT)
        if tick is None or tick.seq != began or not step.live.awaiting():
            raise Stale("That hand has been dealt already.")
        step.add(NewEvent("next", public={"late": True}))
        step.chance()

    await tables.change(live.id, None, build)


def _hold(step: Step, seat: int, began: int) -> None:
    """Hold a step to the clock that ran out. Raises Stale where it stands no more, PutOff where the game is paused."""
    tick = step.ticking.get(seat)
    if step.record.status != "playing" or tick is None or tick.seq != began:
        raise Stale(RUN_OUT)
    if step.settings.get(PAUSED) is not None:
        raise PutOff(step.at + LOOK_AGAIN)


def _note_late(step: Step, seat: int, began: int) -> None:
    """Note that a seat's time has run out, and with it its bank."""
    terms = terms_of(step.settings)
    late = {**step.settings.get(LATE, {}), str(seat): [times_late(step.settings, seat) + 1, began]}
    spent = {**step.settings.get(SPENT, {}), str(seat): 0 if terms is None else terms.bank}
    step.settle(**{LATE: late, SPENT: spent})


def _without(by_seat: dict[str, object], seat: int) -> dict[str, object]:
    return {one: what for one, what in by_seat.items() if one != str(seat)}
