"""Direct messages to hosts whose table can be shown nowhere, once.

A host who takes no direct messages finds the fact in `/table mine` and in every response about the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import discord

from bot.common.errors import Declined
from bot.common.time_spans import DAY_MS
from bot.people.preferences import PreferencesCache
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import CLOSED_TO_DIRECT
from bot.transport.api.members import Members
from bot.transport.messages.board import Board
from bot.transport.notifications.announcements import AnnouncementWorker
from bot.ui.table import announcements
from data.people.records import is_erased
from data.tables.records import Work
from data.tables.work import HostPayload, WorkKind, WorkState

MAX_PARALLEL_HOST_DMS: Final = 4
"""A guild may lose many channels at once."""

HOST_DM_INTERVAL_MS: Final = DAY_MS
"""Milliseconds after which the host of a table may get another message about it."""


@dataclass(slots=True, eq=False, repr=False)
class HostDmWorker:
    """Sends hosts a direct message when their table has no channel."""

    client: discord.Client
    tables: Tables
    channels: Channels
    board: Board
    announcement_worker: AnnouncementWorker
    members: Members
    people: PreferencesCache
    clock: Callable[[], int]

    async def send(self, work: Work) -> WorkState | None:
        """Send the message to a table's host, unless the table has a channel again. Raises discord.HTTPException."""
        table = await self.tables.find(work.table)
        if work.state == WorkState.RETRACT or not await self._is_lost(table):
            return WorkState.CANCELLED
        host = await self._host(table, work)
        if host is None:
            return WorkState.CANCELLED
        server = self.client.get_guild(table.record.guild)
        is_deleted = work.read(HostPayload)["is_deleted"]
        notice = announcements.channel_loss_notice(table, "" if server is None else server.name, is_deleted=is_deleted)
        try:
            where = int((await self.client.http.start_private_message(host))["id"])
            return await self.announcement_worker.post(work, where, notice)
        except discord.HTTPException as error:
            if error.code in CLOSED_TO_DIRECT:
                return WorkState.FAILED
            raise

    async def _is_lost(self, table: TableState) -> bool:
        """Whether an open table can still be shown nowhere. A table whose channel is open again is posted there."""
        record = table.record
        if "homeless" not in record.settings or not record.is_under_way:
            return False
        if self.channels.may_post(record.thread or record.channel):
            self.channels.record_use(record.thread or record.channel, attach=False)
            try:
                await self.board.post(table)
            except Declined:
                return True
            return False
        return True

    async def _host(self, table: TableState, work: Work) -> int | None:
        """Return the host, None if they left, muted the table, or got such a message within a day."""
        host, since = table.record.host, self.clock() - HOST_DM_INTERVAL_MS
        if host is None or is_erased(host) or table.id in (await self.people.of(host)).muted:
            return None
        others = [
            row
            for row in await self.tables.store.work.of_table(table.id, WorkKind.REPORT_LOST_CHANNEL)
            if row.id != work.id
        ]
        if any(row.message is not None and row.due > since for row in others):
            return None
        return host if await self.members.is_member(table.record.guild, host) else None
