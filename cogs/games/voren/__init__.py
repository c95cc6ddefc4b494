"""Voren on Discord: `/voren new`, and its look."""

from __future__ import annotations

from bot.app.client import EldestHand
from cogs.games.voren.commands import Voren


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Voren(bot))
