"""Standings on Discord: `/stats`, `/leaderboard`, `/season` and `/halloffame`, and what their messages do."""

from __future__ import annotations

from bot.client import EldestHand
from cogs.results.fame import HallOfFame
from cogs.results.leaderboard import Leaderboard
from cogs.results.seasons import Seasons
from cogs.results.stats import Stats


async def setup(bot: EldestHand) -> None:
    """Load the cogs."""
    for cog in (Stats, Leaderboard, HallOfFame, Seasons):
        await bot.add_cog(cog(bot))
