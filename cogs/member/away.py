"""`/away`: the clocks of somebody who is away for some days stand still, and their tables say so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.client import EldestHand
from bot.people.quiet_hours import away_until, come_home, going_away
from bot.tables.services.deadline_refresh import retime_tables_of
from bot.ui.settings.quiet_hours import OFFERED, days_ahead, moment_of
from data.records import Preferences


class Away(commands.GroupCog, name="away", group_description="Say that you are away: your clocks stand still"):
    """Going away, and coming back."""

    def __init__(self, bot: EldestHand) -> None:
        self.services = bot.services

    @app_commands.command(name="until", description="Away until a day: your clocks stand still, and your tables say so")
    @app_commands.describe(day="The morning on which you are back; days are offered as you type")
    async def until(self, interaction: discord.Interaction[Any], day: str) -> None:
        """Note that somebody is away, or until when."""
        async with self.services.responder.answering(interaction, "private") as reply:
            who, now = interaction.user, self.services.tables.clock()

            def away(likes: Preferences) -> Preferences:
                return replace(likes, away=going_away(likes, now, moment_of(day, likes, now)))

            likes = await self.services.people.update(who, away)
            until = away_until(likes, now) or now
            await retime_tables_of(self.services.tables, who.id, until)
            zone = "" if likes.zone else "I know no time zone of yours, so I took UTC: `/settings night` names it. "
            await reply.sentence(
                f"You are away until <t:{until // 1000}:f>. {zone}Until then your clocks stand still, no table "
                "mentions or reminds you, and your tables say so. You may play all the same. Back "
                "earlier? `/away back`."
            )

    @until.autocomplete("day")
    async def _days(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        likes = await self.services.people.of(interaction.user.id)
        days = days_ahead(likes, self.services.tables.clock())
        found = [(name, value) for name, value in days if typed.casefold() in f"{name} {value}".casefold()]
        return [app_commands.Choice(name=name, value=value) for name, value in found[:OFFERED]]

    @app_commands.command(name="back", description="You are back: your clocks run again")
    async def back(self, interaction: discord.Interaction[Any]) -> None:
        """Note that somebody is back."""
        async with self.services.responder.answering(interaction, "private") as reply:
            who, now = interaction.user, self.services.tables.clock()
            await self.services.people.update(who, lambda likes: replace(likes, away=come_home(likes, now)))
            await retime_tables_of(self.services.tables, who.id)
            await reply.sentence("Welcome back. Your clocks run again; `/table mine` lists what waits for you.")


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Away(bot))
