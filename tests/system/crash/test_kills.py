"""SIGKILL between a client's send and its answer, again and again: nothing acknowledged is lost, nothing is doubled.

The players, their witness and the stand-in for Discord live in the test's process; the bot is another, and is killed.
PostgreSQL is killed, too, under a bot that goes on.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox import Sandbox
from tests.support.databases import KINDS, PostgresPlace, new_place
from tests.support.postgres import new_server
from tests.system.crash.outage import Outage
from tests.system.crash.seeds import choose_seed
from tests.system.crash.storm import AIMS, MIXED, Storm, Tally


async def storm(
    folder: Path, kills: int, each: int, most: int, games: tuple[str, ...] = MIXED, kind: str = "sqlite"
) -> Tally:
    """Kill the bot so often, or up to `most` until each dangerous place was met `each` times; return the counts.

    ELDEST_SEED repeats the choices of an earlier run, which a failure prints.
    """
    with new_place(kind, folder) as place:
        async with await Sandbox.start(None) as sandbox:
            tally = await Storm(sandbox, folder, choose_seed(), games, place.url).run(kills, each, most)
    print(tally)
    assert set(tally.games) == set(games), tally
    return tally


async def kill_database(folder: Path, kills: int) -> Tally:
    """Kill PostgreSQL so often while people play; return the counts."""
    server = new_server()
    place = PostgresPlace(server, server.new_database(), folder)
    async with await Sandbox.start(None) as sandbox:
        tally = await Outage(sandbox, folder, choose_seed(), server, place.url).run(kills, 0, kills)
    server.stop()
    print(tally)
    return tally


@pytest.mark.timeout(400)
@pytest.mark.parametrize("kind", KINDS)
async def test_a_kill_at_each_place(tmp_path: Path, kind: str) -> None:
    tally = await storm(tmp_path, 3, 1, 12, kind=kind)
    assert min(tally.aimed[aim] for aim in AIMS) >= 1, tally
    assert tally.committed >= 1, tally
    assert tally.posted >= 1, tally


@pytest.mark.timeout(400)
async def test_three_kills_of_postgresql(tmp_path: Path) -> None:
    tally = await kill_database(tmp_path, 3)
    assert tally.kills == 3
    assert tally.acknowledged > 50, tally


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
async def test_two_hundred_kills(tmp_path: Path, kind: str) -> None:
    tally = await storm(tmp_path, 200, 20, 400, kind=kind)
    assert min(tally.aimed[aim] for aim in AIMS) >= 20, tally
    assert tally.committed >= 20, tally
    assert tally.posted >= 20, tally


@pytest.mark.soak
async def test_two_hundred_kills_of_postgresql(tmp_path: Path) -> None:
    assert (await kill_database(tmp_path, 200)).kills == 200


@pytest.mark.soak
@pytest.mark.parametrize("game", ["five_crowns", "mitigati", "conference", "abracadabra"])
async def test_twenty_kills_while_all_play_one_game(tmp_path: Path, game: str) -> None:
    tally = await storm(tmp_path, 20, 3, 40, (game,))
    assert tally.committed >= 3, tally
    assert tally.posted >= 3, tally
