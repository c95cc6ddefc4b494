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
from tests.support.clocks import DAY, HOUR, called, clock_messages, mentioned, playing, settled, user_of, waits_for
from tests.support.house import House, Seated
from tests.support.messages import text
from tests.support.places import direct, goes_away

TURN, REMINDER = "it is your turn", "then a computer plays your turn"


async def mentioned_and_reminded(here: House, table: Seated) -> str:
    """Whoever is awaited has been mentioned, and reminded that half of their time has passed: who."""
    who = await waits_for(here, table)
    await here.turn(70)
    await mentioned(here, who)
    await here.turn(3 * HOUR)
    await here.until(lambda: len(called(here, who)) == 2)
    await here.until(lambda: clock_messages(here, table, TURN) and clock_messages(here, table, REMINDER))
    await settled(here)
    return who


async def nobody_there(here: House) -> None:
    """The bot is stopped, and is there again ten hours later."""
    await here.stop()
    here.sandbox.clock.advance(10 * HOUR)
    await here.start()
    await here.until(lambda: here.services.uptime.began is not None)


async def reminded_in_private(here: House, table: Seated) -> str:
    """Whoever is awaited has been mentioned, and reminded in a private message: who."""
    who = await waits_for(here, table)
    likes = (await here.command(who, "settings me")).get("message") or {}
    await here.press(who, likes, "By private message")
    await here.turn(70)
    await mentioned(here, who)
    await here.turn(3 * HOUR)
    await here.until(lambda: direct(here, who))
    await settled(here)
    return who


async def end_of(here: House, table: Seated, who: str) -> str:
    """Until when somebody has time, as messages tell it."""

    async def deadline() -> Deadline | None:
        """None as long as the table does not know that it goes on."""
        live = await here.live(table)
        seat = live.seat_of(user_of(here, who))
        assert seat is not None
        return await here.services.deadlines.of(live, seat)

    return f"<t:{(await here.until(deadline)).ends_at_ms // 1000}:R>"


async def test_after_a_time_in_which_no_bot_was_there_mention_reminder_and_board_tell_the_new_time() -> None:
    async with playing(clock=6 * HOUR) as (here, table):
        who = await mentioned_and_reminded(here, table)
        before = await end_of(here, table, who)
        for words in (TURN, REMINDER):
            assert before in clock_messages(here, table, words)[0]["content"]
        await nobody_there(here)
        after = await end_of(here, table, who)
        assert after != before
        for words in (TURN, REMINDER):
            await here.until(lambda words=words: after in clock_messages(here, table, words)[0]["content"])
            (message,) = clock_messages(here, table, words)
            assert before not in message["content"]
            assert [mention["id"] for mention in message["mentions"]] == [str(user_of(here, who))]
            assert message["components"], "its button stays"
        assert after in text(here.board(table))
        assert len(called(here, who)) == 2, "nothing is posted for it"
        await here.act(table, who)
        await here.until(
            lambda: not clock_messages(here, table, TURN + " at") and not clock_messages(here, table, REMINDER)
        )


async def test_in_a_pause_a_reminder_says_so_and_when_the_table_goes_on_until_when() -> None:
    async with playing(clock=6 * HOUR) as (here, table):
        who = await mentioned_and_reminded(here, table)
        other = "Bela" if who == "Ada" else "Ada"
        await here.command(other, "table pause", channel=table.place)
        await here.command(who, "table pause", channel=table.place)
        reminder = "half of your time for this turn is over"
        await here.until(lambda: "The table is paused." in clock_messages(here, table, reminder)[0]["content"])
        assert "<t:" not in clock_messages(here, table, reminder)[0]["content"]
        await here.turn(2 * DAY)
        await settled(here)
        await here.press(other, clock_messages(here, table, "is paused: all players")[0], "Go on")
        after = await end_of(here, table, who)
        await here.until(lambda: after in clock_messages(here, table, reminder)[0]["content"])
        assert len(clock_messages(here, table, reminder)) == 1
        await settled(here)
        await nobody_there(here)
        later = await end_of(here, table, who)
        await here.until(lambda: later in clock_messages(here, table, reminder)[0]["content"])
        await here.until(lambda: later in text(here.board(table)))  # also after the pause


@pytest.mark.parametrize("comes_back", [False, True], ids=["away", "back early"])
async def test_deadline_messages_are_edited_after_an_absence(*, comes_back: bool) -> None:
    async with playing(clock=6 * HOUR) as (here, table):
        who = await reminded_in_private(here, table)
        before = await end_of(here, table, who)
        await goes_away(here, who)
        if comes_back:
            await here.until(lambda: before not in direct(here, who)[0])
            await here.turn(2 * HOUR)
            await here.command(who, "away back")
        after = await end_of(here, table, who)
        assert after != before
        await here.until(lambda: after in direct(here, who)[0])
        await here.until(lambda: after in clock_messages(here, table, TURN)[0]["content"])
        assert len(direct(here, who)) == 1
        assert "https://discord.com/channels/" in direct(here, who)[0]


async def test_a_mention_on_its_way_as_its_player_goes_away_tells_the_new_time() -> None:
    async with playing(clock=6 * HOUR) as (here, table):
        who = await waits_for(here, table)
        before = await end_of(here, table, who)
        here.sandbox.faults.add("latency", method="POST", path=f"/channels/{table.place}/messages", seconds=1)
        await here.turn(70)
        await here.until(lambda: here.services.posts.first_tries)
        await goes_away(here, who)
        after = await end_of(here, table, who)
        assert after != before
        await here.until(lambda: clock_messages(here, table, TURN))
        await here.until(lambda: after in clock_messages(here, table, TURN)[0]["content"])
        assert len(called(here, who)) == 1


@pytest.mark.parametrize(("words", "kind"), [(TURN, TurnPingWorker), (REMINDER, ReminderWorker)])
async def test_unrecorded_message_is_edited_once_it_is_found(
    words: str, kind: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The times of the table have been told anew by then."""
    async with playing(clock=6 * HOUR) as (here, table):
        who = await waits_for(here, table)
        if words == REMINDER:
            await here.turn(70)
            await mentioned(here, who)

        async def killed(*_: Any, **__: Any) -> None:
            await asyncio.Event().wait()

        monkeypatch.setattr(here.store.work, "mark", killed)  # it is posted, and that is never noted
        await here.turn(70 if words == TURN else 3 * HOUR)
        await here.until(lambda: clock_messages(here, table, words))
        before, posted = await end_of(here, table, who), len(called(here, who))
        handler = kind.handle

        async def told_anew() -> bool:
            return not await here.store.work.of_table(table.number, WorkKind.CORRECT_TIMES)  # what is done is deleted

        async def later(self: Any, work: Work) -> WorkState | None:
            await here.until(told_anew)
            return await handler(self, work)

        monkeypatch.setattr(kind, "handle", later)
        await nobody_there(here)
        after = await end_of(here, table, who)
        assert after != before
        await here.until(lambda: after in clock_messages(here, table, words)[0]["content"])
        assert len(called(here, who)) == posted


async def test_a_message_that_is_gone_is_left_and_what_was_reworded_goes_with_the_move() -> None:
    async with playing(clock=6 * HOUR) as (here, table):
        who = await mentioned_and_reminded(here, table)
        (mention,), (reminder,) = clock_messages(here, table, TURN), clock_messages(here, table, REMINDER)
        here.sandbox.people.delete("Ada", mention)
        here.tolerate = lambda request: request.answer.get("code") == 10008
        await nobody_there(here)
        after = await end_of(here, table, who)
        await here.until(lambda: after in clock_messages(here, table, REMINDER)[0]["content"])
        assert clock_messages(here, table, REMINDER)[0]["id"] == reminder["id"]
        assert len(called(here, who)) == 2
        await here.act(table, who)
        await here.until(lambda: not clock_messages(here, table, REMINDER))


async def test_a_server_that_has_the_bot_again_is_told_until_when_there_is_time() -> None:
    async with playing(clock=6 * HOUR) as (here, table):
        who = await mentioned_and_reminded(here, table)
        before = await end_of(here, table, who)
        await here.sandbox.act({"kind": "remove_bot"})
        await here.until(lambda: not here.bot.guilds and here.services.guild_settings.absent)
        await here.turn(10 * HOUR)
        await here.sandbox.act({"kind": "invite_bot"})
        await here.until(lambda: bool(here.bot.guilds))
        await here.until(lambda: before not in text(here.board(table)))
        after = await end_of(here, table, who)
        await here.until(lambda: after in text(here.board(table)))
        for words in (TURN, REMINDER):
            await here.until(lambda words=words: after in clock_messages(here, table, words)[0]["content"])
        assert len(called(here, who)) == 2
