"""Writes that are not moves, beside a move of the same store. Each waits for its commit, one at a time."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter

from data.nights.records import NewNight
from data.pads.records import NewChange, NewPad, PadHand, PadPlayer, PadWrite
from data.standings.records import HandPart, HandResult, Origin
from data.store import Store
from data.tables.events import EventKind
from data.tables.records import Append, NewEvent, NewTable
from tools.bench.rows import Row

WRITES = 200
GUILD, CHANNEL, ADA, BELA = 1, 2, 3, 4


def run() -> list[Row]:
    """Measure; takes about ten seconds where the disk is quiet."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[Row]:
    store = await Store.open(f"sqlite+aiosqlite:///{folder / 'cold.db'}")
    bench = _Bench(store)
    await bench.open()
    ways: dict[str, Callable[[int], Awaitable[object]]] = {
        "a hand on a score pad": bench.pad_hand,
        "a person's preferences": bench.preferences,
        "the result of a hand": bench.result,
        "a club night begun and ended": bench.night,
        "the bot's clock": lambda number: store.clocks.beat((bench.clock,), number),
    }
    rows: list[Row] = []
    try:
        for name, way in ways.items():
            ours, moves = list[float](), list[float]()
            for number in range(1, WRITES + 1):
                for times, write in ((ours, way), (moves, bench.move)):
                    began = perf_counter()
                    await write(number)
                    times.append(perf_counter() - began)
            cold, hot = median(ours), median(moves)
            rows.append(
                Row(f"{name}, beside a move", f"{cold * 1e3:.3f} ms", f"{hot * 1e3:.3f} ms", cold / hot, "told")
            )
    finally:
        await store.close()
    return rows


class _Bench:
    """A store with a table, a pad and a run of the bot."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._table = self._pad = self.clock = 0
        self._seq, self._changes = 1, 1

    async def open(self) -> None:
        """Make what is written to."""
        draft = NewTable("voren", 1, {}, guild=GUILD, channel=CHANNEL, host=ADA)
        self._table = (await self._store.tables.create(draft, [NewEvent(EventKind.JOIN)])).id
        pad = NewPad("voren", 1, "Friday", {}, GUILD, CHANNEL, ADA)
        players = [PadPlayer(1, None, "Kit", 0), PadPlayer(2, None, "Lou", 1)]
        self._pad = await self._store.pads.create(pad, "Ada", players, None, 100)
        self.clock = await self._store.clocks.begin_run(1, 0)

    async def move(self, _number: int) -> None:
        """Make a move."""
        event = NewEvent(EventKind.MOVE, seat=0, text="play QH", public={"cards": ["QH"]}, user=ADA)
        self._seq = await self._store.tables.append(Append(self._table, self._seq, (event,)))

    async def pad_hand(self, number: int) -> None:
        """Enter a hand."""
        facts = {"pot": 3}
        hand = PadHand(number, self._changes + 1, (1, 2), 0, facts, facts, facts, (3, -3), "counts", 1, 1, ADA, "Ada")
        change = NewChange("enter", ADA, "Ada", None, hand=number, after=facts)
        write = PadWrite(self._pad, self._changes, 1, change, hands=(hand,))
        self._changes = (await self._store.pads.write(write)).seq

    async def preferences(self, number: int) -> None:
        """Change a preference of a person."""
        now = await self._store.preferences.of(ADA)
        await self._store.preferences.save((ADA, "Ada"), replace(now, high_first=number % 2 == 0))

    async def result(self, number: int) -> None:
        """Write the results of a table's finished hand."""
        origin = Origin("table", self._table)
        parts = HandPart(0, "person", ADA, 3), HandPart(1, "person", BELA, -3)
        hand = HandResult(origin, number, GUILD, "voren", number, "counts", False, parts)
        await self._store.results.add(origin, [hand])

    async def night(self, _number: int) -> None:
        """Open a club night."""
        night = await self._store.nights.begin(NewNight(GUILD, CHANNEL, "Friday", ADA, "Ada"), None)
        await self._store.nights.end(night, ADA, "Ada")
