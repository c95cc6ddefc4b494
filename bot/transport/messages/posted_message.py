"""Messages that work items post once, and edit whenever they are enqueued again.

The work item says where its message stands. A post that a killed process began is found again by its mark.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.transport.api.channels import Channels, snowflake_before
from bot.transport.api.error_codes import CLOSED, MISSING, TOO_MANY_OLD_EDITS, describe_error, is_permanent
from bot.transport.api.rate_limits import RateLimits
from bot.transport.interactions.responses import CONNECTION_ERRORS, NO_MENTIONS
from data.store import Store
from data.tables.records import Work
from data.tables.work import WorkState

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Post:
    """The content of a message, and whom it mentions when it is posted."""

    view: discord.ui.View | discord.ui.LayoutView | None
    text: str | None = None
    mentions: discord.AllowedMentions = NO_MENTIONS
    silent: bool = False


class PostedMessages:
    """Posts and edits the messages of work items, and notes their places in them."""

    def __init__(self, store: Store, channels: Channels, rate_limits: RateLimits) -> None:
        self._store = store
        self._channels = channels
        self._rate_limits = rate_limits

    async def show(
        self, work: Work, channel: int, mark: str, post: Post, *, is_wanted: bool = True
    ) -> WorkState | None:
        """Edit the message of `work` where it stands, or post it in `channel` if it has none and `is_wanted`.

        `mark` is a text or a custom id that no other message of the bot bears. Returns PARKED if the channel is closed
        to the bot, None if the work is no longer due. Raises discord.HTTPException, StoreError.
        """
        if work.message is None and work.channel not in {None, channel}:
            work = await self._search_earlier_channel(work, mark)
        if work.channel is None and not is_wanted:
            return WorkState.CANCELLED
        where = channel if work.channel is None else work.channel
        if self._channels.is_breaker_open(where):
            return WorkState.PARKED
        try:
            earlier = await self.find(work, mark)
            if earlier is None and not is_wanted:
                return WorkState.CANCELLED
            if earlier is None:
                message = await self._begin_and_post(work, where, post)
            else:
                message = await self._edit_or_post_anew(work, where, earlier, mark, post)
            if message is None:
                return None
        except discord.HTTPException as error:
            if error.code in CLOSED:
                return WorkState.PARKED
            if is_permanent(error):
                self._channels.trip_breaker(where, error)
            raise
        await self._store.work.mark(work.id, WorkState.DONE, seq=work.seq, channel=where, message=message)
        if earlier is not None and earlier != message:
            await self._delete(where, earlier)
        return WorkState.DONE

    async def find(self, work: Work, mark: str) -> int | None:
        """Return the message of `work`: the noted one, or one that a killed process posted before it noted that."""
        if work.message is not None or work.channel is None or work.begun_at is None:
            return work.message
        messages = await self._channels.find_own_messages(
            work.channel,
            snowflake_before(work.begun_at),
            lambda message: _contains_marker(mark, message.get("components") or []),
        )
        return messages[-1] if messages else None

    async def _search_earlier_channel(self, work: Work, mark: str) -> Work:
        """Search the channel of an earlier try, which is no longer the one to post in.

        Returns the work with the message found there, or without a channel if there is none or the channel refuses.
        """
        message = None
        if work.channel is not None and not self._channels.is_breaker_open(work.channel):
            try:
                message = await self.find(work, mark)
            except discord.HTTPException as error:
                if not is_permanent(error):
                    raise
                self._channels.trip_breaker(work.channel, error)
        return replace(work, channel=None) if message is None else replace(work, message=message)

    async def _edit_or_post_anew(self, work: Work, channel: int, message: int, mark: str, post: Post) -> int | None:
        """Edit a message. Post it anew, without mentions, if Discord edits the old one no more.

        Returns the message that stands, None if the work is no longer due.
        """
        try:
            await self.edit(channel, message, post)
        except discord.HTTPException as error:
            if error.code != TOO_MANY_OLD_EDITS:
                raise
        else:
            return message
        newest = await self.find(replace(work, message=None), mark)
        if newest is None or newest == message:
            return await self._begin_and_post(work, channel, replace(post, mentions=NO_MENTIONS))
        await self.edit(channel, newest, post)  # a killed process posted it anew
        return newest

    async def _begin_and_post(self, work: Work, channel: int, post: Post) -> int | None:
        """Post the message of `work`. Returns its id, None if the work is no longer due."""
        if not await self._store.work.begin(work.id, channel):
            return None
        await self._rate_limits.acquire_post(channel)
        parts = {"content": post.text, "view": post.view, "silent": post.silent}
        # No message of TrackedMessages has 0 in its nonce.
        return await self._channels.send_parts(channel, f"{work.id}-0-w", post.mentions, **parts)

    async def _delete(self, channel: int, message: int) -> None:
        """Delete an older message. One that cannot be deleted stays."""
        try:
            await self._channels.delete(channel, message)
        except (discord.HTTPException, *CONNECTION_ERRORS) as error:
            log.info("channel %s: older message %s stays (%s)", channel, message, describe_error(error))

    async def edit(self, channel: int, message: int, post: Post) -> bool:
        """Edit a message, unless it is gone. Returns whether it was edited. Raises discord.HTTPException."""
        await self._rate_limits.acquire_background(channel)
        try:
            await self._channels.edit_parts(channel, message, NO_MENTIONS, content=post.text, view=post.view)
        except discord.HTTPException as error:
            if error.code not in MISSING:
                raise
            log.info("channel %s: message %s is not updated (%s)", channel, message, describe_error(error))
            return False
        return True


def _contains_marker(marker: str, parts: list[dict[str, Any]]) -> bool:
    """Whether a text among components has the mark, or a custom id is it."""
    for part in parts:
        if marker in str(part.get("content", "")) or marker == part.get("custom_id"):
            return True
        if _contains_marker(marker, part.get("components", [])):
            return True
    return False
