"""The leases of a process, as it knows them while the database answers late."""

from __future__ import annotations

from collections.abc import Collection
from types import SimpleNamespace
from typing import Any

import pytest

from bot.processes import leases
from bot.processes.leases import LEASE_SECONDS, ShardLeases
from data.engine.process import Process
from data.engine.shards import Shards

ALL = frozenset({"leader", "shard 0", "shard 1"})


class SlowLeases:
    """Renews everything, after `seconds` on a clock that the test turns."""

    def __init__(self) -> None:
        self.now = 0.0
        self.seconds = 0.0

    async def renew(self, names: Collection[str], _owner: str, _milliseconds: int) -> frozenset[str]:
        """All of these."""
        self.now += self.seconds
        return frozenset(names)


async def test_a_lease_that_ran_out_while_it_was_renewed_is_gained_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asked for work meanwhile was told that there is none here."""
    kept = SlowLeases()
    monkeypatch.setattr(leases, "monotonic", lambda: kept.now)
    store: Any = SimpleNamespace(leases=kept, process=Process("one", 4))
    mine = ShardLeases(store, Shards(4, frozenset({0, 1})))
    gained = list[frozenset[str]]()
    mine.gained.connect(gained.append)
    await mine._renew()
    kept.now = LEASE_SECONDS - 1
    await mine._renew()
    assert gained == [ALL]
    kept.now += LEASE_SECONDS - 1
    kept.seconds = 2
    await mine._renew()
    assert gained == [ALL, ALL]
