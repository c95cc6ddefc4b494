"""What holds for every test of the cogs."""

from __future__ import annotations

import logging
from collections.abc import Generator

import pytest

from tests.support.patience import be_patient
from tests.support.statements import share_statements

share_statements()


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are deferred as late as may be. A test of deferring sets its own time."""
    be_patient(monkeypatch)


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Generator[None]:
    """Whatever people press, the operator's log has no error and no traceback."""
    yield
    loud = [
        log_record
        for log_record in caplog.get_records("call")
        if log_record.levelno >= logging.ERROR or log_record.exc_info
    ]
    assert not loud, [log_record.getMessage() for log_record in loud]
