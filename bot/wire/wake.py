"""Threads in which nobody has written for nearly a week: the board is posted anew before Discord archives them.

A post puts the archive off, an edit does not. Nobody is mentioned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.tables.due import PutOff
from bot.tables.tables import QUIET, Tables
from bot.wire.board import Board
from bot.wire.channels import Channels
from data.records import Work, WorkState, now_ms

AT_ONCE: Final = 4
"""Threads that are looked at at a time: nothing is in a hurry here, and after a long stop many are due together."""


class Wake:
    """The handler of what keeps threads from the archive."""

    def __init__(self, tables: Tables, channels: Channels, board: Board, *, clock: Callable[[], int] = now_ms) -> None:
        self._tables = tables
        self._channels = channels
        self._board = board
        self._clock = clock

    async def wake(self, work: Work) -> WorkState | None:
        """Post a table's board anew if its thread has been quiet for so long, else look again when it may have been.

        Where it is now, Discord says: a process that was killed after it posted leaves a row that finds the new board
        there. Raises PutOff, Declined where it may not be posted, and what Discord's refusals raise.
        """
        live = await self._tables.find(work.table)
        if live.record.status != "playing":
            return "gone"
        where = live.record.message_channel or live.record.thread or live.record.channel
        last = await self._channels.last_in(where)
        if last is not None and last + QUIET <= self._clock():
            await self._board.post(live)
            last = None
        raise PutOff((self._clock() if last is None else last) + QUIET)
