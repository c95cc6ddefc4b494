"""A bot whose people open tables by commands."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from tests.support.house import House
from tests.support.wire_tables import room


@pytest.fixture
async def here() -> AsyncGenerator[House]:
    """The house."""
    async with room() as house:
        yield house
