"""Every commit and every call over HTTP may fail, at every point of a game: the game goes on and nothing is lost.

Seven kinds of fault: a commit fails before anything is kept, or after it was (the caller hears an error either way);
a call's connection breaks before or after Discord acted; 500 before or after it acted; 429.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from random import Random, SystemRandom

import pytest

import bot.scheduler.scheduler
from bot.transport.api.error_codes import TOO_LATE_CODES
from data.store import Store
from tests.e2e.faults import CALLS, COMMITS, ShortSleeps, Trouble
from tests.support.house import start_house
from tests.system.crash.ordeal import Ordeal

GAMES = ("voren", "five_crowns")
ON_PURPOSE = {*TOO_LATE_CODES, 160004, 10008, 10062, 40060}
"""Refusals that the faults bring about: a 429, answers to what has been answered, edits of what has gone."""


@asynccontextmanager
async def start_ordeal(seed: int, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Ordeal]:
    """Yield an ordeal whose store and Discord can be told to fail, and where nobody waits for long."""
    print(f"ELDEST_SEED={seed}", flush=True)
    trouble = Trouble()
    for module in ("discord.http", "discord.webhook.async_"):
        monkeypatch.setattr(f"{module}.asyncio", ShortSleeps())
    monkeypatch.setattr(bot.scheduler.scheduler, "RETRY_DELAYS_SECONDS", (0.02,) * 50)
    async with start_house(ping_delay=0, ping_quiet=0, max_live_tables=1000) as house:
        house.check_every = 10
        house.tolerate = lambda request: request.answer.get("code") in ON_PURPOSE
        await house.stop()
        store = await Store.open(house.settings.database_url, fault=trouble.fail_commit)
        await house.start(store=store)
        house.sandbox.faults.hook = trouble.fail_call
        # A request that was told to fail has not been read: its body is checked when it comes again.
        house.sandbox.recorder.requests[:] = [
            lambda request: None if request.status in {0, 429, 500} else house._check(request)
        ]
        yield Ordeal(house, trouble, Random(seed))


def choose_seed() -> int:
    """Return a new seed, or the one that repeats an earlier run."""
    return int(os.environ.get("ELDEST_SEED") or SystemRandom().randrange(1 << 32))


async def fail_every_point(house: Ordeal, game: str, *, step: int = 1) -> None:
    """Play games with one fault each: each kind at every point, until a whole game has no such point."""
    for kinds, most in ((COMMITS, 60), (CALLS, 120)):
        for kind in kinds:
            for point in range(1 + house.rng.randrange(step), most, step):
                plan = {point: kind}
                commits, calls = (plan, {}) if kinds is COMMITS else ({}, plan)
                met = house.trouble.count
                await house.game(commits, calls, game)
                if house.trouble.count == met:
                    break  # the game has no such point


async def fail_many_points(house: Ordeal, points: int) -> None:
    """Play games with many faults each, until so many points have been met."""
    rng = house.rng
    while house.trouble.count < points:
        rate = rng.choice((0.05, 0.15, 0.3))
        commits = {n: rng.choice(COMMITS) for n in range(1, 80) if rng.random() < rate}
        calls = {n: rng.choice(CALLS) for n in range(1, 200) if rng.random() < rate}
        await house.game(commits, calls, GAMES[house.games % len(GAMES)])


@pytest.mark.timeout(120)
async def test_faults_at_points_all_along_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_ordeal(int(os.environ.get("ELDEST_SEED", "10")), monkeypatch) as house:
        await fail_every_point(house, "voren", step=32)
        await fail_many_points(house, max(60, house.trouble.count + 20))
        print(house)
        assert house.trouble.count >= 60


@pytest.mark.soak
async def test_ten_thousand_fault_points(monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_ordeal(choose_seed(), monkeypatch) as house:
        for game in GAMES:
            await fail_every_point(house, game)
        await fail_many_points(house, 10_000)
        print(house)
