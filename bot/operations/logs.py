"""The log: how much is said, and in which form."""

from __future__ import annotations

import logging
import re
import sys
from typing import Any, Final

import discord
from pythonjsonlogger.json import JsonFormatter

OURS: Final = ("bot", "cogs", "data", "rules", "sandbox")

IDS: Final = re.compile(r"\b(table|guild|user|interaction|channel|message|pad|night|revision) (\d+)\b")
"""What our own lines call by its number: in JSON each is a field of its own, so that lines can be sought by it."""


class Json(JsonFormatter):
    """A line of our own log as an object, with the ids that it names as fields beside the sentence."""

    def __init__(self) -> None:
        super().__init__(  # pyright: ignore[reportUnknownMemberType]  # its callables say not what they take
            "{asctime}{levelname}{name}{message}",
            style="{",
            datefmt="%Y-%m-%dT%H:%M:%S%z",
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
        )

    def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:
        """Add the ids to what the library makes of a record; the first of each name counts."""
        super().add_fields(log_data, record, message_dict)
        if record.name.partition(".")[0] in OURS:
            for name, number in IDS.findall(record.getMessage()):
                log_data.setdefault(name, int(number))


def configure_logging(level: str, form: str = "text") -> None:
    """Our own log at `level`; the libraries never below INFO, because they would print hidden cards.

    With the form "json" each line is an object, else it is text.
    """
    logging.basicConfig(
        level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True
    )
    if form == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(Json())
    for ours in OURS:
        logging.getLogger(ours).setLevel(level)
    wanted = logging.getLevelNamesMapping()[level]
    for theirs in ("discord", "aiohttp", "asyncio"):
        logging.getLogger(theirs).setLevel(max(logging.INFO, wanted))
    # The bot never speaks: what a newcomer need not install is not missed.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    for chatty in ("aiosqlite", "sqlalchemy", "alembic", "PIL"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, wanted))
