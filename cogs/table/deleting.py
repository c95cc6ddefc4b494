"""Tables that are deleted before their first deal, and brought back within a day."""

from __future__ import annotations

import discord

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined, Stale
from bot.common.text import escape, name_of
from bot.tables.commands import deletion
from bot.tables.model.seats import ALREADY_STARTED_TEXT, TABLE_ENDED
from bot.tables.model.table_state import TableState
from bot.ui.kit.components import Layout, button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.settings.guild_settings import describe_table_limit
from bot.ui.table import layouts
from cogs.base import ComponentCog
from cogs.table.leave_and_end import PLAYERS_TOLD_TEXT, question, require_may_end, require_own_channel
from rules.sentences import listed


class DeletedTables(ComponentCog):
    """The routes of deletions."""

    @route(CustomId.ASK_TO_DELETE_TABLE, response="update", on="private")
    async def _ask_to_delete_table(self, component: ComponentInteraction) -> None:
        """Ask whether a table is to be deleted, and name what goes with it (`ask_to_delete_table:TABLE`)."""
        await self._ask(component, await component.table())

    async def _ask(self, component: ComponentInteraction, table: TableState, feedback: str = "") -> None:
        """Ask whether a lobby is to be deleted. Raises Declined where the game has started or ended."""
        require_may_end(table, component.interaction)
        if table.record.status != "lobby":
            raise Declined(TABLE_ENDED if table.record.status == "ended" else ALREADY_STARTED_TEXT)
        seats = listed([escape(name_of(player.name, player.seat)) for player in table.record.seats])
        consequence = f"{feedback} Seated: {seats}.".lstrip()
        if invited := len(table.invited):
            consequence += f" Invited: {invited}."
        follows = f"{consequence} {PLAYERS_TOLD_TEXT} You can undo it for a day."
        delete_button = button(
            CustomId.DELETE_TABLE, table.id, table.record.seq, label="Delete it", style=discord.ButtonStyle.danger
        )
        await question(component.response, f"Delete {escape(table.name)}?", follows, delete_button)

    @route(CustomId.DELETE_TABLE, response="update", on="private")
    async def _delete_table(self, component: ComponentInteraction) -> None:
        """Delete a table as it was at an event (`delete_table:TABLE:SEQ`)."""
        table = await component.table()
        require_may_end(table, component.interaction)
        moderator = component.interaction.permissions.manage_messages
        seq = component.number(1) or 0
        try:
            table, _ = await deletion.delete(self.services.tables, table.id, seq, component.actor, moderator=moderator)
        except Stale as stale:
            await self._ask(component, await component.table(), stale.sentence)
            return
        await component.response.send(layout=_gone(table))

    @route(CustomId.RESTORE_TABLE, response="private", on="anywhere")
    async def _restore_table(self, component: ComponentInteraction) -> None:
        """Undo the deletion of a table (`restore_table:TABLE`)."""
        table, interaction = await component.table(), component.interaction
        if table.record.host != interaction.user.id:
            require_own_channel(table, interaction)  # a moderator's rights are those of the channel
        server = await self.services.guild_settings.of(table.record.guild)
        table, _ = await deletion.restore(
            self.services.tables,
            table.id,
            component.actor,
            moderator=interaction.permissions.manage_messages,
            limit=describe_table_limit(server, self.services.tables.max_live),
            exclusive_in_thread=isinstance(interaction.channel, discord.Thread),
        )
        await component.response.send_sentence(f"{escape(table.name)} is back, with its players.")


def _gone(table: TableState) -> Layout:
    """Return the text for the person who deleted a table."""
    notice = layouts.text(f"**{escape(table.name)} is deleted.**", "You can undo it for a day.")
    return layouts.layout(notice, row(button(CustomId.RESTORE_TABLE, table.id, label="Undo")))
