"""Bans: moderators keep a user from the tables and pads of a server."""

from __future__ import annotations

from typing import Final

from bot.common.errors import Declined
from data.store import Store

BANNED_TEXT: Final = "Moderators have banned you from all tables here. They can tell you why."


async def check_not_banned(store: Store, guild: int, user: int) -> None:
    """Check that a user is not banned in a server. Raises Declined if they are, StoreError."""
    if await store.moderation.banned_among(guild, [user]):
        raise Declined(BANNED_TEXT)
