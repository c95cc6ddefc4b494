"""SIGKILL of two bots that share PostgreSQL, and of PostgreSQL: nothing is lost or doubled, nobody else notices."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.databases import database_of
from data.migrate import upgrade
from sandbox import Sandbox
from tests.e2e.crash.storm import Tally
from tests.e2e.crash.test_kills import seed
from tests.e2e.crash.two_bots import SERVERS, Meanwhile, TwoBots
from tests.support.postgres import new_server


async def kills(folder: Path, count: int) -> tuple[Tally, Meanwhile]:
    """So many kills, each third one of PostgreSQL."""
    server = new_server()
    url = server.url(server.new_database())
    upgrade(database_of(url))
    async with await Sandbox.start(None, servers=SERVERS) as sandbox:
        gateway = sandbox.gateway
        gateway.shards = gateway.max_concurrency = SERVERS
        gateway.enforces_concurrency = True
        storm = TwoBots(sandbox, folder, seed(), server, url)
        tally = await storm.run(count, 0, count)
    server.stop()
    print(tally, storm.meanwhile, sep="\n")
    return tally, storm.meanwhile


@pytest.mark.timeout(400)
async def test_six_kills(tmp_path: Path) -> None:
    tally, meanwhile = await kills(tmp_path, 6)
    assert tally.acknowledged > 50, tally
    assert meanwhile.made >= 4, meanwhile


@pytest.mark.soak
async def test_two_hundred_kills(tmp_path: Path) -> None:
    tally, meanwhile = await kills(tmp_path, 200)
    assert tally.kills == 200, tally
    assert meanwhile.made >= 200, meanwhile
