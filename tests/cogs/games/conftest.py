"""One bot for all tests of a module that open tables by commands: none of them asks for another's."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest_asyncio

from tests.support.house import House
from tests.support.wire_tables import room


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def here() -> AsyncGenerator[House]:
    """The house; its tests run on its loop: `pytest.mark.asyncio(loop_scope="module")`."""
    async with room() as house:
        yield house
