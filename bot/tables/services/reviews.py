"""Reviews of hands: which of a player's own moves could have been better, searched once and kept.

A review sees what its player saw, decision by decision, and compares moves as a hint on that decision would.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Final

from bot.common.errors import Declined
from bot.common.tasks import cancel_and_wait
from bot.search.process import SearchFailed
from bot.tables.model.table_state import TableState
from bot.tables.services.own_decisions import OwnDecision, own_decisions
from data.store import Store
from data.tables.records import CloseMove, MissedMove, Review, Span
from rules.contract import Game, View
from rules.players import player_of
from rules.players.hints import Hint
from rules.players.review import BetterMove, NextBest, better_move, closest, most_costly, next_best
from rules.players.strong import Choice

UNFINISHED_TEXT: Final = "The review could not be finished now. Ask for it again."

Compare = Callable[[Game, View, Sequence[str], int], Awaitable[Choice]]
"""Compares moves of a view with the strong player's, by a seed. Raises SearchFailed."""


class Reviews:
    """Makes reviews. `compare` is `SearchProcesses.compare`, for which nobody waits."""

    def __init__(self, store: Store, compare: Compare) -> None:
        self._store = store
        self._compare = compare
        self._under_way: dict[tuple[int, int, int], asyncio.Task[Review]] = {}

    async def find(self, table: TableState, number: int, user: int) -> Review | None:
        """Return the review of hand `number` (from 0) for a user, if it has been made. Raises StoreError."""
        return await self._store.reviews.of(table.id, number, user)

    async def make(self, table: TableState, spans: Sequence[Span], number: int, user: int) -> Review:
        """Make and keep the review of a hand that is over; who asks meanwhile waits for the same one.

        Raises Declined where a search fails, CorruptLog, StoreError. Nothing is kept then.
        """
        key = table.id, number, user
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(self._make(table, spans, number, user))
            task.add_done_callback(lambda ended: self._end(key, ended))
        return await asyncio.shield(task)  # a cancelled caller does not cancel the others

    def _end(self, key: tuple[int, int, int], task: asyncio.Task[Review]) -> None:
        del self._under_way[key]
        if not task.cancelled():
            task.exception()  # the callers have got it

    async def _make(self, table: TableState, spans: Sequence[Span], number: int, user: int) -> Review:
        """Return the review of a user's decisions in a hand. Raises Declined if a search fails, StoreError."""
        better_moves: dict[int, BetterMove] = {}
        others: dict[int, NextBest] = {}
        compared = 0
        for decision in await own_decisions(self._store, table.record, spans, number, user):
            try:
                choice = await self._compare(table.game, decision.view, [decision.move], decision.arose)
            except SearchFailed as error:
                raise Declined(UNFINISHED_TEXT) from error
            compared += bool(choice.estimates)
            advice = await asyncio.to_thread(_advice, table.game, decision)
            # A lesson's hints are the heuristic player's.
            hint = choice.heuristic if table.record.lesson else choice.move
            if better := better_move(decision.move, choice, advice, hint):
                better_moves[decision.seq] = better
            if other := next_best(decision.move, choice):
                others[decision.seq] = other
        moves = (
            MissedMove(event=seq, move=better.move, points=better.points, why=better.why)
            for seq, better in most_costly(better_moves)
        )
        near = (CloseMove(event=seq, move=other.move, points=other.points) for seq, other in closest(others))
        review = Review(compared, tuple(moves), () if better_moves else tuple(near))
        await self._store.reviews.keep(table.id, number, user, review)
        return review

    async def close(self) -> None:
        """Stop; reviews that are not finished are made anew when a player asks."""
        await cancel_and_wait(*self._under_way.values())


def _advice(game: Game, decision: OwnDecision) -> Hint:
    """Return the heuristic player's move and its reason."""
    return player_of(game).advise(decision.view, Random(decision.arose))
