"""What killed processes leave is collected where nobody hears of it, and not amid a later test."""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest

from tests.virtual.loop import unheard


@pytest.fixture(autouse=True)
def forget_logged_errors(caplog: pytest.LogCaptureFixture) -> Generator[None]:
    """Forget the exceptions that were logged: each holds the process in which it was raised."""
    yield
    caplog.get_records("call").clear()
    with unheard():
        gc.collect()
