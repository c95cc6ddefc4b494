"""`/away`: the clocks of an absent player stop for some days, and their tables show it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.router import ComponentInteraction, route
from bot.people.person import Person
from bot.people.quiet_hours import away_until, begin_absence, end_absence
from bot.tables.services.deadline_refresh import retime_tables_of
from bot.transport.interactions.responder import suggests
from bot.ui.kit.components import MAX_SUGGESTIONS
from bot.ui.kit.custom_ids import CustomId
from bot.ui.settings.preferences_page import DAY, away_form, preferences_page
from bot.ui.settings.quiet_hours import parse_moment, suggest_days
from cogs.base import ComponentCog
from data.people.records import Preferences


class Away(ComponentCog, commands.GroupCog, name="away", group_description="Go away or come back"):
    """Going away, and coming back."""

    @app_commands.command(name="until", description="Go away until a day; your clocks stop")
    @app_commands.describe(day="The day you are back")
    async def until(self, interaction: discord.Interaction[Any], day: str) -> None:
        """Record that the user is away, and until when."""
        async with self.services.responder.respond(interaction, "private") as response:
            preferences = await self._go(interaction.user, day)
            until = away_until(preferences, self.services.tables.clock()) or 0
            zone = "" if preferences.zone else " That is in UTC. To set your time zone: `/settings quiet`."
            await response.send_sentence(
                f"You are away until <t:{until // 1000}:f>. Your clocks stop, and no table mentions you. You can "
                f"still play.{zone}"
            )

    async def _go(self, who: Person, day: str) -> Preferences:
        """Record that the user is away until a day. Raises Declined, StoreError."""
        now_ms = self.services.tables.clock()

        def away(preferences: Preferences) -> Preferences:
            return replace(preferences, away=begin_absence(preferences, now_ms, parse_moment(day, preferences, now_ms)))

        preferences = await self.services.people.update(who, away)
        await retime_tables_of(self.services.tables, who.id, away_until(preferences, now_ms) or now_ms)
        return preferences

    async def _come(self, who: Person) -> Preferences:
        """Record that the user is back. Raises Declined if they are not away, StoreError."""
        now_ms = self.services.tables.clock()
        preferences = await self.services.people.update(
            who, lambda preferences: replace(preferences, away=end_absence(preferences, now_ms))
        )
        await retime_tables_of(self.services.tables, who.id)
        return preferences

    @route(CustomId.OPEN_AWAY_FORM, response="update", on="private")
    async def _open_away_form(self, component: ComponentInteraction) -> None:
        """Open the form for the day of return."""
        preferences = await self.services.people.of(component.interaction.user.id)
        await component.response.modal(away_form(preferences, self.services.tables.clock()))

    @route(CustomId.SUBMIT_AWAY_FORM, response="update", on="private")
    async def _submit_away_form(self, component: ComponentInteraction) -> None:
        """Set the absence until the chosen day (`submit_away_form`)."""
        preferences = await self._go(component.interaction.user, "".join(component.fields.get(DAY, ())))
        await component.response.send(layout=preferences_page(preferences, self.services.tables.clock()))

    @route(CustomId.END_ABSENCE, response="update", on="private")
    async def _end_absence(self, component: ComponentInteraction) -> None:
        """End the absence of the presser, and show their preferences."""
        preferences = await self._come(component.interaction.user)
        await component.response.send(layout=preferences_page(preferences, self.services.tables.clock()))

    @until.autocomplete("day")
    @suggests
    async def _days(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Suggest days."""
        preferences = await self.services.people.of(interaction.user.id)
        days = suggest_days(preferences, self.services.tables.clock())
        matching_days = [(name, value) for name, value in days if current.casefold() in f"{name} {value}".casefold()]
        return [app_commands.Choice(name=name, value=value) for name, value in matching_days[:MAX_SUGGESTIONS]]

    @app_commands.command(name="back", description="Come back; your clocks run again")
    async def back(self, interaction: discord.Interaction[Any]) -> None:
        """Record that the user is back."""
        async with self.services.responder.respond(interaction, "private") as response:
            await self._come(interaction.user)
            await response.send_sentence("Welcome back. Your clocks run again. What waits for you: `/table mine`.")
