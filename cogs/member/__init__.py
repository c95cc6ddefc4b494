"""A member's own settings, absence, blocks and privacy."""

from __future__ import annotations

from bot.app.client import EldestHand
from cogs.member.away import Away
from cogs.member.blocks import Blocks
from cogs.member.privacy import Privacy
from cogs.member.settings import Settings


async def setup(bot: EldestHand) -> None:
    """Load the cogs."""
    for cog in (Away, Blocks, Privacy, Settings):
        await bot.add_cog(cog(bot))
