"""Mitigati on Discord: `/mitigati new`, and its look."""

from __future__ import annotations

from bot.client import EldestHand
from cogs.mitigati.commands import Mitigati


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Mitigati(bot))
