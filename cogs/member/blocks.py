"""`/block`: whom a person does not want at tables of their own."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.common.errors import Declined
from bot.common.text import NAME_LIMIT, escape, person_name, plain
from bot.transport.interactions.responder import suggests
from bot.ui.settings.quiet_hours import MAX_SUGGESTIONS
from bot.ui.table import layouts
from cogs.base import ComponentCog
from data.people.records import MAX_BLOCKED

MAX_LISTED: Final = 50
"""Names of a list that are shown: with the longest of them they fit into a message."""

FOLLOWS: Final = (
    "They cannot join your tables, invite you, or add you to a score pad. They are not told why. You may still meet "
    "at other people's tables. To remove them from a lobby: *Invite and arrange*."
)


class Blocks(ComponentCog, commands.GroupCog, name="block", group_description="Keep people away from your tables"):
    """A list of one's own, which nobody else is shown."""

    @app_commands.command(name="add", description="Keep a person away from your tables; they are not told")
    @app_commands.guild_only()
    @app_commands.describe(member="The person to block")
    async def add(self, interaction: discord.Interaction[Any], member: discord.User) -> None:
        """Add a member to the list."""
        async with self.services.responder.respond(interaction, "private") as response:
            who = interaction.user
            if member.id == who.id:
                raise Declined("You cannot block yourself.")
            if member.bot:
                raise Declined("You cannot block a bot.")
            pair = (who.id, who.display_name), (member.id, member.display_name)
            outcome, name = await self.services.store.blocks.add(*pair), escape(person_name(member.display_name))
            if outcome == "full":
                raise Declined(f"You have blocked {MAX_BLOCKED} people, the limit. Unblock one: `/block remove`.")
            answer = f"{name} is blocked." if outcome == "blocked" else f"{name} is already blocked."
            await response.send_sentence(f"{answer} {FOLLOWS}")

    @app_commands.command(name="remove", description="Unblock a person")
    @app_commands.guild_only()
    @app_commands.describe(person="The person to unblock")
    async def remove(self, interaction: discord.Interaction[Any], person: str) -> None:
        """Remove a person from the list, by the suggested number or their name."""
        async with self.services.responder.respond(interaction, "private") as response:
            who = interaction.user.id
            blocked_people = await self.services.store.blocks.of(who)
            by_number = [blocked for blocked in blocked_people if str(blocked[0]) == person]
            matching_people = by_number or [blocked for blocked in blocked_people if blocked[1] == person]
            if not matching_people:
                raise Declined("You have not blocked that person. Your list: `/block list`.")
            if len(matching_people) > 1:
                raise Declined("Several blocked people have that name. Choose one as you type.")
            ((user, name),) = matching_people
            await self.services.store.blocks.remove(who, user)
            await response.send_sentence(f"{escape(person_name(name))} is no longer blocked.")

    @remove.autocomplete("person")
    @suggests
    async def _blocked(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Return the people on the list."""
        blocked_people = await self.services.store.blocks.of(interaction.user.id)
        names = [plain(name, NAME_LIMIT) for _, name in blocked_people]
        matching_names = [
            (user, name if name and names.count(name) == 1 else f"{name} ({user})".lstrip())
            for (user, _), name in zip(blocked_people, names, strict=True)
        ]
        return [
            app_commands.Choice(name=name, value=str(user))
            for user, name in matching_names
            if current.lower() in name.lower()
        ][:MAX_SUGGESTIONS]

    @app_commands.command(name="list", description="The people you have blocked")
    @app_commands.guild_only()
    async def show(self, interaction: discord.Interaction[Any]) -> None:
        """Show the list."""
        async with self.services.responder.respond(interaction, "private") as response:
            blocked_people = await self.services.store.blocks.of(interaction.user.id)
            names = [f"- {escape(plain(name, NAME_LIMIT)) or user}" for user, name in blocked_people[:MAX_LISTED]]
            further_text = f"and {len(blocked_people) - MAX_LISTED} more" if len(blocked_people) > MAX_LISTED else ""
            layout = layouts.text(*names, further_text) if names else layouts.text("Nobody.")
            await response.send(layout=layouts.layout(layouts.text("### People you have blocked"), layout))
