"""Idempotent posts: a message is posted once for a work item, even across crashes.

Discord remembers a nonce for a few minutes. A post that an earlier process began is looked up in the channel's history.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

import discord

from bot.common.cache import Cache
from bot.common.id_codes import encode_set
from bot.common.metrics import PINGS
from bot.people.guild_settings import ServerSettingsCache
from bot.tables.services.tables import THREADLESS_KEY
from bot.transport.api.channels import NONCE_MS, Channels, snowflake_before
from bot.transport.api.error_codes import CLOSED, MISSING, describe_error, is_permanent
from bot.transport.api.rate_limits import RateLimits
from data.store import Store
from data.tables.records import Work
from data.tables.work import AnnouncementPayload, PingPayload, SeatPayload, WorkKind, WorkState

log = logging.getLogger(__name__)

MAX_PARALLEL_POSTS: Final = 512
"""Posts at a time: so many that a slow channel holds up no other channel."""

MAX_FIRST_TRIES: Final = 10_000
"""First tries in memory. For others the channel's history says whether they posted."""


@dataclass(eq=False, repr=False)
class IdempotentPoster:
    """Posts messages for work items, and records where they are."""

    store: Store
    channels: Channels
    servers: ServerSettingsCache
    rate_limits: RateLimits
    first_tries: Cache[int, tuple[float, str]] = field(init=False, default_factory=lambda: Cache(MAX_FIRST_TRIES))
    """The time (monotonic) and the nonce of this process's first attempt to post, by row id."""

    async def begin_and_post(
        self, work: Work, where: int, mentions: discord.AllowedMentions, text: str, below: discord.ui.View | None
    ) -> WorkState | None:
        """Mark a row as begun, post its message and record it. Raises discord.HTTPException, StoreError."""
        if not await self.store.work.begin(work.id, where):
            return None
        await self.record_posted(work, where, await self.post([work], where, mentions, text, below))
        return None

    async def post(
        self,
        rows: Sequence[Work],
        where: int,
        mentions: discord.AllowedMentions,
        text: str,
        below: discord.ui.View | None,
    ) -> int:
        """Post a message for rows that have been begun. Returns its id. Raises as `begin_and_post`."""
        nonce = nonce_of(rows)
        for row in rows:
            if (self.first_tries.get(row.id) or (0, ""))[1] != nonce:
                self.first_tries.put(row.id, (monotonic(), nonce))
        silent = (await self.servers.of(rows[0].guild)).silent
        await self.rate_limits.acquire_post(where)
        try:
            message = await self.channels.send_parts(where, nonce, mentions, content=text, view=below, silent=silent)
        except discord.HTTPException as error:
            if is_permanent(error):
                self.channels.trip_breaker(where, error)
            raise
        PINGS.labels(rows[0].kind).inc()
        return message

    async def is_posted(self, work: Work, nonce: str, is_for: Callable[[Work, str], bool]) -> bool:
        """Whether an earlier try posted a row's message in its channel. The message is recorded then.

        The history is not read if posting again with the same `nonce` returns the earlier message.
        """
        first_try, first_nonce = self.first_tries.get(work.id) or (0, "")
        if work.channel is None or (first_nonce == nonce and monotonic() - first_try < NONCE_MS / 1000):
            return False
        message = await self.find_posted(work, is_for)
        if message is not None:
            await self.record_posted(work, work.channel, message)
        return message is not None

    async def record_posted(self, row: Work, where: int, message: int) -> None:
        """Record that a row's message was posted."""
        if row.kind in {WorkKind.PING, WorkKind.REMIND, WorkKind.POST_DIGEST}:  # it goes away by itself
            self.channels.record_temporary(message)
        await self.store.work.mark(row.id, WorkState.DONE, channel=where, message=message)
        self.first_tries.drop(row.id)

    async def find_posted(self, work: Work, is_for: Callable[[Work, str], bool]) -> int | None:
        """Return a message that an earlier try posted and did not record, None if there is none.

        `is_for` says whether a text is that of the row.
        """
        if work.channel is None or work.begun_at is None:
            return None
        seat = _seat_of(work)
        others = [row for row in await self.store.work.of_table(work.table, work.kind) if row.id != work.id]
        recorded = {row.message for row in others if _seat_of(row) == seat}
        messages = await self.channels.find_own_messages(
            work.channel, snowflake_before(work.begun_at), lambda message: is_for(work, message["content"])
        )
        # An earlier message may have the same text.
        return next((message for message in reversed(messages) if message not in recorded), None)

    async def edit(self, channel: int, message: int, mentions: discord.AllowedMentions, text: str) -> None:
        """Edit a message, unless it is gone or may not be edited. Discord notifies nobody whom it mentions."""
        await self.rate_limits.acquire_background(channel)
        try:
            await self.channels.edit_parts(channel, message, mentions, content=text)
        except discord.HTTPException as error:
            if error.code not in MISSING | CLOSED and not is_permanent(error):
                raise
            log.info("channel %s: message %s is not updated (%s)", channel, message, describe_error(error))

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message, unless it is gone or may not be deleted."""
        try:
            await self.channels.delete(channel, message)
        except discord.HTTPException as error:
            if error.code not in MISSING and not is_permanent(error):
                raise


def mentions_of(users: Sequence[int], role: int | None = None) -> discord.AllowedMentions:
    """Return the permission to mention these users and this role, and nobody else."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False if role is None else [discord.Object(role)],
        replied_user=False,
        users=[discord.Object(user) for user in users],
    )


def _seat_of(row: Work) -> int | None:
    """Return the seat of a ping's or a reminder's row, None for other kinds."""
    return row.read(SeatPayload)["seat"] if row.kind in {WorkKind.PING, WorkKind.REMIND} else None


def nonce_of(rows: Sequence[Work]) -> str:
    """Return the nonce of these rows' message, 25 letters at most."""
    if rows[0].kind in {WorkKind.POST_DIGEST, WorkKind.REMIND}:  # of several people at the same event
        return f"{rows[0].table}-{rows[0].id}-{'d' if rows[0].kind == WorkKind.POST_DIGEST else 'm'}"[:25]
    # Another message of the same event may come with it.
    kind = "h" if rows[0].key == THREADLESS_KEY else rows[0].kind[0]
    # An announcement with a channel of its own repeats another one there.
    if rows[0].kind == WorkKind.ANNOUNCE and "at" in rows[0].read(AnnouncementPayload):
        kind = "o"
    if rows[0].kind == WorkKind.PING:
        seats = encode_set(row.read(PingPayload)["seat"] for row in rows)
        kind = f"p{'n' if rows[0].read(PingPayload).get('note') else ''}{seats}"
    return f"{rows[0].table}-{max(row.seq for row in rows)}-{kind}"[:25]
