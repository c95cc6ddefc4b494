"""Messages that tell until when somebody has time: they say it anew when that has changed, and mention nobody again."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.tables.services.deadlines import Deadline
from bot.transport.notifications.deadline_reminders import ReminderWorker
from bot.transport.notifications.turn_pings import TurnPingWorker
from data.tables.records import Work
from data.tables.work import WorkKind, WorkState
from tests.support.clocks import (
    DAY,
    HOUR,
    clock_messages,
    find_awaited,
    open_clocked_table,
    read_mentions_of,
    user_of,
    wait_for_mention,
    wait_until_settled,
)
from tests.support.house import House, Seated
from tests.support.messages import text
from tests.support.places import read_direct_messages, set_absence

TURN, REMINDER = "it is your turn", "then a computer plays your turn"


async def wait_for_reminder(house: House, table: Seated) -> str:
    """Wait until whoever is awaited was mentioned, and reminded at half of their time; return who."""
    who = await find_awaited(house, table)
    await house.turn(70)
    await wait_for_mention(house, who)
    await house.turn(3 * HOUR)
    await house.until(lambda: len(read_mentions_of(house, who)) == 2)
    await house.until(lambda: clock_messages(house, table, TURN) and clock_messages(house, table, REMINDER))
    await wait_until_settled(house)
    return who


async def stop_for_ten_hours(house: House) -> None:
    """Stop the bot, and start it ten hours later."""
    await house.stop()
    house.sandbox.clock.advance(10 * HOUR)
    await house.start()
    await house.until(lambda: house.services.uptime.began is not None)


async def wait_for_private_reminder(house: House, table: Seated) -> str:
    """Wait until whoever is awaited was mentioned, and reminded in a private message; return who."""
    who = await find_awaited(house, table)
    panel = (await house.command(who, "settings me")).get("message") or {}
    await house.press(who, panel, "By private message")
    await house.turn(70)
    await wait_for_mention(house, who)
    await house.turn(3 * HOUR)
    await house.until(lambda: read_direct_messages(house, who))
    await wait_until_settled(house)
    return who


async def read_deadline(house: House, table: Seated, who: str) -> str:
    """Return until when somebody has time, as messages tell it."""

    async def deadline() -> Deadline | None:
        """Return the deadline, None as long as the table does not know that it goes on."""
        live = await house.live(table)
        seat = live.seat_of(user_of(house, who))
        assert seat is not None
        return await house.services.deadlines.of(live, seat)

    return f"<t:{(await house.until(deadline)).ends_at_ms // 1000}:R>"


async def test_after_downtime_mention_reminder_and_board_show_the_new_deadline() -> None:
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await wait_for_reminder(house, table)
        before = await read_deadline(house, table, who)
        for words in (TURN, REMINDER):
            assert before in clock_messages(house, table, words)[0]["content"]
        await stop_for_ten_hours(house)
        after = await read_deadline(house, table, who)
        assert after != before
        for words in (TURN, REMINDER):
            await house.until(lambda words=words: after in clock_messages(house, table, words)[0]["content"])
            (message,) = clock_messages(house, table, words)
            assert before not in message["content"]
            assert [mention["id"] for mention in message["mentions"]] == [str(user_of(house, who))]
            assert message["components"], "its button stays"
        assert after in text(house.board(table))
        assert len(read_mentions_of(house, who)) == 2, "nothing is posted for it"
        await house.act(table, who)
        await house.until(
            lambda: not clock_messages(house, table, TURN + " at") and not clock_messages(house, table, REMINDER)
        )


async def test_in_a_pause_a_reminder_says_so_and_when_the_table_goes_on_until_when() -> None:
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await wait_for_reminder(house, table)
        other = "Bela" if who == "Ada" else "Ada"
        await house.command(other, "table pause", channel=table.place)
        await house.command(who, "table pause", channel=table.place)
        reminder = "half of your time for this turn is over"
        await house.until(lambda: "The table is paused." in clock_messages(house, table, reminder)[0]["content"])
        assert "<t:" not in clock_messages(house, table, reminder)[0]["content"]
        await house.turn(2 * DAY)
        await wait_until_settled(house)
        await house.press(other, clock_messages(house, table, "is paused: all players")[0], "Go on")
        after = await read_deadline(house, table, who)
        await house.until(lambda: after in clock_messages(house, table, reminder)[0]["content"])
        assert len(clock_messages(house, table, reminder)) == 1
        await wait_until_settled(house)
        await stop_for_ten_hours(house)
        later = await read_deadline(house, table, who)
        await house.until(lambda: later in clock_messages(house, table, reminder)[0]["content"])
        await house.until(lambda: later in text(house.board(table)))  # also after the pause


@pytest.mark.parametrize("comes_back", [False, True], ids=["away", "back early"])
async def test_deadline_messages_are_edited_after_an_absence(*, comes_back: bool) -> None:
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await wait_for_private_reminder(house, table)
        before = await read_deadline(house, table, who)
        await set_absence(house, who)
        if comes_back:
            await house.until(lambda: before not in read_direct_messages(house, who)[0])
            await house.turn(2 * HOUR)
            await house.command(who, "away back")
        after = await read_deadline(house, table, who)
        assert after != before
        await house.until(lambda: after in read_direct_messages(house, who)[0])
        await house.until(lambda: after in clock_messages(house, table, TURN)[0]["content"])
        assert len(read_direct_messages(house, who)) == 1
        assert "https://discord.com/channels/" in read_direct_messages(house, who)[0]


async def test_a_mention_on_its_way_as_its_player_goes_away_tells_the_new_time() -> None:
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await find_awaited(house, table)
        before = await read_deadline(house, table, who)
        house.sandbox.faults.add("latency", method="POST", path=f"/channels/{table.place}/messages", seconds=1)
        await house.turn(70)
        await house.until(lambda: house.services.posts.first_tries)
        await set_absence(house, who)
        after = await read_deadline(house, table, who)
        assert after != before
        await house.until(lambda: clock_messages(house, table, TURN))
        await house.until(lambda: after in clock_messages(house, table, TURN)[0]["content"])
        assert len(read_mentions_of(house, who)) == 1


@pytest.mark.parametrize(("words", "kind"), [(TURN, TurnPingWorker), (REMINDER, ReminderWorker)])
async def test_unrecorded_message_is_edited_once_it_is_found(
    words: str, kind: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The times of the table have been told anew by then."""
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await find_awaited(house, table)
        if words == REMINDER:
            await house.turn(70)
            await wait_for_mention(house, who)

        async def killed(*_: Any, **__: Any) -> None:
            await asyncio.Event().wait()

        monkeypatch.setattr(house.store.work, "mark", killed)  # it is posted, and that is never noted
        await house.turn(70 if words == TURN else 3 * HOUR)
        await house.until(lambda: clock_messages(house, table, words))
        before, posted = await read_deadline(house, table, who), len(read_mentions_of(house, who))
        handler = kind.handle

        async def told_anew() -> bool:
            return not await house.store.work.of_table(table.number, WorkKind.CORRECT_TIMES)  # what is done is deleted

        async def later(self: Any, work: Work) -> WorkState | None:
            await house.until(told_anew)
            return await handler(self, work)

        monkeypatch.setattr(kind, "handle", later)
        await stop_for_ten_hours(house)
        after = await read_deadline(house, table, who)
        assert after != before
        await house.until(lambda: after in clock_messages(house, table, words)[0]["content"])
        assert len(read_mentions_of(house, who)) == posted


async def test_a_message_that_is_gone_is_left_and_what_was_reworded_goes_with_the_move() -> None:
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await wait_for_reminder(house, table)
        (mention,), (reminder,) = clock_messages(house, table, TURN), clock_messages(house, table, REMINDER)
        house.sandbox.people.delete("Ada", mention)
        house.tolerate = lambda request: request.answer.get("code") == 10008
        await stop_for_ten_hours(house)
        after = await read_deadline(house, table, who)
        await house.until(lambda: after in clock_messages(house, table, REMINDER)[0]["content"])
        assert clock_messages(house, table, REMINDER)[0]["id"] == reminder["id"]
        assert len(read_mentions_of(house, who)) == 2
        await house.act(table, who)
        await house.until(lambda: not clock_messages(house, table, REMINDER))


async def test_a_server_that_has_the_bot_again_is_told_until_when_there_is_time() -> None:
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await wait_for_reminder(house, table)
        before = await read_deadline(house, table, who)
        await house.sandbox.act({"kind": "remove_bot"})
        await house.until(lambda: not house.bot.guilds and house.services.guild_settings.absent)
        await house.turn(10 * HOUR)
        await house.sandbox.act({"kind": "invite_bot"})
        await house.until(lambda: bool(house.bot.guilds))
        await house.until(lambda: before not in text(house.board(table)))
        after = await read_deadline(house, table, who)
        await house.until(lambda: after in text(house.board(table)))
        for words in (TURN, REMINDER):
            await house.until(lambda words=words: after in clock_messages(house, table, words)[0]["content"])
        assert len(read_mentions_of(house, who)) == 2
