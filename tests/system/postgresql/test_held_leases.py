"""The leases of a process, as it knows them while the database answers late."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.common.settings import Settings
from bot.operations.startup import open_store
from bot.processes import leases
from bot.processes.leases import LEASE_SECONDS, ShardLeases
from data.engine.process import Process
from data.engine.shards import Shards
from tests.support.databases import new_place

ALL = frozenset({"leader", "shard 0", "shard 1"})


class SlowLeases:
    """Renews everything, after `seconds` on a clock that the test turns."""

    def __init__(self) -> None:
        self.now = 0.0
        self.seconds = 0.0

    async def renew(self, names: Collection[str], _owner: str, _milliseconds: int) -> frozenset[str]:
        """Renew all of these."""
        self.now += self.seconds
        return frozenset(names)


async def test_a_lease_that_ran_out_while_it_was_renewed_is_gained_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asked for work meanwhile was told that there is none here."""
    slow_leases = SlowLeases()
    monkeypatch.setattr(leases, "monotonic", lambda: slow_leases.now)
    store: Any = SimpleNamespace(leases=slow_leases, process=Process("one", 4))
    shard_leases = ShardLeases(store, Shards(4, frozenset({0, 1})))
    gained = list[frozenset[str]]()
    shard_leases.gained.connect(gained.append)
    await shard_leases._renew()
    slow_leases.now = LEASE_SECONDS - 1
    await shard_leases._renew()
    assert gained == [ALL]
    slow_leases.now += LEASE_SECONDS - 1
    slow_leases.seconds = 2
    await shard_leases._renew()
    assert gained == [ALL, ALL]


async def test_of_two_who_divide_the_bot_into_different_numbers_of_shards_one_does_no_work(tmp_path: Path) -> None:
    """Shard 0 of 2 and shard 2 of 4 have servers in common."""
    with new_place("postgresql", tmp_path) as place:
        several = [
            Settings(database_url=place.url, shard_count=count, shard_ids=ids, erasure_log=tmp_path / "deletions")
            for count, ids in ((2, "0"), (4, "2"), (2, "1"))
        ]
        async with (
            open_store(several[0], backup=False) as first,
            open_store(several[1], backup=False) as second,
            open_store(several[2], backup=False) as third,
        ):
            stores = first, second, third
            all_leases = [ShardLeases(store, settings.shards) for store, settings in zip(stores, several, strict=True)]
            for lease in all_leases:
                await lease.start()
            id_list = [entry.held_among(Shards(4, frozenset(range(4)))).ids for entry in all_leases]
            for lease in all_leases:
                await lease.close()
    assert id_list == [{0}, set(), {1}]
