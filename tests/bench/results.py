"""A leaderboard over a hundred thousand recorded hands, beside the smallest read that the store does.

The peer is one row by its key, through the same engine: not an interaction, of which a read is a small part.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from bot.results.keeper import Keeper
from data.result_records import HandPart, HandResult, Origin
from data.store import Store
from tests.bench.rows import Row

HANDS = 100_000
AT_A_TABLE = 100
SEATS = 4
PEOPLE = (200, 2000)
REPEATS = 25
GUILD = 5


def run() -> list[Row]:
    """Measure; takes about three minutes, most of them to write the hands down."""
    with tempfile.TemporaryDirectory() as folder:
        return [asyncio.run(_measure(Path(folder) / f"{people}.db", people)) for people in PEOPLE]


async def _measure(path: Path, people: int) -> Row:
    store, rng = await Store.open(f"sqlite+aiosqlite:///{path}"), Random(people)
    for table in range(1, HANDS // AT_A_TABLE + 1):
        origin = Origin("table", table)
        await store.results.add(origin, [_hand(origin, number, people, rng) for number in range(AT_A_TABLE)])
    await Keeper(store, share=0).bring_up_to_date(GUILD, "voren", anew=True)
    ours: list[float] = []
    peer: list[float] = []
    for _ in range(REPEATS):
        began = perf_counter()
        assert len(await store.results.standings(GUILD, "voren", 0)) == people
        between = perf_counter()
        await store.guild_settings(GUILD)
        ours.append(between - began)
        peer.append(perf_counter() - between)
    await store.close()
    ratio = median(one / other for one, other in zip(ours, peer, strict=True))
    name = f"standings of {people} people over {HANDS} hands, beside the read of one row"
    return Row(name, f"{median(ours) * 1e3:.1f} ms", f"{median(peer) * 1e3:.1f} ms", ratio, "no goal: see interactions")


def _hand(origin: Origin, number: int, people: int, rng: Random) -> HandResult:
    users = rng.sample(range(1000, 1000 + people), SEATS)
    parts = tuple(
        HandPart(seat, "person", user, rng.randint(-50, 50), {"stayed": (1, 1)}) for seat, user in enumerate(users)
    )
    at = origin.number * AT_A_TABLE + number
    return HandResult(origin, number, GUILD, "voren", at, "counts", friendly=False, parts=parts)
