"""`/privacy`: a user's stored data, its export as a file, and its erasure."""

from __future__ import annotations

import io
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined
from bot.privacy.export import ExportTooLarge, export_files
from bot.ui.kit.custom_ids import CustomId
from bot.ui.settings import privacy
from cogs.base import ComponentCog, usable_without_bot

TOO_LONG: Final = "Your data is too large for Discord. Ask the person who runs the bot for it."

OTHERS_QUESTION_TEXT: Final = "This is another person's question. To delete your data: `/privacy delete`."


@usable_without_bot
class Privacy(
    ComponentCog, commands.GroupCog, name="privacy", group_description="Your data: see it, save it, delete it"
):
    """Everything here is answered to the person alone, and is about nobody else."""

    @app_commands.command(name="show", description="See what is stored about you")
    async def show(self, interaction: discord.Interaction[Any]) -> None:
        """Show in plain words which data are stored."""
        async with self.services.responder.respond(interaction, "private") as response:
            await response.send(layout=privacy.privacy_page(self.services.settings.privacy_url))

    @route(CustomId.SHOW_STORED_DATA, response="update", on="private")
    async def _show_stored_data(self, component: ComponentInteraction) -> None:
        """Show which data are stored."""
        await component.response.send(layout=privacy.privacy_page(self.services.settings.privacy_url))

    @route(CustomId.SHOW_WHO_SEES_DATA, response="update", on="private")
    async def _show_who_sees_data(self, component: ComponentInteraction) -> None:
        """Show who sees the stored data."""
        await component.response.send(layout=privacy.sharing_page())

    @app_commands.command(name="export", description="Save everything stored about you as a file")
    async def export(self, interaction: discord.Interaction[Any]) -> None:
        """Give them the file, or several, each in a message."""
        async with self.services.responder.respond(interaction, "private") as response:
            try:
                files = await export_files(self.services.store, interaction.user.id, self.services.clock())
            except ExportTooLarge:
                raise Declined(TOO_LONG) from None
            if not files:
                await response.send_sentence(privacy.NOTHING_STORED)
            for number, (name, data) in enumerate(files, 1):  # Discord limits the files of a message together
                layout = privacy.export_message(name, number, len(files))
                await response.send(layout=layout, files=[discord.File(io.BytesIO(data), name)])

    @app_commands.command(name="delete", description="Delete your data; you are asked first")
    async def delete(self, interaction: discord.Interaction[Any]) -> None:
        """Ask whether they mean it."""
        async with self.services.responder.respond(interaction, "private") as response:
            summary = await self.services.store.privacy.summary(interaction.user.id)
            if summary is None:
                await response.send_sentence(privacy.NOTHING_STORED)
                return
            await response.send(layout=privacy.erasure_question(summary, interaction.user.id))

    @route(CustomId.ERASE_MY_DATA, response="update", on="private")
    async def _erase_my_data(self, component: ComponentInteraction) -> None:
        """Erase the data of the presser, if the question was theirs (`erase_my_data:USER`)."""
        if component.args[:1] != (str(component.interaction.user.id),):
            raise Declined(OTHERS_QUESTION_TEXT)
        banned = await self.services.erasure.erase(component.interaction.user.id, component.response)
        await component.response.send(layout=privacy.erasure_message(banned=banned))
