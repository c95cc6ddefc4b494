"""The first interaction with the longest table of each game after a start, which reads it from the database.

Goals: at most 60 times a click on a bare discord.py bot's button in the same run, and the event loop is held for at
most 50 ms at a time. The tables have the most seats and hands that their games allow and stand one move before their
end; whoever presses comes back after five days, so that the hand tells all that happened, too. Each is pressed once
after a start of the bot on a copy of the database: first of all /help, for what the bot does but once.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from collections import defaultdict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from bot.tables.commands import lobby
from bot.tables.model.step import Step
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from data.engine.clock import now_ms
from data.store import Store
from rules.contract import OptionValue
from rules.registry import GAMES, game_named
from rules.simulate import random_of
from sandbox import Sandbox
from tests.support.messages import text
from tests.support.people import make_actor
from tools.bench.held import longest
from tools.bench.interactions import Bare, Json, running
from tools.bench.rows import Row

LONGEST: Final[dict[str, dict[str, OptionValue]]] = {
    "voren": {"hands": 100},
    "mitigati": {"hands": 9},
    "conference": {"hands": 12, "gallowglass": True},
    "abracadabra": {"deals": 50},
    "five_crowns": {"first": 3, "last": 13},
}
"""Each game's options; all have as many players as it allows."""

COMMANDS: Final = ("hand", "log", "scores")
"""The commands of /table of which each is somebody's first; the slowest counts."""

REPEATS: Final = 5
CLICKS: Final = 200
AFTERWARDS: Final = 0.5
"""Seconds for what an answer leaves to be done, before the next table."""

MORE: Final = tuple(f"Player {number}" for number in range(3, 13))
"""Who sits there besides Ada and Bela."""

IDS: Final = count(1)
AWAY: Final = 5 * 24 * 3600 * 1000
"""Milliseconds since anybody did anything at the tables."""


@dataclass(frozen=True)
class Person:
    """A person at the tables."""

    id: int
    display_name: str


@dataclass(frozen=True)
class Opened:
    """A table that was played almost to its end."""

    game: str
    number: int
    events: int
    who: str
    """Whose move would be the last."""


def run() -> list[Row]:
    """Measure; takes about a minute and a half."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[Row]:
    took = defaultdict[Opened, dict[str, list[float]]](lambda: {command: [] for command in COMMANDS})
    hold_times, bare = defaultdict[Opened, float](float), list[float]()
    async with await Sandbox.start(None) as sandbox:
        for name in MORE:
            sandbox.people.add_user(name)
        template = folder / "template.sqlite3"
        tables = await _prepared(sandbox, template)
        for repeat in range(REPEATS):
            bare += await _bare()
            for command in COMMANDS:
                database = folder / f"{command}{repeat}.sqlite3"
                shutil.copy(template, database)
                async with _started(sandbox, database) as log:
                    for table in tables:
                        before = len(log.read_text(encoding="utf-8"))
                        took[table][command].append(await _first(sandbox, table, command))
                        await asyncio.sleep(AFTERWARDS)
                        hold_times[table] = max(hold_times[table], longest(log, before))
    empty = median(bare)
    rows = list[Row]()
    for table in tables:
        slowest, command = max((median(took[table][command]), command) for command in COMMANDS)
        rows.append(
            Row(
                f"{table.game}, {table.events} events: first of all /table {command}, p50",
                f"{slowest * 1e3:.1f} ms",
                f"{empty * 1e3:.2f} ms",
                slowest / empty,
                f"at most 60x, the loop held for {hold_times[table]:.1f} ms: at most 50 ms",
            )
        )
    return rows


@asynccontextmanager
async def _started(sandbox: Sandbox, database: Path) -> AsyncGenerator[Path]:
    """Yield the bot on a database, once it has answered; and the file that tells what holds its loop."""
    log = database.with_suffix(".held")
    settings = {
        "ELDEST_DATABASE_URL": _url(database),
        "ELDEST_PICTURES": "false",
        "ELDEST_DOUBLE_TAP": "0",
        "ELDEST_EMOJI": "false",
        "ELDEST_REFRESH": "false",
    }
    async with running(sandbox, "-m", "tools.bench.held", str(log), **settings):
        await sandbox.people.command("Ada", "card-room", "help")
        yield log


async def _first(sandbox: Sandbox, table: Opened, command: str) -> float:
    """Return the seconds that the first interaction with a table takes."""
    began = perf_counter()
    answer = await sandbox.people.command(table.who, "card-room", f"table {command}", {"table": table.number})
    took = perf_counter() - began
    assert text(answer.get("message") or {}), answer  # else it is still being thought about
    return took


async def _bare() -> list[float]:
    """Return the times of clicks on a bare bot's button (s)."""
    async with await Sandbox.start(None) as sandbox, running(sandbox, "-m", "tools.bench.bare_bot"):
        bare = Bare(sandbox)
        await bare.prepare(sandbox)
        return [await bare.click(number % len(bare.messages)) for number in range(CLICKS)]


async def _prepared(sandbox: Sandbox, path: Path) -> list[Opened]:
    """Return a database with the longest table of each game, idle for five days."""
    store = await Store.open(_url(path))
    tables = Tables(store, clock=lambda: now_ms() - AWAY, secret=Random(1).randbytes, rng=Random(1), max_open=1000)
    tables_played = [await _played(sandbox, tables, game, options) for game, options in LONGEST.items()]
    await store.close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("DELETE FROM work")  # what falls due would read the tables first
        database.commit()
    return tables_played


async def _played(sandbox: Sandbox, tables: Tables, game: str, options: dict[str, OptionValue]) -> Opened:
    people, where = (
        [Person(int(entry["id"]), name) for name, entry in _people(sandbox)],
        sandbox.people.channel("card-room"),
    )
    live = await lobby.open_table(
        tables, game_named(game), options, (int(where["guild_id"]), int(where["id"])), make_actor(people[0])
    )
    for person in people[1 : GAMES[game].seats[1]]:
        await lobby.join(tables, live.id, make_actor(person))
    live, _ = await lobby.start(tables, live.id, make_actor(people[0]))
    moves = _moves(live, tables.clock(), None)[1]
    step, _ = _moves(live, tables.clock(), moves - 1)
    await tables._store_step(live, step)
    assert live.record.status == "playing"
    assert live.state is not None
    return Opened(game, live.id, live.record.seq, live.record.seats[live.state.to_act[0]].name)


def _moves(live: TableState, at: int, most: int | None) -> tuple[Step, int]:
    """Return a step of so many random moves, or all until the game's end, and their number. Nothing is kept; the moves
    are the same each time.
    """
    rng, moves = Random(2), 0
    step = Step(live, Random(3).randbytes, at)
    while step.after.state is not None and not step.after.state.finished and moves != most:
        if step.after.state.expects is not None:
            step.draw_cards()
            continue
        seat = step.after.state.to_act[0]
        step.move(seat, random_of(step.after.state.legal(seat), rng), None, None)
        moves += 1
    return step, moves


def _people(sandbox: Sandbox) -> list[tuple[str, Json]]:
    """Return everybody by name, the stand-in's own people first."""
    return [(name, sandbox.people.user(name)) for name in ("Ada", "Bela", *MORE)]


def _url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"
