"""Where the bot is killed and its calls are spoiled, nobody waits long for an answer that cannot come."""

from __future__ import annotations

import pytest

from bot.transport.interactions import responses

PATIENT = 2.7
"""Seconds; the stand-in gives up after three, as Discord does."""


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of the fixture of that name for all end-to-end tests: deferred as late as may be, lost after three."""
    monkeypatch.setattr(responses, "DEFER_AFTER_SECONDS", PATIENT)
