"""A process that shares the database with others."""

from __future__ import annotations

from secrets import token_hex
from typing import Final, NamedTuple

PROCESS: Final = "process"
"""The key of a session's info with its process, or None where it is alone."""


class Process(NamedTuple):
    """The name of a process, and into how many shards the bot is divided."""

    name: str
    shard_count: int


def new_process(shard_count: int) -> Process:
    """Return a process with a name that no other has."""
    return Process(token_hex(4), shard_count)
