"""Abracadabra on Discord: `/abracadabra new`, and its look."""

from __future__ import annotations

from bot.app.client import EldestHand
from cogs.games.abracadabra.commands import Abracadabra


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Abracadabra(bot))
