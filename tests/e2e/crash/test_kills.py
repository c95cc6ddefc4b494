"""SIGKILL between a client's send and its answer, again and again: nothing acknowledged is lost, nothing is doubled.

The players, their witness and the stand-in for Discord live in the test's process; the bot is another, and is killed.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import SystemRandom

import pytest

from sandbox import Sandbox
from tests.e2e.crash.storm import AIMS, MIXED, Storm, Tally


async def storm(folder: Path, kills: int, each: int, most: int, games: tuple[str, ...] = MIXED) -> Tally:
    """So many kills, or up to `most` until each dangerous place was met `each` times.

    ELDEST_SEED repeats the choices of an earlier run, which a failure prints.
    """
    seed = int(os.environ.get("ELDEST_SEED") or SystemRandom().randrange(1 << 32))
    print(f"ELDEST_SEED={seed}", flush=True)
    async with await Sandbox.start(None) as sandbox:
        tally = await Storm(sandbox, folder, seed, games).run(kills, each, most)
    print(tally)
    assert set(tally.games) == set(games), tally
    return tally


@pytest.mark.timeout(400)
async def test_a_kill_at_each_place(tmp_path: Path) -> None:
    tally = await storm(tmp_path, 3, 1, 12)
    assert min(tally.aimed[aim] for aim in AIMS) >= 1, tally
    assert tally.committed >= 1, tally
    assert tally.posted >= 1, tally


@pytest.mark.soak
async def test_two_hundred_kills(tmp_path: Path) -> None:
    tally = await storm(tmp_path, 200, 20, 400)
    assert min(tally.aimed[aim] for aim in AIMS) >= 20, tally
    assert tally.committed >= 20, tally
    assert tally.posted >= 20, tally


@pytest.mark.soak
@pytest.mark.parametrize("game", ["five_crowns", "mitigati", "conference", "abracadabra"])
async def test_twenty_kills_while_all_play_one_game(tmp_path: Path, game: str) -> None:
    tally = await storm(tmp_path, 20, 3, 40, (game,))
    assert tally.committed >= 3, tally
    assert tally.posted >= 3, tally
