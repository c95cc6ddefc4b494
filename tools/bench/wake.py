"""A start with ten thousand running tables with clocks, over 250 servers, where a computer player is to move at each.

Goals: at most 2 s and 60 MB more than a start with none, less than 300 MB in all, no garbage collection of more than
50 ms, and a person's click at most 3 times its p50 while they wake. The tables are copies of one that was played; their
boards are not refreshed, for the stand-in has no such channels.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from bot.tables.commands import lobby, play
from bot.tables.services.tables import Tables
from data.engine.clock import now_ms
from data.store import Store
from data.tables.work import WorkKind
from rules.registry import game_named
from sandbox import Outcome, Refused, Sandbox
from sandbox.server.gateway import Session
from tests.support.messages import buttons
from tests.support.people import make_actor
from tools.bench.collected import longest
from tools.bench.rows import Row

TABLES = 10_000
GUILDS = 250
CLOCK = 3600
"""Seconds for a move."""
MOST = 300
"""Megabytes."""
CLICKS = 60
REPEATS = 2
SETTLED = 20.0
"""Seconds after the clicks before memory is looked at: by then as many tables are in memory as are kept there."""


class Measured(NamedTuple):
    """The figures of one start."""

    start: float
    """Seconds from the start of the process to its first answer."""
    memory: float
    """The most memory (MB) it had."""
    click: float
    """The p50 of a durable click, in seconds."""
    moved: float
    """How many computer players had moved by then."""
    collected: float
    """The longest garbage collection (ms)."""


@dataclass(frozen=True)
class Person:
    """The person who opened the tables."""

    id: int
    display_name: str


def run() -> list[Row]:
    """Measure; takes about three minutes."""
    with tempfile.TemporaryDirectory() as folder, _told_of_servers():
        template = Path(folder) / "template.sqlite3"
        asyncio.run(_template(template))
        pairs = [
            (asyncio.run(_start(_copied(template, number, 0))), asyncio.run(_start(_copied(template, number, TABLES))))
            for number in range(REPEATS)
        ]
    none = Measured(*(median(pair[0][field] for pair in pairs) for field in range(5)))
    many = Measured(*(median(pair[1][field] for pair in pairs) for field in range(5)))
    click = median(two.click / measured.click for measured, two in pairs)
    seconds, more = many.start - none.start, many.memory - none.memory
    return [
        Row(f"start to first answer, {TABLES} computers to move", f"{many.start:.2f} s", f"{none.start:.2f} s",
            many.start / none.start, f"{seconds:+.2f} s: at most 2 s more"),
        Row(f"most memory, {many.moved:.0f} of them moved", f"{many.memory:.0f} MB", f"{none.memory:.0f} MB",
            many.memory / none.memory, f"{more:+.0f} MB: at most 60 MB more, below {MOST} MB"),
        Row("a click while they wake, p50", f"{many.click * 1e3:.1f} ms",
            f"{none.click * 1e3:.1f} ms", click, "at most 3x"),
        Row("the longest garbage collection", f"{many.collected:.1f} ms", f"{none.collected:.1f} ms",
            many.collected / none.collected, "at most 50 ms"),
    ]  # fmt: skip


async def _template(path: Path) -> None:
    """Write a database with one table of a person and a computer player, in the person's turn."""
    store = await Store.open(_url(path))
    tables, ada = Tables(store), Person(1, "Ada")
    live = await lobby.open_table(
        tables, game_named("voren"), {}, (1, 1), make_actor(ada, 1), settings={"clock": CLOCK}
    )
    await lobby.add_computer(tables, live.id, make_actor(ada, 2))
    await lobby.start(tables, live.id, make_actor(ada, 3))
    number = 4
    while not live.computers():
        assert live.state is not None
        seat = live.state.to_act[0]
        await play.act(tables, live.id, live.state.legal(seat).moves[0], make_actor(ada, number))
        number += 1
    await store.close()


@contextmanager
def _told_of_servers() -> Generator[None]:
    """Make Discord say while entered that the bot is in these servers, too: where it is not, nothing is woken."""
    dispatch = Session.dispatch

    def with_others(self: Session, event: str, data: str) -> None:
        if event == "READY":
            ready: dict[str, Any] = json.loads(data)
            ready["guilds"] += [{"id": str(number + 1), "name": "", "unavailable": False} for number in range(GUILDS)]
            data = json.dumps(ready)
        dispatch(self, event, data)

    Session.dispatch = with_others
    try:
        yield
    finally:
        Session.dispatch = dispatch


def _copied(template: Path, number: int, count: int) -> Path:
    """Return a database in which the template's table stands so many times, all due at once."""
    path = template.with_name(f"{number}-{count}.sqlite3")
    path.write_bytes(template.read_bytes())
    database = sqlite3.connect(path)
    database.execute("UPDATE events SET interaction = NULL")
    for table, key in (("tables", "id"), ("seats", "table_id"), ("events", "table_id"), ("work", "table_id")):
        names = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        names = [name for name in names if (table, name) != ("work", "id")]
        columns = ", ".join("n.value + 1" if name == key else f"one.{name}" for name in names)
        database.execute(
            "WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?) "
            f"INSERT INTO {table} ({', '.join(names)}) "
            f"SELECT {columns} FROM {table} one, n WHERE one.{key} = 1 AND ? > 0",
            (count, count),
        )
    database.execute("UPDATE tables SET guild = 1 + id % ?", (GUILDS,))
    database.execute("DELETE FROM work WHERE kind != ? OR table_id = 1", (WorkKind.COMPUTER,))
    database.execute("UPDATE work SET due = ?", (now_ms(),))
    database.commit()
    database.close()
    return path


async def _start(path: Path) -> Measured:
    async with await Sandbox.start(None) as sandbox:
        env = {
            **os.environ,
            "ELDEST_API_BASE": sandbox.api_base,
            "ELDEST_TOKEN": sandbox.token,
            "ELDEST_LOG_LEVEL": "WARNING",
            "ELDEST_DATABASE_URL": _url(path),
            "ELDEST_PICTURES": "false",
            "ELDEST_EMOJI": "false",
            "ELDEST_REFRESH": "false",
            "ELDEST_PING_DELAY": "86400",
        }
        began = perf_counter()
        log = path.with_suffix(".collections")
        command = [sys.executable, "-m", "tools.bench.collected", str(log)]
        process = subprocess.Popen(command, env=env)  # noqa: ASYNC220  # what is being measured
        try:
            while True:
                try:
                    answer = await sandbox.people.command("Ada", "card-room", "help")
                except Refused:  # not registered yet
                    await asyncio.sleep(0.02)
                    continue
                if answer["state"] == "message":
                    break
            start = perf_counter() - began
            click = await _clicks(sandbox)
            await asyncio.sleep(SETTLED)
            with sqlite3.connect(path) as database:
                (remaining,) = database.execute(
                    "SELECT count(*) FROM work WHERE kind = ? AND state = 'due' AND table_id > 1 AND seq = "
                    "(SELECT seq FROM work WHERE kind = ? ORDER BY table_id DESC LIMIT 1)",
                    (WorkKind.COMPUTER, WorkKind.COMPUTER),
                ).fetchone()
            return Measured(start, memory(process.pid), click, TABLES - remaining, longest(log))
        finally:
            process.terminate()
            process.wait(30)


async def _clicks(sandbox: Sandbox) -> float:
    """Return the p50 of a click that is committed and answered."""
    response = await sandbox.people.command("Ada", "card-room", "voren new")
    times: list[float] = []
    for _ in range(CLICKS):
        began = perf_counter()
        answer = await commit(sandbox, "Ada", response.get("message") or {})
        times.append(perf_counter() - began)
        assert answer["state"] == "update", answer
    return median(times)


async def commit(sandbox: Sandbox, who: str, lobby: dict[str, Any]) -> Outcome:
    """Turn a lobby friendly, or back: a click that is committed and answered."""
    message = sandbox.people.message(who, lobby)
    turn = next(custom_id for custom_id in buttons(message).values() if "set_friendly" in custom_id)
    return await sandbox.people.click(who, message, turn)


def memory(process: int) -> float:
    """Return the most memory (MB) that a process has had."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM"))


def _url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"
