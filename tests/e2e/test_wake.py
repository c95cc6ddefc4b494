"""Threads that nobody writes in: the board comes back before Discord archives them, and nobody is mentioned."""

from __future__ import annotations

import pytest

from bot.tables.model.follow_up_work import NO_MENTIONS_SETTING
from data.engine.clock import now_ms
from data.tables.records import Work
from data.tables.work import WorkKind, WorkState
from tests.support.house import House, Seated, start_house
from tests.support.messages import Json

DAY = 24 * 3600


class Days:
    """The clock of the stand-in and that of the bot, which a test moves on."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.ahead = 0.0
        self.set()

    def now(self) -> int:
        """Return the time (ms)."""
        return now_ms() + int(self.ahead * 1000)

    def set(self) -> None:
        """Give the bot this clock; it begins with its own."""
        bot = self.house.bot
        bot.services.tables.clock = self.now
        for part in (bot.services.scheduler, bot.services.board, bot.services.board_upkeep):
            part.clock = self.now
        bot.services.channels._clock = self.now  # pyright: ignore[reportPrivateUsage]
        bot.services.scheduler.notify_due(0)

    async def restart(self) -> None:
        """Restart the bot as another process."""
        await self.house.restart()
        self.set()

    async def pass_days(self, days: float) -> None:
        """Let so many days pass, and what has fallen due be done."""
        self.ahead += days * DAY
        self.house.sandbox.clock.advance(days * DAY)
        self.house.services.scheduler.notify_due(0)
        await self.wait_until_settled()
        self.house.sandbox.world.sweep()

    async def wait_until_settled(self) -> None:
        """Wait until nothing more is due."""

        async def none_due() -> bool:
            return not await self.house.store.work.due(self.now(), 1)

        await self.house.until(none_due)


def is_archived(house: House, table: Seated) -> bool:
    """Check whether a table's thread is in the archive."""
    return house.sandbox.world.channels[table.place].archived


async def read_wake_row(house: House, table: Seated) -> Work:
    """Return the row that keeps a table's thread awake."""
    (row,) = [
        work_item
        for work_item in await house.store.work.of_table(table.number, WorkKind.CHECK_BOARD)
        if not work_item.key
    ]
    return row


def read_only_board(house: House, table: Seated) -> Json:
    """Return the table's one board, which mentions nobody."""
    (board,) = house.boards(table)
    assert board["channel_id"] == table.place
    assert board["mentions"] == []
    return board


async def test_quiet_thread_of_a_running_table_gets_its_board_weekly() -> None:
    """Six days after the last message, whoever wrote it; by whatever process; not after the end."""
    async with start_house() as house:
        days = Days(house)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING, friendly=True)
        first = (await house.fresh(table))["id"]
        await days.pass_days(5)
        house.sandbox.people.say("Cleo", table.place, "Still there?")
        await days.pass_days(1.5)
        assert read_only_board(house, table)["id"] == first
        await days.restart()
        await days.pass_days(4.4)
        assert read_only_board(house, table)["id"] == first
        await days.pass_days(0.2)
        second = read_only_board(house, table)["id"]
        assert second != first
        assert await house.shows(table, read_only_board(house, table), "dealer")
        await days.pass_days(0.5)
        assert read_only_board(house, table)["id"] == second
        await days.pass_days(6)
        third = read_only_board(house, table)["id"]
        assert third != second
        assert not is_archived(house, table)
        await house.meant("Ada", "table end", "End it", table.place)
        await days.wait_until_settled()
        await days.pass_days(6.5)
        assert {board["id"] for board in house.boards(table)} == {third}
        assert {row.state for row in await house.store.work.of_table(table.number, WorkKind.CHECK_BOARD)} <= {
            WorkState.CANCELLED
        }
        await days.pass_days(6.5)
        assert is_archived(house, table)


async def test_a_process_that_ends_after_it_posted_posts_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row is due still, and finds the new board in the thread."""
    async with start_house() as house:
        # The old board may have been deleted when the process ended, and that not have been kept: then it is once more.
        house.tolerate = lambda request: request.method == "DELETE" and request.answer.get("code") == 10008
        days = Days(house)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        first = (await house.fresh(table))["id"]
        lost: list[int] = []

        async def killed(work: int, due: int, *, seq: int | None = None) -> None:
            lost.append(due)
            raise ConnectionError

        with monkeypatch.context() as patch:
            patch.setattr(house.store.work, "reschedule", killed)
            days.ahead += 6.1 * DAY
            house.sandbox.clock.advance(6.1 * DAY)
            house.services.scheduler.notify_due(0)
            await house.until(lambda: lost)
            second = house.boards(table)[-1]["id"]
            assert second != first
            await house.stop()
        await house.start()
        days.set()
        await days.wait_until_settled()
        assert read_only_board(house, table)["id"] == second
        await days.pass_days(1)
        assert read_only_board(house, table)["id"] == second


async def test_thread_archived_during_downtime_reopens_unless_somebody_closed_it() -> None:
    """What a moderator closes stays closed until something happens at the table."""
    async with start_house() as house:
        house.tolerate = lambda request: request.answer.get("code") == 50083
        days = Days(house)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        closed = await house.open("Cleo", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        for each_table in (table, closed):
            await house.fresh(each_table)
        thread = house.sandbox.world.channels[closed.place]
        stamp = thread.data["thread_metadata"]["create_timestamp"]
        thread.data["thread_metadata"].update(archived=True, archive_timestamp=stamp)
        thread.changed()
        await house.stop()
        days.ahead += 9 * DAY
        house.sandbox.advance(9 * DAY)
        assert is_archived(house, table)
        await house.start()
        days.set()
        await days.wait_until_settled()
        assert not is_archived(house, table)
        assert is_archived(house, closed)
        assert (await read_wake_row(house, closed)).state == WorkState.DUE


async def test_a_table_in_a_plain_channel_is_left_in_peace() -> None:
    """Discord archives no channel."""
    async with start_house(threads=False) as house:
        days = Days(house)
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        first = (await house.fresh(table))["id"]
        await days.pass_days(13)
        (board,) = house.boards(table)
        assert board["id"] == first
        assert not [
            request
            for request in house.requests
            if request.route == "/channels/{channel_id}" and request.method == "GET"
        ]


async def test_a_table_of_before_gets_its_row_with_the_next_thing_that_happens() -> None:
    """Once in a process, whatever happens after it."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1, mention=NO_MENTIONS_SETTING)
        row = await read_wake_row(house, table)
        for _ in range(2):
            await house.act(table, await house.find_awaited(table) or "")
        assert await read_wake_row(house, table) == row
        await house.store.work.mark(row.id, WorkState.CANCELLED)
        await house.restart()
        await house.act(table, await house.find_awaited(table) or "")
        assert (await read_wake_row(house, table)).state == WorkState.DUE
