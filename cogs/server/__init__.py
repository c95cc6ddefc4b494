"""Moderation, club nights, leagues and matches, by a server's moderators and organisers."""

from __future__ import annotations

from bot.app.client import EldestHand
from cogs.server.club_nights import Nights
from cogs.server.leagues import Leagues
from cogs.server.matches import Matches
from cogs.server.moderation import Moderate


async def setup(bot: EldestHand) -> None:
    """Load the cogs."""
    for cog in (Nights, Leagues, Matches, Moderate):
        await bot.add_cog(cog(bot))
