"""A clock that has run out: it is announced, or a computer player moves.

An `expire_clock` item is written with the step that starts the clock, for the earliest moment. It is rescheduled for as
long as the clock stood still.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.common.errors import Stale
from bot.scheduler.backpressure import Busy, yield_to_interactions
from bot.scheduler.scheduler import Reschedule
from bot.tables.commands.league_tables import lose_seat
from bot.tables.commands.time_out import (
    RECHECK_DELAY_MS,
    RUN_OUT,
    deal_next,
    record_time_out,
    require_due_clock,
    run_out,
)
from bot.tables.model.automatic_moves import LATE_PAYLOAD as LATE_MOVE
from bot.tables.model.clock_terms import MOVE, SEAT, is_late, terms_of
from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_timers import NEXT_HAND_SEAT
from bot.tables.services.deadlines import Deadlines
from bot.tables.services.tables import Tables
from data.tables.records import Work
from data.tables.work import SeatPayload, WorkState
from rules.contract import Game, State
from rules.players import player_of

MAX_PARALLEL_EXPIRIES: Final = 3
"""The tables of clocks that run out in the same second are read together then."""


MAX_RECHECK_MS: Final = 6 * 3600 * 1000
"""The longest time for which an item is rescheduled: a player who is away may be back sooner."""


FormerMemberCheck = Callable[[TableState, int], Awaitable[bool]]
"""Gives up a seat whose player has left the guild. Returns whether that was so."""


@dataclass(slots=True, eq=False)
class ClockExpiryWorker:
    """The handler of clocks that run out. `release` is asked first of each seat; `busy` says whether anybody waits for
    an answer.
    """

    tables: Tables
    deadlines: Deadlines
    release: FormerMemberCheck
    busy: Busy

    async def expire(self, work: Work) -> WorkState | None:
        """See to a clock that has run out. Raises Reschedule where it has not, StoreError."""
        await yield_to_interactions(self.busy)
        table, seat = await self.tables.find(work.table), work.read(SeatPayload)["seat"]
        tick, terms = table.timers.get(seat), terms_of(table.record.settings)
        if tick is None or terms is None or tick.seq != work.seq or table.record.status != "playing":
            return WorkState.CANCELLED
        if table.record.settings.get("paused") is not None:
            raise Reschedule(self.tables.clock() + RECHECK_DELAY_MS)  # it is owed anew when the table goes on
        if not self.deadlines.runs(table, seat):
            return WorkState.CANCELLED
        deadline, now = await self.deadlines.of(table, seat), self.tables.clock()
        if deadline is None or deadline.ends_at_ms > now:
            raise Reschedule(
                now + RECHECK_DELAY_MS if deadline is None else min(deadline.ends_at_ms, now + MAX_RECHECK_MS)
            )
        try:
            if seat == NEXT_HAND_SEAT:
                await deal_next(self.tables, table, work.seq)
            elif is_late(table.record.settings, seat, work.seq) or await self.release(table, seat):
                return WorkState.DONE
            elif "league" in table.record.settings:
                await lose_seat(self.tables, table, seat, work.seq)
            elif terms.out == MOVE:
                await self._move(table, seat, work.seq)
            else:
                await run_out(self.tables, table, seat, work.seq, stands_in=terms.out == SEAT)
        except Stale:
            return WorkState.CANCELLED
        return WorkState.DONE

    async def _move(self, table: TableState, seat: int, began: int) -> None:
        """Let a computer player move once; in a game with turns of several moves that is a whole turn.

        A thread chooses the move, because the search may take long.
        """
        if table.state is None or seat not in table.state.to_act:
            raise Stale(RUN_OUT)
        moves = await asyncio.to_thread(_choose_turn, table.game, table.state, seat, self.tables.rng)

        def build(step: Step) -> None:
            require_due_clock(step, seat, began)
            record_time_out(step, seat, began)
            for text in moves:
                step.move(seat, text, None, None, public=LATE_MOVE)

        await self.tables.change(table.id, None, build)


def _choose_turn(game: Game, state: State, seat: int, rng: Random) -> list[str]:
    """Return the moves of a computer player until a seat's turn is over, each by what the seat may know."""
    player = player_of(game)
    moves = [player.choose(state.view(seat), rng)]
    while game.conduct.is_mid_turn(state := state.apply(seat, moves[-1])):
        moves.append(player.choose(state.view(seat), rng))
    return moves
