"""The log's levels and formats."""

from __future__ import annotations

import logging
import re
import sys
from typing import Any, Final

import discord
from pythonjsonlogger.json import JsonFormatter

OWN_LOGGERS: Final = ("bot", "cogs", "data", "rules", "sandbox")

ID_PATTERN: Final = re.compile(r"\b(table|guild|user|interaction|channel|message|pad|night|revision) (\d+)\b")
"""The ids in our own lines: in JSON each is a field of its own, so that lines can be searched by it."""


class JsonLineFormatter(JsonFormatter):
    """Formats a log line as a JSON object, with the ids that it names as fields."""

    def __init__(self) -> None:
        super().__init__(  # pyright: ignore[reportUnknownMemberType]  # its callables say not what they take
            "{asctime}{levelname}{name}{message}",
            style="{",
            datefmt="%Y-%m-%dT%H:%M:%S%z",
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
        )

    def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:
        """Add the ids of a record; the first of each name counts."""
        super().add_fields(log_data, record, message_dict)
        if record.name.partition(".")[0] in OWN_LOGGERS:
            for name, number in ID_PATTERN.findall(record.getMessage()):
                log_data.setdefault(name, int(number))


def configure_logging(level: str, form: str = "text") -> None:
    """Log our own lines at `level`, and libraries at INFO at least, because below that they would print hidden cards.

    With the form "json" each line is an object, else it is text.
    """
    logging.basicConfig(
        level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True
    )
    if form == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonLineFormatter())
    for ours in OWN_LOGGERS:
        logging.getLogger(ours).setLevel(level)
    log_level = logging.getLevelNamesMapping()[level]
    for theirs in ("discord", "aiohttp", "asyncio"):
        logging.getLogger(theirs).setLevel(max(logging.INFO, log_level))
    # The bot never speaks: what a newcomer need not install is not missed.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    for chatty in ("aiosqlite", "sqlalchemy", "alembic", "PIL"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, log_level))
