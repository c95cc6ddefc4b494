"""Ten thousand servers: how long the garbage collector keeps everybody waiting, from the start on (goal: 50 ms).

Each has ten channels and five roles. They arrive as Discord sends them, while a person uses the bot in one of them.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from sandbox import Sandbox
from sandbox.server.gateway import Session
from tests.support.waiting import until
from tools.bench.collected import longest
from tools.bench.interactions import running
from tools.bench.rows import Row
from tools.bench.wake import commit, memory

GUILDS = 10_000
CHANNELS, ROLES = 10, 5
CLICKS = 300
GOAL = 50.0
"""Milliseconds."""
Json = dict[str, Any]


class Measured(NamedTuple):
    """The figures of the collector in one run of the bot."""

    longest: float
    """The longest collection (ms)."""
    collections: int
    memory: float
    """The most memory (MB) that the bot had."""


def run() -> list[Row]:
    """Measure; takes about a minute. The ratio is to the goal."""
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(_measure(Path(folder)))
    return [
        Row(f"longest of {figures.collections} collections, {GUILDS} servers, {figures.memory:.0f} MB",
            f"{figures.longest:.1f} ms", f"{GOAL:.0f} ms", figures.longest / GOAL, "at most 1x"),
    ]  # fmt: skip


async def _measure(folder: Path) -> Measured:
    log = folder / "collections"
    settings = {"ELDEST_DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'guilds.sqlite3'}", "ELDEST_EMOJI": "false"}
    async with await Sandbox.start(None) as sandbox:
        _many_servers(sandbox)
        async with running(sandbox, "-m", "tools.bench.collected", str(log), **settings) as process:
            await until(lambda: sandbox.people.state("Ada")["commands"], 60)
            response: Json = {}
            while not response.get("message"):  # it has ten thousand servers to hear of first
                response = dict(await sandbox.people.command("Ada", "card-room", "voren new"))
            for _ in range(CLICKS):
                await commit(sandbox, "Ada", response["message"])
            most = memory(process.pid)
    return Measured(longest(log), len(log.read_text(encoding="ascii").splitlines()), most)


def _many_servers(sandbox: Sandbox) -> None:
    """Make Discord list so many servers beside the real one."""
    dispatch = Session.dispatch
    first = 1 << 40
    ids = range(first, first + (GUILDS << 22), 1 << 22)

    def with_others(self: Session, event: str, data: str) -> None:
        if event == "READY":
            ready: Json = json.loads(data)
            ready["guilds"] += [{"id": str(id_), "unavailable": True} for id_ in ids]
            data = json.dumps(ready)
        dispatch(self, event, data)
        if event == "GUILD_CREATE":
            asyncio.get_running_loop().create_task(_tell(self, json.loads(data)))

    async def _tell(session: Session, guild: Json) -> None:
        channel, role = guild["channels"][0], guild["roles"][0]
        for id_ in ids:
            guild["channels"] = [{**channel, "id": str(id_ + 1 + n), "guild_id": str(id_)} for n in range(CHANNELS)]
            guild["roles"] = [{**role, "id": str(id_ + n)} for n in range(ROLES)]
            dispatch(session, "GUILD_CREATE", json.dumps({**guild, "id": str(id_), "name": f"Server {id_}"}))
            await asyncio.sleep(0)

    Session.dispatch = with_others
