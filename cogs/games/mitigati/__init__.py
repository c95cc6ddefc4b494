"""Mitigati on Discord: `/mitigati new`, and its look."""

from __future__ import annotations

from bot.app.client import EldestHand
from cogs.games.mitigati.commands import Mitigati


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Mitigati(bot))
