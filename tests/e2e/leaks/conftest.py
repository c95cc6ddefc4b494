"""The program's own log at DEBUG, as bot/app/run.py sets it up, and standard error, for the tests of leaks."""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Generator

import pytest

from bot.operations.logs import configure_logging

LOGGERS = (
    "bot",
    "cogs",
    "data",
    "rules",
    "sandbox",
    "discord",
    "aiohttp",
    "asyncio",
    "aiosqlite",
    "sqlalchemy",
    "alembic",
    "PIL",
)


@pytest.fixture
def stderr(monkeypatch: pytest.MonkeyPatch) -> Generator[io.StringIO]:
    """What the program writes to standard error, its log at DEBUG among it; everything is put back afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in LOGGERS}
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    root.handlers[:] = []  # not closed by `force`: they are pytest's
    configure_logging("DEBUG")
    yield written
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, was in levels.items():
        logging.getLogger(name).setLevel(was)
