"""One lock for each key, and none that nobody needs."""

from __future__ import annotations

import asyncio
import gc

from bot.common.locks import KeyedLocks


async def test_holders_of_one_key_wait_in_turn_and_leave_no_lock() -> None:
    locks, holders, most_holders = KeyedLocks[int](), dict.fromkeys(range(3), 0), 0

    async def enter(key: int) -> None:
        nonlocal most_holders
        async with locks.of(key):
            holders[key] += 1
            most_holders = max(most_holders, sum(holders.values()))
            assert holders[key] == 1
            await asyncio.sleep(0)
            holders[key] -= 1

    await asyncio.gather(*(enter(key) for key in (0, 1, 2) * 20))
    assert most_holders == 3
    gc.collect()
    assert len(locks) == 0
