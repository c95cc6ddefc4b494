"""A stand-in for each test, and the bot's side of its wire."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from sandbox import Sandbox
from tests.sandbox.wire import Wire


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with await Sandbox.start(None) as started_sandbox:
        yield started_sandbox


@pytest.fixture
async def wire(sandbox: Sandbox) -> AsyncIterator[Wire]:
    async with Wire(sandbox) as open_wire:
        yield open_wire
