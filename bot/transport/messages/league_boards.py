"""The messages of leagues, one each: groups and tables as they stand (tracked_message.py)."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import ClassVar, Final

import discord

from bot.common.errors import Declined
from bot.leagues.tables import read_league
from bot.tables.services.tables import Tables
from bot.transport.api.error_codes import describe_error
from bot.transport.interactions.responses import CONNECTION_ERRORS
from bot.transport.messages.tracked_message import MessagePlace, TrackedMessages
from bot.ui.leagues import league_board
from bot.ui.table.renderer import RenderedMessage
from data.leagues.records import LeagueRecord
from data.tables.records import Work
from data.tables.work import Subject, SubjectKind

log = logging.getLogger(__name__)

NO_LEAGUE: Final = "There is no such league. All of this server: `/league list`."


@dataclass(eq=False, repr=False)
class LeagueBoards(TrackedMessages):
    """The messages of all leagues."""

    what: ClassVar[str] = "league"
    edit_interval_seconds: ClassVar[float] = 10.0

    tables: Tables

    async def find(self, number: int) -> LeagueRecord:
        """Return the league with a number. Raises Declined if there is none, StoreError."""
        record = await self.tables.store.leagues.league(number)
        if record is None:
            raise Declined(NO_LEAGUE)
        return record

    def notify(self, guild: int) -> None:
        """Let the work of a league that has changed run now, parked work of its server, too."""
        self.scheduler.wake(guild, Subject(SubjectKind.GUILD, guild))
        self.scheduler.notify_due_now()

    async def post_below_tables(self, record: LeagueRecord) -> None:
        """Post a league's message anew if it is older than the season's tables, which are above it then.

        A post that fails is tried again at the calendar's next look. Raises StoreError.
        """
        channel, message, began = record.message_channel, record.message, record.began
        if channel is None or message is None or began is None or _posted_at(message) >= began:
            return
        try:
            async with self._updating.of(record.id):  # else an edit may meet the message that is deleted
                await self._post_anew(record.id, channel, message, f"{record.id}-{began}-l")
        except (discord.HTTPException, Declined, *CONNECTION_ERRORS) as error:
            log.warning("league %s: not posted below its tables yet (%s)", record.id, describe_error(error))

    def _number_of(self, work: Work) -> int:
        return int(work.key)

    async def _place(self, number: int) -> MessagePlace:
        record = await self.find(number)
        return MessagePlace(record.message_channel, record.message)

    async def _render(self, number: int) -> tuple[RenderedMessage, int]:
        record = await self.find(number)
        return RenderedMessage(league_board(await read_league(self.tables, record))), record.seq

    async def _note_posted(self, number: int, channel: int, message: int, seq: int) -> None:
        await self.tables.store.leagues.note_posted(number, channel, message)

    async def _note_gone(self, number: int, message: int) -> None:
        await self.tables.store.leagues.note_message_gone(number, message)


def _posted_at(message: int) -> int:
    """Return the time (ms) at which a message was posted."""
    return int(discord.utils.snowflake_time(message).timestamp() * 1000)
