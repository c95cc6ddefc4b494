"""What holds for every end-to-end test."""

from __future__ import annotations

import pytest

from bot.wire import replies

PATIENT = 2.7
"""Seconds; the stand-in gives up after three, as Discord does."""


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no failure: answers are deferred as late as may be. The test of deferring sets its own time."""
    monkeypatch.setattr(replies, "DEFER_AFTER", PATIENT)
