"""What holds for every test of the cogs."""

from __future__ import annotations

import logging
from collections.abc import Generator

import pytest

from bot.wire import replies
from tests.e2e.conftest import PATIENT


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no failure: answers are deferred as late as may be. A test of deferring sets its own time."""
    monkeypatch.setattr(replies, "DEFER_AFTER", PATIENT)


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Generator[None]:
    """Whatever people press, the operator's log has no error and no traceback."""
    yield
    loud = [one for one in caplog.get_records("call") if one.levelno >= logging.ERROR or one.exc_info]
    assert not loud, [one.getMessage() for one in loud]
