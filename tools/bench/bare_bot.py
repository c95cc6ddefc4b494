"""The floor of the interaction benchmark: a bare discord.py bot with one persistent button that only answers."""

from __future__ import annotations

import os

import discord
from discord.http import Route


class Only(discord.ui.View):
    """One button that says it was clicked."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Click", custom_id="bare")
    async def click(self, interaction: discord.Interaction[discord.Client], _: discord.ui.Button[Only]) -> None:
        """Answer by editing the message, as our own hands do."""
        await interaction.response.edit_message(content="You clicked.")


class Bare(discord.AutoShardedClient):
    """The bot."""

    async def setup_hook(self) -> None:
        """Make the button work."""
        self.add_view(Only())


def connect(kind: type[discord.AutoShardedClient]) -> None:
    """Run a bot of this kind against ELDEST_API_BASE until killed."""
    Route.BASE = os.environ["ELDEST_API_BASE"]
    bot = kind(intents=discord.Intents(guilds=True), member_cache_flags=discord.MemberCacheFlags.none())
    bot.run(os.environ["ELDEST_TOKEN"], log_handler=None)


if __name__ == "__main__":
    connect(Bare)
