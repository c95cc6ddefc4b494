"""Messages that show the last change of a row, one each: of score pads, club nights and leagues.

A change enqueues the update of its message in the same transaction. An update shows the newest state.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from time import monotonic
from typing import ClassVar, Final, NamedTuple

import discord

from bot.common.cache import Cache
from bot.common.errors import Declined
from bot.common.locks import KeyedLocks
from bot.scheduler.scheduler import Reschedule, Scheduler
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import TOO_MANY_OLD_EDITS, UNKNOWN_MESSAGE, describe_error, is_permanent
from bot.transport.api.rate_limits import RateLimits
from bot.transport.interactions.responses import CONNECTION_ERRORS, Response
from bot.ui.table.renderer import RenderedMessage
from data.tables.records import Work
from data.tables.work import WorkState

log = logging.getLogger(__name__)

MAX_PARALLEL_UPDATES: Final = 10
"""Messages of one kind that are brought up to date at a time."""

MAX_EDIT_TIMES: Final = 1000
"""The maximum of messages whose last edit is in memory."""


class MessagePlace(NamedTuple):
    """The place of a row's message; None: nowhere."""

    channel: int | None
    message: int | None


@dataclass(eq=False, repr=False)
class TrackedMessages(ABC):
    """The messages of all rows of one kind. The scheduler runs `update` for each that is behind."""

    what: ClassVar[str]
    """The kind of row, for the log and for nonces."""

    edit_interval_seconds: ClassVar[float] = 1.0
    """The pause between two edits of one message."""

    channels: Channels
    rate_limits: RateLimits
    scheduler: Scheduler
    _posting: KeyedLocks[int] = field(init=False, default_factory=KeyedLocks[int])
    """The locks by row, so that two concurrent requests leave one message."""
    _updating: KeyedLocks[int] = field(init=False, default_factory=KeyedLocks[int])
    """The locks by row, so that the later of two edits shows the later state."""
    _edited: Cache[int, float] = field(init=False, default_factory=lambda: Cache(MAX_EDIT_TIMES))
    """The time (monotonic) of the last edit of a row's message."""

    @abstractmethod
    async def _place(self, number: int) -> MessagePlace:
        """Return the place of a row's message. Raises Declined if the row is gone, StoreError."""

    @abstractmethod
    async def _render(self, number: int) -> tuple[RenderedMessage, int]:
        """Return a row's rendered message, and the change that it shows. Raises Declined, StoreError."""

    @abstractmethod
    async def _note_posted(self, number: int, channel: int, message: int, seq: int) -> None:
        """Note where a row's message is, and that it shows change `seq`. Raises StoreError."""

    @abstractmethod
    async def _note_gone(self, number: int, message: int) -> None:
        """Note that a row has no message any more, if `message` is still its own. Raises StoreError."""

    async def post(self, response: Response, number: int) -> None:
        """Answer with a row's message. The message before it is deleted."""
        async with self._posting.of(number):
            before = await self._place(number)
            rendered, seq = await self._render(number)
            message, channel = await response.send(layout=rendered.layout), response.interaction.channel_id
            if message is None or channel is None:
                return
            await self._replace(number, before, channel, message, seq)

    async def record_press(self, number: int, channel: int, message: int) -> None:
        """Record that a button of a row's public message was pressed.

        If the row has no message, this becomes its message. A killed process did not note it, or it could not be
        edited for a while. A message that is not the row's own was replaced, and is deleted.
        """
        async with self._posting.of(number):
            now = await self._place(number)
            if now.message is None:
                await self._note_posted(number, channel, message, 0)
                self.scheduler.notify_due_now()
            elif now.message != message:
                await self._remove(number, channel, message)

    async def take_away(self, number: int) -> None:
        """Delete the message of a row that is about to be deleted. A message that cannot be deleted stays."""
        async with self._posting.of(number):
            now = await self._place(number)
            if now.channel is not None and now.message is not None:
                await self._note_gone(number, now.message)  # first, so that nobody edits it any more
                await self._remove(number, now.channel, now.message)

    async def update(self, work: Work) -> WorkState:
        """Bring a row's message up to date, once its last edit is long enough ago.

        Raises Reschedule, Declined, discord.HTTPException, StoreError.
        """
        number = self._number_of(work)
        async with self._updating.of(number):
            return await self._update(work, number)

    def _number_of(self, work: Work) -> int:
        """Return the number of the row that a work item is for."""
        return work.subject.id

    async def _update(self, work: Work, number: int) -> WorkState:
        """Edit the message of a row, or post it anew. Returns the state of the work item; raises Reschedule."""
        pause = (self._edited.get(number) or 0.0) + self.edit_interval_seconds - monotonic()
        if pause > 0:
            raise Reschedule(self.scheduler.clock() + int(pause * 1000) + 1)
        try:
            before = await self._place(number)
        except Declined:  # the row is gone
            return WorkState.CANCELLED
        if before.message is None or before.channel is None:
            return WorkState.CANCELLED
        await self.rate_limits.acquire_background(before.channel)
        if await self._edit(number, before.channel, before.message):
            await self._post_anew(number, before.channel, before.message, f"{work.id}-{work.seq}-w")
        self._edited.put(number, monotonic())
        return WorkState.DONE

    async def _edit(self, number: int, channel: int, message: int) -> bool:
        """Edit the message of a row. Returns whether Discord edits it no more; raises Reschedule."""
        async with self._posting.of(number):  # so that nobody deletes the message while its edit is under way
            if (await self._place(number)).message != message:  # posted elsewhere meanwhile, which enqueued it
                raise Reschedule(self.scheduler.clock())
            rendered, _ = await self._render(number)
            try:
                await self.channels.edit(channel, message, rendered)
            except discord.HTTPException as error:
                if error.code == TOO_MANY_OLD_EDITS:
                    return True
                if error.code != UNKNOWN_MESSAGE and not is_permanent(error):
                    raise
                log.info("%s %s: its message can no longer be edited (%s)", self.what, number, describe_error(error))
                await self._note_gone(number, message)
        return False

    async def _post_anew(self, number: int, channel: int, message: int, nonce: str) -> None:
        """Post a row's message anew in its channel: Discord no longer edits the old one."""
        await self.rate_limits.acquire_post(channel)
        async with self._posting.of(number):
            before = await self._place(number)
            if (before.channel, before.message) == (channel, message):
                rendered, seq = await self._render(number)
                await self._replace(number, before, channel, await self.channels.send(channel, nonce, rendered), seq)

    async def _replace(self, number: int, before: MessagePlace, channel: int, message: int, seq: int) -> None:
        """Make a posted message the row's own, and delete the one before."""
        await self._note_posted(number, channel, message, seq)
        self.scheduler.notify_due_now()  # it may have changed while the message was on its way
        if before.channel is not None and before.message is not None and before.message != message:
            await self._remove(number, before.channel, before.message)

    async def _remove(self, number: int, channel: int, message: int) -> None:
        try:
            await self.channels.delete(channel, message)
        except (discord.HTTPException, *CONNECTION_ERRORS) as error:
            log.info("%s %s: its older message stays (%s)", self.what, number, describe_error(error))
