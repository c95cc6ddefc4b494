"""The log as JSON: one object a line, with ids as fields, and never a word more than the text has."""

from __future__ import annotations

import json
import logging
from collections.abc import Generator

import pytest

from bot.common.errors import redact
from bot.operations.logs import configure_logging

HIDDEN = "QH-KS"
LIBRARIES = ("discord", "aiohttp", "asyncio", "aiosqlite", "sqlalchemy", "alembic", "PIL")
LOGGERS = ("", "bot", "cogs", "data", "rules", "sandbox", *LIBRARIES)


@pytest.fixture(autouse=True)
def restore_logging() -> Generator[None]:
    """Leave handlers and levels as they were before the test."""
    root = logging.getLogger()
    handlers, levels = root.handlers[:], {name: logging.getLogger(name).level for name in LOGGERS}
    yield
    for handler in root.handlers[:]:
        if handler not in handlers:
            root.removeHandler(handler)
    for handler in handlers:
        if handler not in root.handlers:
            root.addHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def read_lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    """Return what has been logged since the last call, one record a line."""
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_ids_are_fields(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("INFO", "json")
    logging.getLogger("bot.scheduler.scheduler").warning("table %s: %s %s is given up (%s)", 17, "ping", 4, "HTTP 403")
    logging.getLogger("bot.x").info("interaction %s of user %s in channel %s, table 3, table 4", 10**18, 5, 6)
    logging.getLogger("bot.x").debug("not at this level")
    first, second = read_lines(capsys)
    assert first["message"] == "table 17: ping 4 is given up (HTTP 403)"
    assert (first["level"], first["logger"], first["table"]) == ("WARNING", "bot.scheduler.scheduler", 17)
    assert str(first["time"]).startswith("20")
    assert (second["interaction"], second["user"], second["channel"], second["table"]) == (10**18, 5, 6, 3)


def test_others_words_are_not_taken_apart(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("INFO", "json")
    logging.getLogger("discord.gateway").info("user 7 and\nanother line")
    (line,) = read_lines(capsys)
    assert line["message"] == "user 7 and\nanother line"
    assert "user" not in line


def test_a_traceback_stays_in_its_line_without_what_the_error_said(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("INFO", "json")
    try:
        raise ValueError(HIDDEN)
    except ValueError as error:
        logging.getLogger("bot.x").exception("table 2 failed", exc_info=redact(error))
    (line,) = read_lines(capsys)
    assert "test_logs.py" in str(line["exc_info"])
    assert HIDDEN not in str(line)


@pytest.mark.parametrize("form", ["text", "json"])
def test_libraries_stay_silent_in_either_form(capsys: pytest.CaptureFixture[str], form: str) -> None:
    configure_logging("DEBUG", form)
    for name in ("discord.http", "aiosqlite", "sqlalchemy.engine", "alembic", "asyncio", "aiohttp.client"):
        logging.getLogger(name).debug("QH-KS")
    logging.getLogger("bot").debug("ours")
    err = capsys.readouterr().err
    assert "ours" in err
    assert "QH-KS" not in err
