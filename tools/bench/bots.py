"""Bots of one sandbox on one PostgreSQL server, as processes of their own, for the benchmark `processes`."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from sandbox import Sandbox
from tests.support.waiting import until
from tools.bench.interactions import environment
from tools.postgres_server import Server

SHARDS: Final = 4
TWO: Final = ("0-1", "2-3")
"""The shards of each of two bots."""

ONE: Final = (None,)
"""One bot without settings of shards: it has all."""

SETTINGS: Final = {"ELDEST_PICTURES": "false", "ELDEST_DOUBLE_TAP": "0", "ELDEST_EMOJI": "false"}


async def sandbox_of_shards() -> Sandbox:
    """Return a sandbox with a server on each shard. All shards may identify at once."""
    sandbox = await Sandbox.start(None, servers=SHARDS)
    sandbox.gateway.shards = sandbox.gateway.max_concurrency = SHARDS
    return sandbox


def start(sandbox: Sandbox, database_url: str, shards: str | None, **settings: str) -> subprocess.Popen[bytes]:
    """Start a bot with these shards; None are all."""
    if shards is not None:
        settings = {**settings, "ELDEST_SHARD_COUNT": str(SHARDS), "ELDEST_SHARD_IDS": shards}
    env = environment(sandbox, **{**SETTINGS, "ELDEST_DATABASE_URL": database_url, **settings})
    return subprocess.Popen([sys.executable, "-m", "bot"], env=env)


@asynccontextmanager
async def running_bots(
    sandbox: Sandbox, database_url: str, shards: Sequence[str | None], **settings: str
) -> AsyncGenerator[list[subprocess.Popen[bytes]]]:
    """Yield bots, connected: one for each of `shards`."""
    bots = [start(sandbox, database_url, some, **settings) for some in shards]
    try:
        await until(lambda: len(sandbox.gateway.online_shards) == SHARDS, 40)
        await asyncio.sleep(
            5
        )  # past discord.py's own waiting for guilds, and the second bot's for the first one's lead
        yield bots
    finally:
        await stop(sandbox, bots)


async def stop(sandbox: Sandbox, bots: Sequence[subprocess.Popen[bytes]]) -> None:
    """Stop bots; they say good-bye to the sandbox, which lives in this loop."""
    for bot in bots:
        bot.terminate()
    for bot in bots:
        await asyncio.to_thread(bot.wait, 30)
    await until(lambda: not sandbox.gateway.online, 30)


def server_cpu(server: Server) -> float:
    """Return the CPU seconds that a PostgreSQL server has used, in all its processes."""
    pid = (server.folder / "data" / "postmaster.pid").read_text(encoding="ascii").split("\n", 1)[0]
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent, times = _parent_and_times(file)
        except (FileNotFoundError, ProcessLookupError):  # it has ended
            continue
        if file.parent.name == pid:
            ticks += sum(times)
        elif parent == pid:
            ticks += sum(times[:2])
    return ticks / os.sysconf("SC_CLK_TCK")


def _parent_and_times(file: Path) -> tuple[str, list[int]]:
    """Return the parent of a process, and its ticks: in the program, in the system, and both of its ended children."""
    fields = file.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    return fields[1], [int(field) for field in fields[11:15]]
