"""The standings worker: folds results into standings.

New results at the end are added; others cause a rebuild. Their transaction enqueues it. Work runs in a thread, for at
most a tenth of the time.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Callable
from typing import Final, NamedTuple

from bot.scheduler.scheduler import Reschedule
from bot.standings.aggregate import StandingsAggregate
from data.standings.errors import FoldMoved
from data.standings.records import FIRST_GAME, FIRST_HAND, Fold, GameKey, GameResult, HandKey, HandResult, RatedGame
from data.store import Store
from data.tables.records import Work
from data.tables.work import WorkState

MAX_PARALLEL_UPDATES: Final = 1
"""Games whose standings are worked on at a time, with the rests between them."""

BATCH_SIZE: Final = 100
"""The number of results read at a time: the event loop is held meanwhile."""

IDLE_RATIO: Final = 9
"""The rest after a game, as a multiple of the time it took."""

AFTER_ALL: Final[GameKey] = (2**63 - 1, "\uffff", 2**63 - 1)
"""A key that sorts after the key of every game."""


def _hand_key(hand: HandResult) -> HandKey:
    return hand.at, hand.origin.source, hand.origin.number, hand.number


def _game_key(game: GameResult) -> GameKey:
    return game.at, game.origin.source, game.origin.number


class StandingsWorker:
    """Brings the standings of a game in a guild up to date: `clock` tells the time (ms)."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock

    async def update(self, work: Work) -> None:
        """Add new results to a guild's standings, then rest. Raises Reschedule, StoreError."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        moved = False
        try:
            await bring_up_to_date(self._store, work.guild, work.key)
        except FoldMoved:
            moved = True
        else:  # before the rest, so that nobody waits for that
            await self._store.work.mark(work.id, WorkState.DONE, seq=work.seq)
        await asyncio.sleep(IDLE_RATIO * (loop.time() - began))
        if moved:  # results have changed meanwhile: once more, on what they are now
            raise Reschedule(self._clock())


async def bring_up_to_date(store: Store, guild: int, game: str) -> None:
    """Fold the results of a game in a guild that are missing from its standings.

    Raises FoldMoved if results change meanwhile, StoreError.
    """
    fold = await store.results.fold(guild, game)
    if fold is None:
        return
    if fold.changes_folded == fold.changes:
        await _catch_up(store, fold)
    else:
        await rebuild(store, fold)


async def _catch_up(store: Store, fold: Fold) -> None:
    """Add the results after the last one that was folded, part by part."""
    results = store.results
    seasons = await results.seasons(fold.guild)
    while True:
        hands = await results.hands_after(fold.guild, fold.game, fold.hand, BATCH_SIZE)
        games = await results.games_after(fold.guild, fold.game, fold.played, BATCH_SIZE)
        if not hands and not games:
            return
        users = {part.user for result in (*hands, *games) for part in result.parts if part.user is not None}
        before = await results.standings_of_people(fold.guild, fold.game, users)
        aggregate = StandingsAggregate(fold.game, seasons, before)
        rated = await asyncio.to_thread(_add, aggregate, hands, games)
        upto = fold._replace(
            hand=_hand_key(hands[-1]) if hands else fold.hand, played=_game_key(games[-1]) if games else fold.played
        )
        await results.save_fold(fold, upto, rated, aggregate.standings.values())
        if len(hands) < BATCH_SIZE and len(games) < BATCH_SIZE:
            return
        fold = upto


async def rebuild(store: Store, fold: Fold) -> None:
    """Recompute the standings of a game in a server from all its results.

    Raises FoldMoved where they change meanwhile, StoreError.
    """
    results = store.results
    aggregate = StandingsAggregate(fold.game, await results.seasons(fold.guild))
    hand, played = FIRST_HAND, FIRST_GAME
    while hands := await results.hands_after(fold.guild, fold.game, hand, BATCH_SIZE):
        await asyncio.to_thread(_add, aggregate, hands, ())
        hand = _hand_key(hands[-1])
    while games := await results.games_after(fold.guild, fold.game, played, BATCH_SIZE):
        rated = await asyncio.to_thread(_add, aggregate, (), games)
        upto = _game_key(games[-1])
        await results.save_rated_games(fold, played, upto, rated)
        played = upto
    await results.save_rated_games(fold, played, AFTER_ALL, ())
    await results.save_standings(fold, aggregate.standings.values())
    await results.save_fold(fold, fold._replace(hand=hand, played=played))


def _add(
    aggregate: StandingsAggregate, hands: list[HandResult] | tuple[()], games: list[GameResult] | tuple[()]
) -> list[RatedGame]:
    for hand in hands:
        aggregate.add_hand(hand)
    return [row for game in games for row in aggregate.add_game(game)]


class Recount(NamedTuple):
    """The outcome of a recount: the number of games and guilds, and SHA-256 over all derived rows."""

    games: int
    servers: int
    digest: str

    @property
    def sentence(self) -> str:
        """The text for the operator."""
        return f"Standings worked out anew; games: {self.games}, servers: {self.servers}. SHA-256: {self.digest}"


async def recount(store: Store, tell: Callable[[str], None]) -> Recount:
    """Recompute all standings from the results alone. Raises StoreError."""
    everything = await store.results.all_games()
    for guild, game in everything:
        fold = await store.results.fold(guild, game)
        with contextlib.suppress(FoldMoved):
            await rebuild(store, fold or Fold(guild, game, 0, 0, FIRST_HAND, FIRST_GAME))
            continue
        tell(f"Server {guild}: new results of {game} came meanwhile; the running bot adds them.")
    return Recount(len(everything), len({guild for guild, _ in everything}), await digest(store))


async def digest(store: Store) -> str:
    """Return SHA-256 over all rows that are worked out of results, in the order of their keys. Raises StoreError."""
    checksum = hashlib.sha256()
    for table in ("standings", "rated_games"):
        after = None
        while rows := await store.results.rows_of(table, after, BATCH_SIZE):
            for row in rows:
                checksum.update(f"{table} {row!r}\n".encode())
            after = rows[-1]
    return checksum.hexdigest()
