"""Giving way to people, for a while."""

from __future__ import annotations

import asyncio
from time import monotonic

from bot.scheduler.backpressure import POLITE, give_way, nobody


async def test_whoever_waits_is_let_through_and_nobody_else_waits_for_long() -> None:
    answered = asyncio.Event()
    giving = asyncio.create_task(give_way(lambda: not answered.is_set()))
    await asyncio.sleep(0.03)
    assert not giving.done()
    answered.set()
    await asyncio.wait_for(giving, POLITE / 2)

    began = monotonic()
    await give_way(lambda: True)
    assert monotonic() - began >= POLITE
    began = monotonic()
    await give_way(nobody)
    assert monotonic() - began < POLITE
