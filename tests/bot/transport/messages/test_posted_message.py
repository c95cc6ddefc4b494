"""Messages of work items: posted once, found again after a kill, edited, and left alone where that is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.transport.api.channels import CLOCK_SKEW_MS
from bot.transport.api.error_codes import ARCHIVED, NO_PERMISSION, TOO_MANY_OLD_EDITS, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE
from bot.transport.messages.posted_message import Post, PostedMessages
from bot.ui.kit.components import Part, button, row, text
from bot.ui.kit.custom_ids import CustomId
from data.tables.records import Work
from data.tables.work import WorkKind, WorkState
from tests.support.discord_errors import make_refusal

WORK = Work(3, None, 7, None, 500, WorkKind.CONTEST_NOTICE, "2", 1, {}, 0, 0, WorkState.DUE, None, None)
BEGUN = replace(WORK, channel=5, begun_at=1_700_000_000_000)
NOTED = replace(BEGUN, message=800)
POST = Post(None, "A contest.")
MARK = "eh:show_contested_hand:7:2"


class Discord:
    """A channel with its messages, and a log of what was done there and noted in the work item."""

    def __init__(
        self,
        *,
        refusal: int = 0,
        refusing_channel: int | None = None,
        exhausted_message: int | None = None,
        **messages: list[Part],
    ) -> None:
        """`refusal` is the error code of all channels, or of the channel `refusing_channel` alone.

        The message `exhausted_message` takes no more edits.
        """
        self.refusal = refusal
        self.exhausted_message = exhausted_message
        self.refusing_channel = refusing_channel
        self.messages = messages
        self.done: list[tuple[Any, ...]] = []
        self.tripped: list[int] = []
        self.after = 0
        self.mentions = discord.AllowedMentions.none()
        self.may_begin = True

        async def at_once(_: int) -> None:
            pass

        channel: Any = self
        limits: Any = SimpleNamespace(acquire_background=at_once, acquire_post=at_once)
        self.work = self  # of the store, the work alone is used
        self.posts = PostedMessages(channel, channel, limits)

    def _refuse(self, channel: int, message: int | None = None) -> None:
        code = self.refusal if self.refusing_channel in {None, channel} else 0
        if message is not None and message == self.exhausted_message:
            code = TOO_MANY_OLD_EDITS
        if code:
            raise make_refusal(code)

    async def send_parts(self, channel: int, nonce: str, mentions: discord.AllowedMentions, **parts: Any) -> int:
        self._refuse(channel)
        self.mentions = mentions
        self.done.append(("post", channel, nonce, parts["content"]))
        return 900

    async def edit_parts(self, channel: int, message: int, _: discord.AllowedMentions, **parts: Any) -> None:
        self._refuse(channel, message)
        self.done.append(("edit", channel, message, parts["content"]))

    async def delete(self, channel: int, message: int) -> None:
        self.done.append(("delete", channel, message))

    async def find_own_messages(self, channel: int, after: int, matches: Callable[[dict[str, Any]], bool]) -> list[int]:
        if self.refusing_channel is not None:
            self._refuse(channel)
        self.after = after
        return [int(number[1:]) for number, parts in self.messages.items() if matches({"components": parts})]

    def is_breaker_open(self, channel: int) -> bool:
        return channel in self.tripped

    def trip_breaker(self, channel: int, _: discord.HTTPException) -> None:
        self.tripped.append(channel)

    async def begin(self, work: int, channel: int) -> bool:
        self.done.append(("begin", work, channel))
        return self.may_begin

    async def mark(self, work: int, state: WorkState, *, seq: int, channel: int, message: int) -> None:
        self.done.append(("note", work, state, seq, channel, message))

    async def show(self, work: Work, *, is_wanted: bool = True) -> WorkState | None:
        return await self.posts.show(work, 4, MARK, POST, is_wanted=is_wanted)


def make_notice(seq: int) -> list[Part]:
    """Return the components of a notice of the contest that is change `seq`."""
    return [row(button(CustomId.SHOW_CONTESTED_HAND, 7, seq, label="Show hand"))]


async def test_a_message_is_begun_before_it_is_posted_and_noted_after() -> None:
    fake_discord = Discord()
    assert await fake_discord.show(WORK) == WorkState.DONE
    assert fake_discord.done == [
        ("begin", 3, 4),
        ("post", 4, "3-0-w", "A contest."),
        ("note", 3, WorkState.DONE, 1, 4, 900),
    ]


async def test_work_that_is_no_longer_due_posts_nothing() -> None:
    fake_discord = Discord()
    fake_discord.may_begin = False
    assert await fake_discord.show(WORK) is None
    assert fake_discord.done == [("begin", 3, 4)]


async def test_a_message_that_a_killed_process_posted_is_found_by_its_mark_and_edited() -> None:
    """In the channel in which it was begun. A custom id that only begins with the mark is another's."""
    fake_discord = Discord(m801=[text("## Hands")], m802=make_notice(2), m803=make_notice(23))
    assert await fake_discord.show(BEGUN) == WorkState.DONE
    assert fake_discord.done == [("edit", 5, 802, "A contest."), ("note", 3, WorkState.DONE, 1, 5, 802)]
    assert BEGUN.begun_at is not None
    assert discord.utils.snowflake_time(fake_discord.after).timestamp() * 1000 == BEGUN.begun_at - CLOCK_SKEW_MS


async def test_a_message_is_found_by_words_inside_of_a_container() -> None:
    fake_discord = Discord(m801=[{"type": 17, "components": [text("## Hands of the day, 1 May 2026\n-# All")]}])
    assert await fake_discord.posts.find(BEGUN, "## Hands of the day, 1 May 2026") == 801


async def test_message_begun_but_not_posted_is_posted() -> None:
    fake_discord = Discord(m803=make_notice(23))
    assert await fake_discord.show(replace(BEGUN, channel=4)) == WorkState.DONE
    assert fake_discord.done[:2] == [("begin", 3, 4), ("post", 4, "3-0-w", "A contest.")]


@pytest.mark.parametrize("code", [NO_PERMISSION, UNKNOWN_CHANNEL])
async def test_a_message_that_its_first_channel_refused_is_posted_in_the_next_one(code: int) -> None:
    fake_discord = Discord(refusal=code, refusing_channel=5)
    assert await fake_discord.show(BEGUN) == WorkState.DONE
    assert fake_discord.done == [
        ("begin", 3, 4),
        ("post", 4, "3-0-w", "A contest."),
        ("note", 3, WorkState.DONE, 1, 4, 900),
    ]
    assert fake_discord.tripped == [5]


async def test_a_first_channel_with_an_open_breaker_is_not_searched() -> None:
    fake_discord = Discord(m802=make_notice(2))
    fake_discord.tripped.append(5)
    assert await fake_discord.show(BEGUN) == WorkState.DONE
    assert fake_discord.done[:2] == [("begin", 3, 4), ("post", 4, "3-0-w", "A contest.")]
    assert not fake_discord.after


async def test_an_outage_of_a_search_in_the_first_channel_posts_nothing_in_the_next_one() -> None:
    fake_discord = Discord(refusal=1, refusing_channel=5)
    with pytest.raises(discord.HTTPException):
        await fake_discord.show(BEGUN)
    assert not fake_discord.done


@pytest.mark.parametrize("work", [WORK, BEGUN])
async def test_a_message_that_is_not_wanted_is_not_posted(work: Work) -> None:
    fake_discord = Discord()
    assert await fake_discord.show(work, is_wanted=False) == WorkState.CANCELLED
    assert not fake_discord.done


async def test_a_message_that_is_not_wanted_and_stands_is_edited() -> None:
    fake_discord = Discord()
    assert await fake_discord.show(NOTED, is_wanted=False) == WorkState.DONE
    assert fake_discord.done[0] == ("edit", 5, 800, "A contest.")


@pytest.mark.parametrize("code", [UNKNOWN_MESSAGE, UNKNOWN_CHANNEL])
async def test_a_message_that_is_gone_is_not_posted_anew(code: int) -> None:
    fake_discord = Discord(refusal=code)
    assert await fake_discord.show(NOTED) == WorkState.DONE
    assert fake_discord.done == [("note", 3, WorkState.DONE, 1, 5, 800)]


REPLACED = [
    ("begin", 3, 5),
    ("post", 5, "3-0-w", "A contest."),
    ("note", 3, WorkState.DONE, 1, 5, 900),
    ("delete", 5, 800),
]
"""What is done for a message that is posted anew."""


@pytest.mark.parametrize("is_wanted", [True, False])
async def test_a_message_that_takes_no_more_edits_is_posted_anew_without_mentions(*, is_wanted: bool) -> None:
    """The new message is noted before the old one goes."""
    fake_discord = Discord(exhausted_message=800, m800=make_notice(2))
    post = replace(POST, mentions=discord.AllowedMentions.all())
    assert await fake_discord.posts.show(NOTED, 4, MARK, post, is_wanted=is_wanted) == WorkState.DONE
    assert fake_discord.done == REPLACED
    assert not fake_discord.mentions.everyone


async def test_a_message_that_a_killed_process_posted_anew_is_edited() -> None:
    fake_discord = Discord(exhausted_message=800, m800=make_notice(2), m801=make_notice(2))
    assert await fake_discord.show(NOTED) == WorkState.DONE
    assert fake_discord.done == [
        ("edit", 5, 801, "A contest."),
        ("note", 3, WorkState.DONE, 1, 5, 801),
        ("delete", 5, 800),
    ]


async def test_work_that_is_no_longer_due_posts_nothing_anew() -> None:
    fake_discord = Discord(exhausted_message=800)
    fake_discord.may_begin = False
    assert await fake_discord.show(NOTED) is None
    assert fake_discord.done == [("begin", 3, 5)]


async def test_an_older_message_that_cannot_be_deleted_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_discord = Discord(exhausted_message=800)

    async def refuse(channel: int, message: int) -> None:
        raise ConnectionResetError

    monkeypatch.setattr(fake_discord, "delete", refuse)
    assert await fake_discord.show(NOTED) == WorkState.DONE
    assert fake_discord.done == REPLACED[:-1]


@pytest.mark.parametrize("work", [WORK, NOTED])
async def test_an_archived_thread_parks_it(work: Work) -> None:
    fake_discord = Discord(refusal=ARCHIVED)
    assert await fake_discord.show(work) == WorkState.PARKED
    assert not fake_discord.tripped


async def test_a_channel_that_refuses_is_not_tried_again() -> None:
    fake_discord = Discord(refusal=NO_PERMISSION)
    with pytest.raises(discord.HTTPException):
        await fake_discord.show(WORK)
    assert fake_discord.tripped == [4]
    fake_discord.done.clear()
    assert await fake_discord.show(WORK) == WorkState.PARKED
    assert not fake_discord.done
