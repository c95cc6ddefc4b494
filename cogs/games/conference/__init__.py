"""Conference on Discord: `/conference new`, and its look."""

from __future__ import annotations

from bot.app.client import EldestHand
from cogs.games.conference.commands import Conference


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Conference(bot))
