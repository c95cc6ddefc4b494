"""Identifies one shard at a time in each of Discord's buckets (max_concurrency), among all processes."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from data.engine.errors import StoreError
from data.engine.process import Process
from data.processes.leases import IDENTIFY_LEASE
from data.store import Store

log = logging.getLogger(__name__)

BUCKET_MS: Final = 7000
"""Milliseconds for which a shard has its bucket: Discord takes one IDENTIFY in 5 s, and counts from when it arrives.

The lease begins before the connection is open, which takes a busy process up to some seconds.
"""

POLL_SECONDS: Final = 0.5
"""Seconds between two looks whether the bucket is free."""


async def wait_for_bucket(store: Store, process: Process, shard: int, max_concurrency: int) -> None:
    """Wait until a shard may identify; nobody else does in its bucket for some seconds."""
    bucket = f"{IDENTIFY_LEASE}{shard % max_concurrency}"
    while True:
        try:
            if await store.leases.take(bucket, process.name, BUCKET_MS):
                return
        except StoreError as error:
            log.warning("shard %s waits to identify: %s", shard, error)
            await asyncio.sleep(BUCKET_MS / 1000)
        await asyncio.sleep(POLL_SECONDS)
