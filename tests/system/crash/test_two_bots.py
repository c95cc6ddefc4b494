"""SIGKILL of two bots that share PostgreSQL, and of PostgreSQL: nothing is lost or doubled, nobody else notices."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from data.databases import database_of
from data.migrate import upgrade
from sandbox import Sandbox
from tests.support.postgres import Server, new_server
from tests.system.crash.seeds import choose_seed
from tests.system.crash.storm import Tally
from tests.system.crash.two_bots import HASTY, SERVERS, SOON, Meanwhile, Reserve, TwoBots

BUSY = 10.0
"""Seconds within which others are answered where a busy machine runs other tests, too."""


@asynccontextmanager
async def start_surroundings() -> AsyncGenerator[tuple[Sandbox, Server, str]]:
    """Yield a sandbox with four servers, PostgreSQL, and the address of an empty database that is up to date."""
    server = new_server()
    url = server.url(server.new_database())
    upgrade(database_of(url))
    async with await Sandbox.start(None, servers=SERVERS) as sandbox:
        gateway = sandbox.gateway
        gateway.shards = gateway.max_concurrency = SERVERS
        gateway.enforces_concurrency = True
        yield sandbox, server, url
        refused = [identify for identify in gateway.identifies if not identify.accepted]
        assert not refused, f"{refused} of {gateway.identifies}"
    server.stop()


async def kill_bots(folder: Path, count: int, *, hasty: float = HASTY, soon: float = SOON) -> tuple[Tally, Meanwhile]:
    """Kill the bots so often, and PostgreSQL each third time; return the counts."""
    async with start_surroundings() as (sandbox, server, url):
        storm = TwoBots(sandbox, folder, choose_seed(), server, url, hasty=hasty, soon=soon)
        tally = await storm.run(count, 0, count)
    print(tally, storm.meanwhile, sep="\n")
    return tally, storm.meanwhile


@pytest.mark.timeout(400)
async def test_four_kills(tmp_path: Path) -> None:
    tally, meanwhile = await kill_bots(tmp_path, 4, hasty=0.7, soon=BUSY)
    assert tally.acknowledged > 30, tally
    assert meanwhile.made, meanwhile


@pytest.mark.soak
async def test_two_hundred_kills(tmp_path: Path) -> None:
    tally, meanwhile = await kill_bots(tmp_path, 200)
    assert tally.kills == 200, tally
    assert meanwhile.made >= 200, meanwhile


@pytest.mark.timeout(400)
async def test_a_reserve_takes_over_from_a_bot_that_is_killed(tmp_path: Path) -> None:
    async with start_surroundings() as (sandbox, server, url):
        pair = Reserve(sandbox, tmp_path, choose_seed(), server, url)
        tally = await pair.run(1, 0, 1)
    print(tally, f"work taken over after {pair.taken_over:.1f} s")
    assert tally.acknowledged > 50, tally
