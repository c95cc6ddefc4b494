"""Personal messages: where they go, what goes into one, what a killed process posted, and when they are deleted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.tables.model.table_state import TableState
from bot.transport.api.error_codes import UNKNOWN_MESSAGE
from bot.transport.notifications import personal_messages
from bot.transport.notifications.personal_messages import Entry, PersonalMessageWorker
from bot.transport.notifications.post_once import IdempotentPoster
from data.people.records import Preferences
from data.tables.records import Work
from data.tables.work import WorkKind, WorkState
from tests.support.discord_errors import make_refusal
from tests.support.messages import buttons

USER, DIRECT = 7, 70
CLOSED_TO_DIRECT = 50007
BEGUN_MS = 1_700_000_000_000


def make_row(number: int, state: WorkState = WorkState.DUE, **changes: Any) -> Work:
    """Return the row of table `number` for the player in its first seat."""
    work = Work(number, number, None, None, 500, WorkKind.REMIND, "0", 1, {"seat": 0}, 0, 0, state, None, None)
    return replace(work, **changes)


def make_table(number: int, guild: int = 500) -> Any:
    """Return a table in play in channel 10 * `number`."""
    seats = [SimpleNamespace(kind="person", user=USER)]
    record = SimpleNamespace(guild=guild, seats=seats, message_channel=10 * number, thread=None, status="playing")
    return SimpleNamespace(id=number, name=f"Table {number}", record=record, state=object(), seat_of=lambda _: 0)


class Discord:
    """Channels with messages, rows of work, and a log of what was done to both."""

    def __init__(self, *rows: Work, likes_direct: bool = False, may_be_direct: bool = True) -> None:
        self.rows = {work.id: work for work in rows}
        self.tables = {work.id: make_table(work.id, work.guild) for work in rows}
        self.preferences = Preferences(by_message=likes_direct, reminders=True)
        self.messages: dict[int, tuple[int, str]] = {}
        self.buttons: list[str] = []
        self.edits: list[int] = []
        self.deleted: list[tuple[int, int]] = []
        self.closed: set[int] = set()
        self.refuses_direct: int | None = None
        self.settled: list[tuple[int, int]] = []
        self.corrected: list[int] = []
        work = SimpleNamespace(find=self.work_row, of_table=self.work_rows, begin=self.begin, mark=self.mark)
        self.store: Any = SimpleNamespace(work=work, clocks=self)
        channel: Any = self

        async def at_once(_: int) -> None:
            pass

        limits: Any = SimpleNamespace(acquire_post=at_once, acquire_background=at_once)
        poster = IdempotentPoster(self.store, channel, channel, limits)
        self.worker = (Greetings if may_be_direct else PublicGreetings)(
            channel, channel, channel, channel, channel, poster
        )
        self.worker.world = self

    # -- the store

    async def find(self, number: int) -> TableState:
        return self.tables[number]

    async def work_row(self, number: int, _: WorkKind, __: str) -> Work | None:
        return self.rows.get(number)

    async def work_rows(self, number: int, _: WorkKind, states: Collection[WorkState] = WorkState) -> list[Work]:
        return [work for work in self.rows.values() if work.table_id == number and work.state in states]

    async def delivered_as(self, _: WorkKind, message: int, states: Collection[WorkState]) -> list[Work]:
        return [work for work in self.rows.values() if work.message == message and work.state in states]

    async def begin(self, number: int, channel: int) -> bool:
        self.rows[number] = replace(self.rows[number], channel=channel, begun_at=BEGUN_MS)
        return self.rows[number].state == WorkState.DUE

    async def mark(self, number: int, state: WorkState, **changes: Any) -> None:
        changes.pop("seq", None)
        self.rows[number] = replace(self.rows[number], state=state, **changes)

    # -- people and servers

    async def of(self, number: int) -> Any:
        return self.preferences if number == USER else SimpleNamespace(silent=False)

    # -- Discord

    def is_breaker_open(self, channel: int) -> bool:
        return channel in self.closed

    async def open_dm(self, user: int) -> int | None:
        return DIRECT if user == USER and DIRECT not in self.closed else None

    async def send_parts(self, channel: int, _: str, mentions: discord.AllowedMentions, **parts: Any) -> int:
        if channel == DIRECT and self.refuses_direct is not None:
            raise make_refusal(self.refuses_direct, 403)
        assert [user.id for user in mentions.users or ()] == [USER]  # type: ignore[union-attr]
        number = 900 + len(self.messages)
        self.messages[number] = channel, parts["content"]
        self.buttons = [*buttons({"components": parts["view"].to_components() if parts["view"] else []})]
        return number

    async def edit_parts(self, channel: int, message: int, _: discord.AllowedMentions, **parts: Any) -> None:
        self.edits.append(message)
        self.messages[message] = channel, parts["content"]

    async def delete(self, channel: int, message: int) -> None:
        self.deleted.append((channel, message))
        if self.messages.pop(message, None) is None:
            raise make_refusal(UNKNOWN_MESSAGE, 403)

    async def find_own_messages(self, channel: int, _: int, matches: Callable[[dict[str, Any]], bool]) -> list[int]:
        message = {number: text for number, (where, text) in self.messages.items() if where == channel}
        return [number for number, text in message.items() if matches({"content": text})]

    def record_temporary(self, _: int) -> None:
        pass


class Greetings(PersonalMessageWorker[Entry]):
    """A worker that greets a player from all tables whose rows are due."""

    kind = WorkKind.REMIND
    world: Discord

    async def collect(self, work: Work, user: int, *, private: bool) -> Sequence[Entry]:
        assert user == USER
        rows = [row for row in self.world.rows.values() if row.state == WorkState.DUE]
        return await self.collect_posted([row for row in rows if private or row.guild == work.guild])

    async def collect_posted(self, rows: Sequence[Work]) -> Sequence[Entry]:
        return [Entry(self.world.tables[row.id], (row,)) for row in rows]

    async def compose(self, entries: Sequence[Entry], user: int, *, private: bool) -> str:
        names = ", ".join(entry.table.name for entry in entries)
        return f"<@{user}> {'in private ' if private else ''}from {names}"

    def is_message(self, table: TableState, work: Work, content: str) -> bool:
        return table.name in content

    async def settle(self, entry: Entry, channel: int) -> None:
        self.world.settled.append((entry.table.id, channel))


class PublicGreetings(Greetings):
    """A worker that greets at the tables alone."""

    may_be_direct = False


@pytest.fixture(autouse=True)
def note_corrections(monkeypatch: pytest.MonkeyPatch) -> None:
    async def correct(tables: Any, number: int) -> None:
        tables.corrected.append(number)

    monkeypatch.setattr(personal_messages, "enqueue_time_corrections", correct)


@pytest.mark.parametrize(
    ("likes_direct", "closed", "channel", "text"),
    [
        (False, [], 10, "from Table 1, Table 2"),
        (False, [10], 20, "from Table 1, Table 2"),
        (True, [], DIRECT, "in private from Table 1, Table 2, Table 3"),
        (True, [DIRECT], 10, "from Table 1, Table 2"),
        (True, [DIRECT, 10], 20, "from Table 1, Table 2"),
    ],
)
async def test_due_notices_go_into_one_message_privately_or_at_an_open_table(
    *, likes_direct: bool, closed: list[int], channel: int, text: str
) -> None:
    fake_discord = Discord(make_row(1), make_row(2), make_row(3, guild=501), likes_direct=likes_direct)
    fake_discord.closed = set(closed)
    assert await fake_discord.worker.handle(fake_discord.rows[1]) is None
    assert list(fake_discord.messages.values()) == [(channel, f"<@{USER}> {text}")]
    hands = [] if channel == DIRECT else ["My hand: Table 1", "My hand: Table 2"]
    assert fake_discord.buttons == hands
    posted = {number for number, work in fake_discord.rows.items() if work.state == WorkState.DONE}
    assert posted == ({1, 2, 3} if channel == DIRECT else {1, 2})
    assert fake_discord.settled == [(number, channel) for number in sorted(posted)]
    assert await fake_discord.worker.handle(make_row(2)) is None
    assert len(fake_discord.messages) == 1, "the second row went with the first"


async def test_closed_direct_messages_fall_back_to_the_table() -> None:
    fake_discord = Discord(make_row(1), make_row(2, guild=501), likes_direct=True)
    fake_discord.refuses_direct = CLOSED_TO_DIRECT
    assert await fake_discord.worker.handle(fake_discord.rows[1]) is None
    assert list(fake_discord.messages.values()) == [(10, f"<@{USER}> from Table 1")]
    assert (fake_discord.rows[1].state, fake_discord.rows[2].state) == (WorkState.DONE, WorkState.DUE)
    fake_discord.refuses_direct = 20016
    with pytest.raises(discord.HTTPException):
        await fake_discord.worker.handle(fake_discord.rows[2])


async def test_table_fallback_has_buttons_for_at_most_five_tables() -> None:
    fake_discord = Discord(*(make_row(number) for number in range(1, 8)), likes_direct=True, may_be_direct=False)
    assert await fake_discord.worker.handle(fake_discord.rows[1]) is None
    assert [channel for channel, _ in fake_discord.messages.values()] == [10]
    assert fake_discord.buttons == [f"My hand: Table {number}" for number in range(1, 6)]


async def test_where_all_tables_of_the_server_are_closed_the_row_is_parked() -> None:
    fake_discord = Discord(make_row(1), make_row(2, guild=501))
    fake_discord.closed = {10}
    assert await fake_discord.worker.handle(fake_discord.rows[1]) == WorkState.PARKED
    assert fake_discord.messages == {}


async def test_an_erased_player_is_told_nothing() -> None:
    fake_discord = Discord(make_row(1))
    fake_discord.tables[1].record.seats[0].user = -5
    assert await fake_discord.worker.handle(fake_discord.rows[1]) == WorkState.CANCELLED


async def test_message_of_a_killed_process_is_recorded_and_not_repeated() -> None:
    fake_discord = Discord(make_row(1), make_row(2, channel=20, begun_at=BEGUN_MS))
    fake_discord.messages = {900: (20, f"<@{USER}> from Table 2")}
    assert await fake_discord.worker.handle(fake_discord.rows[1]) is None
    assert fake_discord.messages == {900: (20, f"<@{USER}> from Table 2"), 901: (10, f"<@{USER}> from Table 1")}
    assert (fake_discord.rows[1].message, fake_discord.rows[2].message) == (901, 900)
    assert fake_discord.settled == [(2, 20), (1, 10)]
    assert fake_discord.corrected == [2], "its times may be others by now"


POSTED: dict[str, Any] = {"channel": 10, "message": 900}


@pytest.mark.parametrize(
    ("other", "is_deleted", "other_state"),
    [
        (make_row(2, WorkState.DONE, **POSTED), False, WorkState.DONE),
        (make_row(2, WorkState.DONE, channel=10, message=800), True, WorkState.DONE),
        (make_row(2, WorkState.RETRACT, **POSTED), True, WorkState.CANCELLED),
        (make_row(2, table_id=1, payload={"seat": 1}, channel=10, begun_at=BEGUN_MS), False, WorkState.DUE),
        (make_row(2, table_id=1), True, WorkState.DUE),
    ],
    ids=["it still holds", "it has another message", "both go", "not recorded yet", "not posted yet"],
)
async def test_a_message_is_deleted_once_unless_it_stands_for_another_row(
    other: Work, *, is_deleted: bool, other_state: WorkState
) -> None:
    fake_discord = Discord(make_row(1, WorkState.RETRACT, **POSTED), other)
    fake_discord.messages = {900: (10, f"<@{USER}> from Table 1, Table 2")}
    assert await fake_discord.worker.handle(fake_discord.rows[1]) is None
    assert fake_discord.deleted == ([(10, 900)] if is_deleted else [])
    assert (fake_discord.rows[1].state, fake_discord.rows[2].state) == (WorkState.CANCELLED, other_state)
    if other.state == WorkState.RETRACT:
        await fake_discord.worker.handle(other)
        assert fake_discord.deleted == [(10, 900)]


async def test_unrecorded_message_of_a_killed_process_is_deleted() -> None:
    fake_discord = Discord(make_row(1, WorkState.RETRACT, channel=10, begun_at=BEGUN_MS))
    fake_discord.messages = {900: (10, f"<@{USER}> from Table 1"), 901: (10, "something else")}
    assert await fake_discord.worker.handle(fake_discord.rows[1]) is None
    assert fake_discord.deleted == [(10, 900)]


async def test_a_message_is_edited_where_it_stands_unless_its_channel_is_closed() -> None:
    fake_discord = Discord(
        make_row(1, WorkState.DONE, channel=DIRECT, message=900), make_row(2, WorkState.DONE, channel=20, message=901)
    )
    await fake_discord.worker.refresh(1)
    assert fake_discord.messages == {900: (DIRECT, f"<@{USER}> in private from Table 1")}
    await fake_discord.worker.refresh(2)
    assert fake_discord.messages[901] == (20, f"<@{USER}> from Table 2")
    assert fake_discord.edits == [900, 901]
    fake_discord.messages.clear()
    fake_discord.closed = {20}
    await fake_discord.worker.refresh(2)
    assert fake_discord.messages == {}


async def test_each_message_about_a_table_is_edited_once() -> None:
    """Those of two players, under the lock of each."""
    other = make_row(2, WorkState.DONE, table_id=1, payload={"seat": 1}, channel=10, message=901)
    fake_discord = Discord(make_row(1, WorkState.DONE, **POSTED), other)
    fake_discord.tables[1].record.seats.append(SimpleNamespace(kind="person", user=8))
    await fake_discord.worker.refresh(1)
    assert fake_discord.edits == [900, 901]
