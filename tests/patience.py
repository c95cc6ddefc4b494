"""A busy machine is no failure: how long tests wait where Discord, or the bot, would wait no longer.

How fast the bot answers is what `make bench` measures. Machines that run tests stand still for seconds at a time.
"""

from __future__ import annotations

import pytest

from bot.sandbox.server import limits
from bot.wire import replies

WINDOW = 60.0
"""Seconds that the stand-in waits for an answer; Discord waits three."""
PATIENT = 50.0
"""Seconds after which the bot defers an answer, in time for that."""


def be_patient(monkeypatch: pytest.MonkeyPatch, *, defers: float = PATIENT) -> None:
    """Let the stand-in wait, and the bot defer only after so many seconds."""
    monkeypatch.setattr(limits, "ACKNOWLEDGE_SECONDS", WINDOW)
    monkeypatch.setattr(replies, "DEFER_AFTER", defers)
