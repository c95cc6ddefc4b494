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
    """Defer answers as late as may be. A test of deferring sets its own time."""
    be_patient(monkeypatch)


@pytest.fixture(autouse=True)
def check_log_for_errors(caplog: pytest.LogCaptureFixture) -> Generator[None]:
    """Fail where the operator's log has an error or a traceback, whatever people press."""
    yield
    errors = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR or record.exc_info]
    assert not errors, [record.getMessage() for record in errors]
