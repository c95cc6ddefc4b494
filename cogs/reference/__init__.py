"""`/help` and `/rules`."""

from __future__ import annotations

from bot.app.client import EldestHand
from cogs.reference.help import Help
from cogs.reference.rulebook import RulesCommands


async def setup(bot: EldestHand) -> None:
    """Load the cogs."""
    for cog in (Help, RulesCommands):
        await bot.add_cog(cog(bot))
