"""What holds for every end-to-end test."""

from __future__ import annotations

import pytest

from tests.support.patience import be_patient
from tests.support.statements import share_statements

share_statements()


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Defer answers as late as may be. A test of deferring sets its own time."""
    be_patient(monkeypatch)
