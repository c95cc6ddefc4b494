"""Quince on Discord: `/quince new`, and its look."""

from __future__ import annotations

from cogs.games.quince.commands import Quince

from bot.app.client import EldestHand


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Quince(bot))
