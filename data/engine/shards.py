"""Discord's shards: which part of a bot's servers one connection hears of."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


def shard_of(guild: int, count: int) -> int:
    """Return the shard of a guild, among `count` shards."""
    return (guild >> 22) % count


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of the `count` shards of a bot."""

    count: int
    ids: frozenset[int]

    def has_guild(self, guild: int) -> bool:
        """Whether a guild is on one of these shards."""
        return shard_of(guild, self.count) in self.ids

    def among(self, ids: Collection[int]) -> Shards:
        """Return the shards among these with the given ids."""
        return Shards(self.count, self.ids & frozenset(ids))
