"""Faults at chosen points: the n-th commit of the store, the n-th call of the bot over HTTP."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from sandbox.server.faults import Fault

COMMITS = ("before commit", "after commit")
CALLS = ("drop before", "drop after", "500 before", "500 after", "429")
KINDS = (*COMMITS, *CALLS)


def make_disk_error() -> sqlite3.OperationalError:
    """Return what SQLite says when a disk answers with an error: nobody knows whether the commit was kept."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_FSYNC"
    return error


@dataclass
class Trouble:
    """A plan of commits and calls that fail, counted from the last `plan`."""

    commits: dict[int, str] = field(default_factory=dict[int, str])
    calls: dict[int, str] = field(default_factory=dict[int, str])
    commit: int = 0
    call: int = 0
    points: deque[str] = field(default_factory=lambda: deque[str](maxlen=20))
    count: int = 0
    """Fault points met in all."""

    def plan(self, commits: dict[int, str], calls: dict[int, str]) -> None:
        """Let these fail from here on."""
        self.commit, self.call = 0, 0
        self.commits, self.calls = commits, calls

    def fail_commit(self, stage: str) -> None:
        """Fail if the plan says so, as the store's hook."""
        if stage == "before commit":
            self.commit += 1
        if self.commits.get(self.commit) == stage:
            del self.commits[self.commit]
            self.points.append(f"commit {self.commit} {stage}")
            self.count += 1
            raise make_disk_error()

    def fail_call(self, method: str, path: str) -> Fault | None:
        """Return the fault that the plan has for a call, as the stand-in's hook."""
        self.call += 1
        kind = self.calls.pop(self.call, None)
        if kind is None:
            return None
        self.points.append(f"call {self.call} {kind}: {method} {path.split('/')[1]}")
        self.count += 1
        after = kind.endswith("after")
        if kind.startswith("drop"):
            return Fault(0, "drop", after=after)
        return Fault(0, "status", status=int(kind[:3]), after=after, seconds=0.01)


class ShortSleeps(ModuleType):
    """`asyncio` for a library that sleeps for seconds between its tries: the sleeps are short."""

    def __init__(self) -> None:
        super().__init__("asyncio")

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(seconds: float, result: Any = None) -> Any:
        """Sleep for a hundredth of the time, and for a hundredth of a second at most."""
        return await asyncio.sleep(min(0.01, seconds / 100), result)
