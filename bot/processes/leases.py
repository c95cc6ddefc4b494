"""The leases of this process: of its shards, and of what one process does for all.

A process connects its shards once it has their leases. Until then it is a reserve: another process has them. A process
that is alone has everything, and keeps no leases.
"""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import Final

from bot.common.signals import Signal
from bot.common.tasks import cancel_and_wait
from data.engine.errors import StoreError
from data.engine.process import Process
from data.engine.shards import Shards
from data.processes.leases import COUNT_LEASE, LEADER_LEASE, SHARD_LEASE
from data.store import Store
from data.tables.records import Work
from data.tables.shard_rows import table_shard

log = logging.getLogger(__name__)

LEASE_SECONDS: Final = 6.0
"""Seconds after which a lease that is not renewed is another process's to take."""

RENEW_SECONDS: Final = 2.0
"""Seconds between two renewals."""


class ShardLeases:
    """The leases of this process, whose shards are `shards`; None where it is alone and has all."""

    def __init__(self, store: Store, shards: Shards | None) -> None:
        self._store = store.leases
        self._process = store.process
        self._shards = shards
        self._until: dict[str, float] = {}
        """The time on the monotonic clock until which each lease is surely this process's."""
        self._renewing: asyncio.Task[None] | None = None
        self._shards_taken = asyncio.Event()
        """Set once this process has the leases of all its shards."""
        self._shards_lost = asyncio.Event()
        """Set once another process has a shard's lease that this one had."""
        self.gained: Signal[frozenset[str]] = Signal()
        """Emitted with the names of leases that this process has taken."""

    async def start(self) -> None:
        """Take what nobody has, and renew from now on."""
        if self._process is not None:
            await self._renew()
            self._renewing = asyncio.create_task(self._run(), name="leases")

    async def close(self) -> None:
        """Let the others have them."""
        await cancel_and_wait(self._renewing)
        self._until.clear()
        if self._process is not None:
            try:
                await self._store.release(self._process.name)
            except StoreError as error:
                log.warning("the leases are not released (%s): they run out in %s s", error, LEASE_SECONDS)

    def held_among(self, shards: Shards) -> Shards:
        """Return the shards among these whose work this process does."""
        if self._process is None:
            return shards
        return shards.among([shard for shard in shards.ids if self._has(f"{SHARD_LEASE}{shard}")])

    def is_ours(self, work: Work) -> bool:
        """Whether a work item is this process's to run."""
        if self._process is None:
            return True
        return self._has(f"{SHARD_LEASE}{table_shard(work.guild, work.table_id or 0, self._process.shard_count)}")

    async def wait_shards(self) -> None:
        """Wait until this process has the leases of all its shards."""
        if self.is_reserve:
            log.info("in reserve: another process has leases of these shards")
            await self._shards_taken.wait()

    async def wait_lost(self) -> None:
        """Wait until another process has taken a shard's lease from this one; for ever where none does."""
        await self._shards_lost.wait()

    async def wait_leader(self) -> None:
        """Wait until this process does what one does for all."""
        while not self.is_leader:  # noqa: ASYNC110  # it is the leader for a time, and then perhaps not
            await asyncio.sleep(RENEW_SECONDS)

    @property
    def is_reserve(self) -> bool:
        """Whether this process has never had the leases of all its shards, and so has not connected them."""
        return self._process is not None and not self._shards_taken.is_set()

    @property
    def is_leader(self) -> bool:
        """Whether this process does what one does for all."""
        return self._process is None or self._has(LEADER_LEASE)

    def _has(self, name: str) -> bool:
        return self._until.get(name, 0.0) > monotonic()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            await self._renew()

    async def _renew(self) -> None:
        """Take or renew the leases of this process, and report the gained and the lost ones."""
        assert self._process is not None
        assert self._shards is not None
        names = [LEADER_LEASE, *(f"{SHARD_LEASE}{shard}" for shard in sorted(self._shards.ids))]
        began = monotonic()
        try:
            taken_shards = await self._take(names, self._process)
        except StoreError as error:
            log.warning("the leases are not renewed: %s", error)
            return
        before = {name for name in names if self._has(name)}  # one that ran out meanwhile is taken anew
        lost = self._until.keys() - taken_shards
        self._until = dict.fromkeys(taken_shards, began + LEASE_SECONDS)
        if lost:
            log.warning("another process has taken the leases: %s", ", ".join(sorted(lost)))
        if lost - {LEADER_LEASE}:
            self._shards_lost.set()
        if gained := taken_shards - before:
            log.info("leases taken: %s", ", ".join(sorted(gained)))
            self.gained.emit(frozenset(gained))
        if taken_shards.issuperset(names[1:]):
            self._shards_taken.set()

    async def _take(self, names: list[str], process: Process) -> frozenset[str]:
        """Renew these leases or take them: none while another process divides the bot into more or fewer shards."""
        milliseconds = int(LEASE_SECONDS * 1000)
        if await self._store.renew([COUNT_LEASE], str(process.shard_count), milliseconds):
            return await self._store.renew(names, process.name, milliseconds)
        log.error("ELDEST_SHARD_COUNT is another number in another process: this one does no work that falls due")
        return frozenset()
