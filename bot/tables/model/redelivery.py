"""What is told while somebody sleeps, is away or has just gone is told again to them: its key, and since when."""

from __future__ import annotations

from typing import Final

from data.records import AGAIN

SINCE: Final = "since"
"""The entry of what is told again: when (ms) that was owed."""

REST: Final = "rest"
"""The entry for the users to whom it is told again."""

HERE: Final = "here"
"""The entry for whether that is so soon that they had used the bot at the table just before, and may be there still."""


def told_of(key: str) -> str:
    """The key of what is told, of that or of what tells it again."""
    return key.partition(AGAIN)[0]


def told_again(key: str) -> str:
    """The key of what tells the same once more."""
    first, _, times = key.partition(AGAIN)
    return f"{first}{AGAIN}{int(times or 0) + 1}"
