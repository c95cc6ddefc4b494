"""Messages of rows: each update shows the newest state, in one message, at its pace."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, ClassVar

import discord
import pytest

from bot.common.errors import Declined
from bot.scheduler.scheduler import Reschedule
from bot.transport.api.error_codes import NO_PERMISSION, TOO_MANY_OLD_EDITS, UNKNOWN_MESSAGE
from bot.transport.messages.tracked_message import MessagePlace, TrackedMessages
from bot.ui.kit.components import Layout
from bot.ui.table.renderer import RenderedMessage
from data.tables.records import Work
from data.tables.work import WorkKind, WorkState
from tests.support.discord_errors import make_refusal

WORK = Work(3, None, 7, None, 500, WorkKind.PAD_BOARD, "", 2, {}, 0, 0, WorkState.DUE, None, None)
NOW = 50_000


class Channel:
    """A log of what is done to messages. An edit meets `errors` first."""

    def __init__(self, *errors: int) -> None:
        self.errors: Iterator[int] = iter(errors)
        self.edits: list[tuple[int, int]] = []
        self.posts: list[tuple[int, str]] = []
        self.deleted: list[tuple[int, int]] = []

    async def edit(self, channel: int, message: int, _: RenderedMessage) -> None:
        code = next(self.errors, None)
        if code is not None:
            raise make_refusal(code)
        self.edits.append((channel, message))

    async def send(self, channel: int, nonce: str, _: RenderedMessage) -> int:
        self.posts.append((channel, nonce))
        return 900

    async def delete(self, channel: int, message: int) -> None:
        self.deleted.append((channel, message))


class SlowChannel(Channel):
    """A channel whose edits wait for `is_answered`."""

    def __init__(self) -> None:
        super().__init__()
        self.is_asked, self.is_answered = asyncio.Event(), asyncio.Event()

    async def edit(self, channel: int, message: int, _: RenderedMessage) -> None:
        self.is_asked.set()
        await self.is_answered.wait()
        await super().edit(channel, message, _)


class Rows(TrackedMessages):
    """One row, number 7, whose message is in memory."""

    what: ClassVar[str] = "row"

    def __init__(self, channel: Channel) -> None:
        async def at_once(_: int) -> None:
            pass

        message_channel: Any = channel
        limits: Any = SimpleNamespace(acquire_background=at_once, acquire_post=at_once)
        notified: list[int] = []
        scheduler: Any = SimpleNamespace(clock=lambda: NOW, notify_due_now=lambda: notified.append(NOW))
        super().__init__(message_channel, limits, scheduler)
        self.notified = notified
        self.place: tuple[int, int] | None = (5, 800)
        self.seq = 4
        self.showed: list[int] = []

    async def _place(self, number: int) -> MessagePlace:
        if number != 7:
            raise Declined("There is no such row.")
        channel, message = self.place or (None, None)
        return MessagePlace(channel, message)

    async def _render(self, number: int) -> tuple[RenderedMessage, int]:
        self.showed.append(self.seq)
        return RenderedMessage(Layout([])), self.seq

    async def _note_posted(self, number: int, channel: int, message: int, seq: int) -> None:
        self.place = channel, message

    async def _note_gone(self, number: int, message: int) -> None:
        assert self.place == (5, message)
        self.place = None


async def test_update_edits_the_message_and_waits_before_the_next_edit() -> None:
    channel = Channel()
    rows = Rows(channel)
    assert await rows.update(WORK) == WorkState.DONE
    assert channel.edits == [(5, 800)]
    with pytest.raises(Reschedule) as later:
        await rows.update(WORK)
    assert NOW < later.value.due <= NOW + 1001
    rows.edit_interval_seconds = 0  # pyright: ignore[reportAttributeAccessIssue]  # a class variable
    assert await rows.update(WORK) == WorkState.DONE
    assert len(channel.edits) == 2


async def test_update_of_a_message_too_old_to_edit_posts_it_anew() -> None:
    """As Discord's error 30046 says; the old message goes, and the new one is brought up to date once more."""
    channel = Channel(TOO_MANY_OLD_EDITS)
    rows = Rows(channel)
    assert await rows.update(WORK) == WorkState.DONE
    assert channel.posts == [(5, "3-2-w")]
    assert channel.deleted == [(5, 800)]
    assert rows.place == (5, 900)
    assert rows.notified == [NOW]


async def test_message_whose_edit_is_under_way_is_deleted_after_it() -> None:
    channel = SlowChannel()
    rows = Rows(channel)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(rows.update(WORK))
        await channel.is_asked.wait()
        tasks.create_task(rows.take_away(7))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not channel.deleted
        channel.is_answered.set()
    assert channel.edits == channel.deleted == [(5, 800)]
    assert rows.place is None


@pytest.mark.parametrize("code", [UNKNOWN_MESSAGE, NO_PERMISSION])
async def test_update_of_a_message_that_is_gone_notes_that(code: int) -> None:
    channel = Channel(code)
    rows = Rows(channel)
    assert await rows.update(WORK) == WorkState.DONE
    assert rows.place is None
    assert not channel.posts
    rows.edit_interval_seconds = 0  # pyright: ignore[reportAttributeAccessIssue]  # a class variable
    assert await rows.update(WORK) == WorkState.CANCELLED


async def test_update_that_discord_cannot_take_now_is_raised_for_a_retry() -> None:
    rows = Rows(Channel(0))
    with pytest.raises(discord.HTTPException):
        await rows.update(WORK)
    assert rows.place == (5, 800)
    assert await rows.update(WORK) == WorkState.DONE  # no pause after an edit that failed


async def test_update_of_a_row_that_is_gone_is_cancelled() -> None:
    other = Work(3, None, 8, None, 500, WorkKind.PAD_BOARD, "", 2, {}, 0, 0, WorkState.DUE, None, None)
    assert await Rows(Channel()).update(other) == WorkState.CANCELLED
