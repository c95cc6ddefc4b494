"""A busy machine is no failure: how long tests wait where Discord, or the bot, would wait no longer.

How fast the bot answers is what `make bench` measures. Machines that run tests stand still for seconds at a time.
"""

from __future__ import annotations

import threading
import time
from typing import Self

import pytest

from bot.transport.interactions import responses
from sandbox.server import limits

WINDOW = 60.0
"""Seconds that the stand-in waits for an answer; Discord waits three."""
PATIENT = 50.0
"""Seconds after which the bot defers an answer, in time for that."""


def be_patient(monkeypatch: pytest.MonkeyPatch, *, defers: float = PATIENT) -> None:
    """Let the stand-in wait, and the bot defer only after so many seconds."""
    monkeypatch.setattr(limits, "ACKNOWLEDGE_SECONDS", WINDOW)
    monkeypatch.setattr(responses, "DEFER_AFTER_SECONDS", defers)


class StandStill:
    """The times at which this machine stood still, noted by a thread that wants to wake every 50 ms."""

    GAP = 0.3
    """Seconds that it overslept."""

    def __init__(self) -> None:
        self.at: list[float] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        before = time.monotonic()
        while not self._over.wait(0.05):
            now = time.monotonic()
            if now - before > self.GAP:
                self.at.append(now)
            before = now

    def lately(self, at: float, within: float) -> bool:
        """Check whether the machine stood still in the seconds before `at`, or just then."""
        return any(at - within < stood < at + self.GAP for stood in self.at)
