"""Five Crowns on Discord: `/fivecrowns new`, and its look."""

from __future__ import annotations

from bot.app.client import EldestHand
from cogs.games.five_crowns.commands import FiveCrowns


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(FiveCrowns(bot))
