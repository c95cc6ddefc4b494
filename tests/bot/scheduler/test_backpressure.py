"""Giving way to people, for a while."""

from __future__ import annotations

import asyncio

from bot.scheduler.backpressure import MAX_YIELD_SECONDS, yield_to_interactions


async def test_waiting_calls_pass_and_delay_no_others() -> None:
    answered = asyncio.Event()
    giving = asyncio.create_task(yield_to_interactions(lambda: not answered.is_set()))
    await asyncio.sleep(0.03)
    assert not giving.done()
    answered.set()
    await asyncio.wait_for(giving, MAX_YIELD_SECONDS / 2)

    time = asyncio.get_running_loop().time
    began = time()
    await yield_to_interactions(lambda: True)
    assert MAX_YIELD_SECONDS <= time() - began < 2 * MAX_YIELD_SECONDS
    began = time()
    await yield_to_interactions(lambda: False)
    assert time() == began
