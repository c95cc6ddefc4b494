"""The messages of score pads: each has one, which shows its last change.

What is owed stands in the pad's own row (`shown` behind `seq`), written with the change: a process that is killed
before it has edited the message leaves it to the next, which looks for such pads at its start. An edit shows the pad as
it is then, so that many changes are one edit.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

import discord

from bot.errors import Declined, safe
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from bot.show.messages import Shown
from bot.show.pads.look import PadLook
from bot.show.pads.sheet import board
from bot.wire.channels import Channels
from bot.wire.codes import UNKNOWN_MESSAGE, hopeless, named
from bot.wire.pace import Pace
from bot.wire.replies import CONNECTION, Reply
from data.errors import StoreError

log = logging.getLogger(__name__)

EVERY: Final = 1.0
"""Seconds between two edits of one message."""

RETRIES: Final = (2, 5, 15, 60, 300, 900, 3600)
"""Seconds between the tries of an edit that failed for a passing reason; the last again and again."""


class PadBoards:
    """The messages of all pads. `looks` are those of the games by id."""

    def __init__(self, pads: Pads, looks: dict[str, PadLook], channels: Channels, pace: Pace) -> None:
        self._pads = pads
        self._looks = looks
        self._channels = channels
        self._pace = pace
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._news: dict[int, asyncio.Event] = {}
        """Set where something happened to a pad whose message is being brought up to date."""
        self._posting: dict[int, asyncio.Lock] = {}
        """Held while a pad's message is posted, so that two who ask for it at once leave one."""

    def look(self, pad: Pad) -> PadLook:
        """What the pad's game tells of it. Raises Declined if its cog is not loaded."""
        found = self._looks.get(pad.record.game)
        if found is None:
            raise Declined(f"{pad.game.name} cannot be shown just now.")
        return found

    async def start(self) -> None:
        """Take up what an earlier process left undone. Raises StoreError."""
        for number in await self._pads.store.pads.behind():
            self._owe(number)

    async def close(self) -> None:
        """Stop; what is not shown stays owed."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def changed(self, pad: Pad) -> None:
        """A pad has changed: its message is to show it."""
        if pad.record.message is not None:
            self._owe(pad.id)

    async def post(self, reply: Reply, pad: Pad) -> None:
        """Answer with the pad's message, which is its only one from then on; the one before goes away."""
        async with self._posting.setdefault(pad.id, asyncio.Lock()):
            pad = await self._pads.find(pad.id)
            before = pad.record.message_channel, pad.record.message
            message, channel = await reply.send(layout=board(pad, self.look(pad))), reply.interaction.channel_id
            if message is None or channel is None:
                return
            await self._pads.posted(pad.id, channel, message, pad.record.seq)
            self.changed(await self._pads.find(pad.id))  # it may have changed while the answer was on its way
            if before[0] is not None and before[1] is not None and before[1] != message:
                await self._remove(pad.id, before[0], before[1])

    async def pressed(self, pad: Pad, channel: int, message: int) -> None:
        """A button of a public message of a pad was pressed. Where the pad knows of none, that one is its message from
        now on: the process that posted it was killed before it was noted, or it could not be edited for a while.
        Another than the pad's goes away: it was to be removed when the pad was posted anew.
        """
        async with self._posting.setdefault(pad.id, asyncio.Lock()):
            record = (await self._pads.find(pad.id)).record
            if record.message is None:
                await self._pads.posted(pad.id, channel, message, 0)
                self.changed(await self._pads.find(pad.id))
            elif record.message != message:
                await self._remove(pad.id, channel, message)

    async def _remove(self, number: int, channel: int, message: int) -> None:
        try:
            await self._channels.delete(channel, message)
        except (discord.HTTPException, *CONNECTION) as error:
            log.info("pad %s: its older message stays (%s)", number, named(error))

    def _owe(self, number: int) -> None:
        """Let a pad's message be brought up to date; one that waits to be tried again is tried at once."""
        if number not in self._tasks:
            self._news[number] = asyncio.Event()
            self._tasks[number] = asyncio.create_task(self._work(number), name=f"pad {number}")
        self._news[number].set()

    async def _work(self, number: int) -> None:
        """Edit a pad's message until it shows the last change.

        Between finding that it does and being no task any more lies no turn of the loop, in which a change could come.
        """
        try:
            await self._until_shown(number)
        finally:
            del self._tasks[number], self._news[number]

    async def _until_shown(self, number: int) -> None:
        tries, news = 0, self._news[number]
        while True:
            news.clear()
            try:
                if not await self._edit(number):
                    return
                tries = 0
            except (discord.HTTPException, *CONNECTION, StoreError) as error:
                log.info("pad %s: its message is not brought up to date yet (%s)", number, named(error))
                tries += 1
            except Exception as error:  # a fault of a look, say: not again before the next change
                log.exception("pad %s: its message is not brought up to date", number, exc_info=safe(error))
                return
            if not tries:
                await asyncio.sleep(EVERY)
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), RETRIES[min(tries, len(RETRIES)) - 1])

    async def _edit(self, number: int) -> bool:
        """Edit a pad's message once, if it is behind. Returns whether there was anything to do."""
        record = (await self._pads.find(number)).record
        if record.message is None or record.message_channel is None or record.shown >= record.seq:
            return False
        await self._pace.turn(record.message_channel)
        pad = await self._pads.find(number)
        if pad.record.message != record.message:  # it was posted elsewhere meanwhile
            return True
        try:
            shown = Shown(board(pad, self.look(pad)))
            await self._channels.edit(record.message_channel, record.message, shown)
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE and not hopeless(error):
                raise
            log.info("pad %s: its message can no longer be edited (%s)", number, named(error))
            await self._pads.gone(number, record.message)
            return True
        await self._pads.showed(number, record.message, pad.record.seq)
        return True
