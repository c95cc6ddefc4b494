"""Finds the table that an interaction names, if its person may use it."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.common.errors import Declined, UnknownTable
from bot.people.guild_settings import ServerSettingsCache
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.tables.workers.retention import why_unknown
from bot.transport.api.channels import Channels
from bot.transport.interactions.responses import TABLE_EXTRA
from bot.transport.interactions.visibility import may_see_table
from bot.transport.messages.board import Board

ELSEWHERE_TEXT: Final = "That table is in another server."
ALONE_TEXT: Final = "That does not work in a lesson, a hand of the day, a challenge or a match."
NO_TABLE: Final = "There is no table for this button."


class TableLookup:
    """Finds the tables that interactions name, and notes who uses the bot there."""

    def __init__(self, tables: Tables, guild_settings: ServerSettingsCache, channels: Channels, board: Board) -> None:
        self._tables = tables
        self._guild_settings = guild_settings
        self._channels = channels
        self._board = board

    async def find(
        self,
        interaction: discord.Interaction[Any],
        number: int | None,
        *,
        lesson: bool = False,
        left_behind: bool = False,
    ) -> TableState:
        """Return the table with this number in the interaction's server, and note its person as present.

        `lesson` admits their own lesson or try, and a try that is open to the server; `left_behind` a table left
        behind. Raises Declined for tables forged, elsewhere or hidden, and other lessons and tries; StoreError.
        """
        if number is None:
            raise Declined(NO_TABLE)
        try:
            table = await self._tables.find(number)
        except UnknownTable:
            why = await why_unknown(self._tables, self._guild_settings, interaction.guild_id, number)
            raise Declined(why) from None
        private = table.record.private
        if private and table.seat_of(interaction.user.id) is None and not _is_open(table, interaction.guild_id):
            raise Declined(NO_TABLE)
        if private and not lesson:
            raise Declined(ALONE_TEXT)
        if left_behind and self.is_left_behind(table, interaction.user.id):
            return table
        if not private and table.record.guild != interaction.guild_id:
            raise Declined(ELSEWHERE_TEXT)
        if not private and not may_see_table(interaction, table):
            raise Declined(NO_TABLE)
        self.record_use(interaction, table)
        return table

    def is_left_behind(self, table: TableState, user: int) -> bool:
        """Whether a user's table is in a server that the bot has left."""
        return table.record.guild in self._guild_settings.absent and table.seat_of(user) is not None

    def record_use(self, interaction: discord.Interaction[Any], table: TableState) -> None:
        """Record a use of the bot at a table: its person is present, and sleeping work is tried again."""
        permissions = interaction.app_permissions
        interaction.extras[TABLE_EXTRA] = table
        table.last_active_ms[interaction.user.id] = self._tables.clock()
        if permissions.view_channel:
            self._channels.record_use(interaction.channel_id, attach=permissions.attach_files)
            self._board.wake_work(table)


def _is_open(table: TableState, guild: int | None) -> bool:
    """Whether a table is a try that members of a server may look at, after the close of its deal."""
    attempt = table.record.settings.get("attempt")
    return attempt is not None and bool(attempt.get("open")) and guild is not None and attempt["guild"] == guild
