"""Searches beside the bot: a bounded queue, people first, and the processes that answer it.

A search that fails costs no move: the heuristic player moves then. A search of a try waits as long as it takes, so that
everybody meets the same player.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from bot.common.locks import KeyedLocks
from bot.common.metrics import SEARCH_SECONDS, SEARCHES, SEARCHES_WAITING
from bot.common.tasks import cancel_and_wait
from bot.search.answers import SearchRequest, Task, answer, has_search, read_choice
from bot.search.process import SearchFailed, SearchProcess
from rules.contract import Game, View
from rules.players import Hint, Level, player_of
from rules.players.strong import Choice

log = logging.getLogger(__name__)


class Urgency(IntEnum):
    """The urgency of a search. The lowest value is answered first."""

    PERSON_WAITS = 0
    TABLE = 1
    BACKGROUND = 2


MAX_WAITING: Final = 64
"""Searches as urgent as one, or more so, that may wait before it."""

PATIENCE_SECONDS: Final = {Urgency.PERSON_WAITS: 8.0, Urgency.TABLE: 20.0, Urgency.BACKGROUND: 60.0}
"""Seconds after which nobody waits for a search any longer. Answers to people are deferred by then."""


MAX_ATTEMPTS: Final = 3
"""The number of times that a search of a try is repeated after its process fails."""


class Chosen(NamedTuple):
    """A computer player's move, the level that made it, and how many worlds a search looked at; 0 without one."""

    move: str
    level: Level
    worlds: int


@dataclass(eq=False, slots=True)
class _Waiting:
    """A request whose answer is awaited."""

    urgency: Urgency
    request: SearchRequest
    answered: asyncio.Future[list[Any]]
    bounded: bool
    """Whether it is refused where too many wait, and given up when it is late."""


class SearchProcesses:
    """The processes that search, at most `processes` of them, and their queue. With 0 searches run in a thread."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self._queue: asyncio.PriorityQueue[tuple[Urgency, int, _Waiting]] = asyncio.PriorityQueue()
        self._numbers = count()
        self._open_requests: set[_Waiting] = set()
        """The requests that wait or are being answered."""
        self._workers: list[asyncio.Task[None]] = []
        """One task a process, from the first search on."""
        self._running: set[SearchProcess] = set()
        self.try_locks: KeyedLocks[int] = KeyedLocks()
        """The locks by table, held while the computer players of a try move: only the holder searches for it."""
        self._closed = False
        self.cannot_start = False
        """Whether the last process that was needed could not be started."""
        self.replaced = 0
        """The number of processes that died, overran or wrote an invalid answer."""

    @property
    def waiting(self) -> int:
        """The number of searches that wait or run."""
        return len(self._open_requests)

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes that run."""
        return tuple(process.pid for process in self._running)

    def start(self) -> None:
        """Start the processes, so that the first search need not wait for one. Without this it starts them."""
        if not self._workers:
            self._workers = [asyncio.create_task(self._serve()) for _ in range(max(1, self.processes))]

    async def choose(self, game: Game, level: Level, view: View, seed: int, urgency: Urgency) -> Chosen:
        """Return a level's move.

        Where a search fails it is the heuristic player's. Raises ValueError where there is none.
        """
        player = player_of(game, level)
        if player.level == "strong":
            try:
                move, worlds = await self._ask("choose", game, view, seed, urgency)
            except SearchFailed:
                player = player_of(game)
            else:
                return Chosen(move, "strong", worlds)
        # In a thread: the slowest of them takes some milliseconds.
        return Chosen(await asyncio.to_thread(player.choose, view, Random(seed)), player.level, 0)

    async def choose_for_try(self, game: Game, view: View, seed: int) -> Chosen:
        """Return the strong player's move in a try, however many searches wait.

        Raises SearchFailed once this is closed. A search whose process fails is asked for again; the heuristic player
        moves where none succeeds.
        """
        if not has_search(game):
            return await self.choose(game, "strong", view, seed, Urgency.TABLE)
        for _ in range(MAX_ATTEMPTS):
            try:
                move, worlds = await self._ask("choose", game, view, seed, Urgency.TABLE, bounded=False)
            except SearchFailed:
                if self._closed:
                    raise
            else:
                return Chosen(move, "strong", worlds)
        player = player_of(game)
        return Chosen(await asyncio.to_thread(player.choose, view, Random(seed)), player.level, 0)

    async def advise(self, game: Game, view: View, seed: int) -> Hint:
        """Return the strong player's hint, for a user who waits; the heuristic player's where nothing searches.

        Raises SearchFailed.
        """
        if has_search(game):
            move, why, others = await self._ask("advise", game, view, seed, Urgency.PERSON_WAITS)
            return Hint(move, why, tuple(others))
        return await asyncio.to_thread(player_of(game).advise, view, Random(seed))

    async def compare(self, game: Game, view: View, moves: Sequence[str], seed: int) -> Choice:
        """Return the choice of which the hint with this seed tells, with estimates of `moves`.

        There are none where nothing is searched. Raises SearchFailed.
        """
        return read_choice(await self._ask("compare", game, view, seed, Urgency.BACKGROUND, moves))

    async def _ask(
        self,
        task: Task,
        game: Game,
        view: View,
        seed: int,
        urgency: Urgency,
        moves: Sequence[str] = (),
        *,
        bounded: bool = True,
    ) -> list[Any]:
        """Return the answer of a search. Raises SearchFailed."""
        request = SearchRequest(task=task, game=game.id, view=view, seed=seed, moves=moves)
        answered: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        waiting = _Waiting(urgency, request, answered, bounded)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS[urgency] if bounded else None):
                self._enqueue(waiting)
                reply = await answered
        except (SearchFailed, TimeoutError) as error:
            reason = error.reason if isinstance(error, SearchFailed) else "late"
            SEARCHES.labels(reason.partition(" ")[0]).inc()
            log.warning("a search to %s in %s has no answer: %s", task, game.id, reason)
            raise SearchFailed(reason) from None
        finally:
            answered.cancel()  # where nobody waits any longer
            self._open_requests.discard(waiting)
            SEARCHES_WAITING.set(len(self._open_requests))
        SEARCHES.labels("done").inc()
        return reply

    def _enqueue(self, waiting: _Waiting) -> None:
        """Put a request into the queue, and start the tasks that answer. Raises SearchFailed where there is no room."""
        before = sum(other.bounded and other.urgency <= waiting.urgency for other in self._open_requests)
        if self._closed or (waiting.bounded and before >= MAX_WAITING):
            raise SearchFailed("refused")
        self._open_requests.add(waiting)
        SEARCHES_WAITING.set(len(self._open_requests))
        self._queue.put_nowait((waiting.urgency, next(self._numbers), waiting))
        self.start()

    async def _serve(self) -> None:
        """Answer one request after the other, by a process of its own."""
        process: SearchProcess | None = None
        if self.processes:
            with suppress(SearchFailed):  # the first search tries again
                process = await self._start_process()
        while True:
            _, _, waiting = await self._queue.get()
            if waiting.answered.done():  # nobody waits for it any longer
                continue
            began = perf_counter()
            try:
                if self.processes == 0:
                    reply = await asyncio.to_thread(answer, waiting.request)
                else:
                    if process is not None and not process.is_alive:  # it died while it had nothing to do
                        await self._end(process)
                        process = None
                    if process is None:
                        process = await self._start_process()
                    reply = await process.ask(waiting.request)
            except Exception as error:  # noqa: BLE001  # the next request must be answered, whatever this one did
                failed = error if isinstance(error, SearchFailed) else SearchFailed(f"failed ({type(error).__name__})")
                if process is not None and failed.ends_process:
                    await self._end(process)
                    process = None
                if not waiting.answered.done():
                    waiting.answered.set_exception(failed)
                continue
            SEARCH_SECONDS.observe(perf_counter() - began)
            if not waiting.answered.done():
                waiting.answered.set_result(reply)

    async def _start_process(self) -> SearchProcess:
        """Return a new process. Raises SearchFailed."""
        self.cannot_start = True
        process = await SearchProcess.start()
        self.cannot_start = False
        self._running.add(process)
        return process

    async def _end(self, process: SearchProcess) -> None:
        self.replaced += 1
        self._running.discard(process)
        await process.kill()

    async def close(self) -> None:
        """End all processes at once; searches that wait fail."""
        self._closed = True
        await cancel_and_wait(*self._workers)
        for waiting in self._open_requests:
            if not waiting.answered.done():
                waiting.answered.set_exception(SearchFailed("closed"))
        await asyncio.gather(*(process.kill() for process in self._running))
        self._running.clear()
