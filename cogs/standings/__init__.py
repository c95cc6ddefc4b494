"""Standings on Discord: `/stats`, `/leaderboard` and `/season`, and what their messages do."""

from __future__ import annotations

from bot.app.client import EldestHand
from cogs.standings.hall_of_fame import HallOfFame
from cogs.standings.leaderboard import Leaderboard
from cogs.standings.seasons import Seasons
from cogs.standings.stats import Stats


async def setup(bot: EldestHand) -> None:
    """Load the cogs."""
    for cog in (Stats, Leaderboard, HallOfFame, Seasons):
        await bot.add_cog(cog(bot))
