"""What killed processes leave is collected where nobody hears of it, and not amid a later test."""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest

from tests.virtual.loop import unheard


@pytest.fixture(autouse=True)
def buried(caplog: pytest.LogCaptureFixture) -> Generator[None]:
    """Whatever was logged with an exception holds the process in which it was raised, connections included."""
    yield
    caplog.get_records("call").clear()
    with unheard():
        gc.collect()
