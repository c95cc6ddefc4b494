"""The error codes of Discord's JSON answers that the bot handles."""

from __future__ import annotations

from typing import Final

import discord

from data.engine.errors import StoreError

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MEMBER: Final = 10007
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_USER: Final = 10013
UNKNOWN_WEBHOOK: Final = 10015
UNKNOWN_INTERACTION: Final = 10062
TOO_MANY_OLD_EDITS: Final = 30046
"""Too many edits of a message that is older than an hour."""

ACKNOWLEDGED: Final = 40060
"""The interaction was acknowledged before: by our own lost try, or by another delivery."""

INVALID_TOKEN: Final = 50027
NO_ACCESS: Final = 50001
NO_PERMISSION: Final = 50013
ARCHIVED: Final = 50083
"""The thread is archived: nothing in it changes until it is unarchived."""

THREAD_EXISTS: Final = 160004
"""A thread was made from this message before, by a try whose answer was lost."""

LOCKED: Final = 160005
"""The thread is locked: only who may manage threads opens it again."""

TOO_MANY_THREADS: Final = 160006
"""The server has as many active threads as it may."""

CLOSED_TO_DIRECT: Final = frozenset({50007, 50278})
"""The user takes no direct messages, or shares no server with the bot."""

MISSING: Final = frozenset({UNKNOWN_MESSAGE, UNKNOWN_CHANNEL})
"""The message is gone, alone or with its channel."""

TOO_LATE_CODES: Final = frozenset({UNKNOWN_INTERACTION, ACKNOWLEDGED, INVALID_TOKEN, UNKNOWN_WEBHOOK})
"""The interaction can no longer be answered."""

FORBIDDEN: Final = frozenset({NO_ACCESS, NO_PERMISSION})
"""The bot lacks permission; further tries count towards a ban of the whole address."""

CLOSED: Final = frozenset({ARCHIVED, LOCKED, TOO_MANY_THREADS})
"""The thread exists but accepts nothing."""


def is_permanent(error: Exception) -> bool:
    """Whether Discord's refusal holds until a user changes permissions or channels."""
    return isinstance(error, discord.HTTPException) and error.code in FORBIDDEN | {UNKNOWN_CHANNEL}


def is_transient(error: Exception) -> bool:
    """Whether the same request may succeed later: Discord is in trouble, or `error` is no answer of Discord's."""
    return not isinstance(error, discord.HTTPException) or error.status >= 500 or error.status == 429


def describe_error(error: Exception) -> str:
    """Return an error for the operator's log: Discord's status and code, the store's detail, or the type."""
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.code}"
    return str(error) if isinstance(error, StoreError) else type(error).__name__
