"""Clocks over the wire: time that runs out, what follows, reminders, and all that they stand still for."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.common.errors import Declined
from bot.common.time_spans import MINUTE_SECONDS
from bot.people import quiet_hours
from bot.people.quiet_hours import BEFORE_NIGHT_MS
from bot.tables.commands import leave_and_end
from bot.tables.model.follow_up_work import NO_MENTIONS_SETTING
from bot.tables.model.table_state import TableState
from bot.tables.services.absence import is_overdue
from bot.tables.services.uptime import Uptime
from bot.tables.workers.clock_expiry import ClockExpiryWorker
from data.people.records import Preferences
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
from tests.support.house import House, Seated, start_house
from tests.support.messages import Json, buttons, text
from tests.support.places import read_direct_messages


async def test_reminders_come_at_half_time_and_near_the_end_until_the_move() -> None:
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await find_awaited(house, table)
        await house.turn(70)
        await wait_for_mention(house, who)
        assert "Your time ends <t:" in read_mentions_of(house, who)[0]
        await house.turn(3 * HOUR)
        await house.until(lambda: len(read_mentions_of(house, who)) == 2)
        assert "half of your time for this turn is over" in read_mentions_of(house, who)[1]
        await house.turn(HOUR)
        await wait_until_settled(house)
        assert len(read_mentions_of(house, who)) == 2
        await house.turn(7 * HOUR)
        await house.until(lambda: len(read_mentions_of(house, who)) == 3)
        await house.restart()
        await wait_until_settled(house)
        assert len(read_mentions_of(house, who)) == 3, read_mentions_of(house, who)
        assert "your time is nearly over" in read_mentions_of(house, who)[2]
        await house.until(lambda: len(clock_messages(house, table, "then a computer plays your turn")) == 1)
        assert (
            "your time is nearly over" in clock_messages(house, table, "then a computer plays your turn")[0]["content"]
        )
        await house.act(table, who)
        await house.until(lambda: not clock_messages(house, table, "then a computer plays your turn"))


async def test_reminder_posted_by_a_killed_bot_is_found_after_stopped_clocks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await find_awaited(house, table)
        await house.turn(70)
        await wait_for_mention(house, who)  # that this mention is out has been noted

        async def killed(*_: Any, **__: Any) -> None:
            await asyncio.Event().wait()

        async def in_vain(*_: Any) -> None:
            """The disk keeps nothing just now."""

        monkeypatch.setattr(house.store.clocks, "beat", in_vain)  # so long the clock will have stood still
        monkeypatch.setattr(house.store.work, "mark", killed)  # it is posted, and that is never noted
        await house.turn(3 * HOUR)
        await house.until(lambda: len(read_mentions_of(house, who)) == 2)
        await house.stop()
        house.sandbox.clock.advance(HOUR)
        await house.start()
        await house.turn(4 * HOUR)
        await wait_until_settled(house)
        assert len(read_mentions_of(house, who)) == 2, read_mentions_of(house, who)
        await house.act(table, who)
        await house.until(lambda: not clock_messages(house, table, "then a computer plays your turn"))


async def test_a_night_that_puts_the_reminder_of_half_time_off_until_the_other_leaves_one() -> None:
    """Both are due within minutes then, and would be one message with the same button twice."""
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await find_awaited(house, table)
        await house.turn(70)
        await wait_for_mention(house, who)
        live = await house.live(table)
        seat = live.seat_of(user_of(house, who))
        assert seat is not None
        deadline = await house.services.deadlines.of(live, seat)
        assert deadline is not None
        begin, end = house.services.tables.clock() // 60_000 - 1, deadline.near_at_ms // 60_000 - 2
        likes = Preferences(night=(begin % 1440, end % 1440))
        assert await house.store.preferences.save((user_of(house, who), who), likes) is False
        house.services.people.evict(user_of(house, who))
        await house.turn(deadline.half_at_ms / 1000 - house.services.tables.clock() / 1000 + 60)
        await wait_until_settled(house)
        await house.turn(end * 60 - house.services.tables.clock() / 1000 + 5)
        await wait_until_settled(house)
        await house.turn(180)
        await house.until(lambda: len(read_mentions_of(house, who)) == 2)
        await wait_until_settled(house)
        assert len(read_mentions_of(house, who)) == 2, read_mentions_of(house, who)
        assert read_mentions_of(house, who)[1].count("Your time ends <t:") == 1


async def test_at_a_table_that_mentions_late_reminders_come_all_the_same() -> None:
    """Else time would run out of which its player was never told."""
    async with open_clocked_table(clock=HOUR, mention=6 * HOUR) as (house, table):
        who = await find_awaited(house, table)
        await house.turn(31 * 60)
        await wait_for_mention(house, who)
        await house.turn(75 * 60)
        await house.until(lambda: len(read_mentions_of(house, who)) == 2)
        assert all("then a computer plays your turn" in words for words in read_mentions_of(house, who))


async def test_where_people_play_at_once_a_mention_comes_after_fifteen_seconds_and_one_reminder() -> None:
    """Fifteen seconds after the turn came or the player last pressed something, and with an eighth of the time left."""
    async with start_house(ping_delay=60, ping_quiet=120) as house:
        house.tolerate = lambda request: (
            "Invalid Webhook Token" in str(request.answer)
        )  # hands are not told of the turn
        table = await house.open("Ada", ("Bela",), clock=3 * MINUTE_SECONDS, mention=HOUR)
        who = await find_awaited(house, table)
        await house.hand(who, table)
        await house.turn(14)
        await wait_until_settled(house)
        assert not read_mentions_of(house, who)
        await house.hand(who, table)
        await house.turn(14)
        await wait_until_settled(house)
        assert not read_mentions_of(house, who), "they have just pressed something"
        await house.turn(2)
        await wait_for_mention(house, who)
        assert "it is your turn" in read_mentions_of(house, who)[0]
        live = await house.live(table)
        seat = live.seat_of(user_of(house, who))
        assert seat is not None
        deadline = await house.services.deadlines.of(live, seat)
        assert deadline is not None
        assert deadline.ends_at_ms - deadline.near_at_ms == (3 + 10) * MINUTE_SECONDS * 1000 // 8, "with the extra time"
        await house.turn((deadline.near_at_ms - house.services.tables.clock()) / 1000 - 5)
        await wait_until_settled(house)
        assert len(read_mentions_of(house, who)) == 1
        await house.turn(10)
        await house.until(lambda: len(read_mentions_of(house, who)) == 2)
        assert "your time is nearly over" in read_mentions_of(house, who)[1]
        seq = live.record.seq
        await house.turn(100)
        await house.until(lambda: house.services.tables._live[table.number].record.seq > seq)
        await wait_until_settled(house)
        assert len(read_mentions_of(house, who)) == 2 + (await house.find_awaited(table) == who), read_mentions_of(
            house, who
        )


async def test_a_short_clock_mentions_nobody_where_the_host_wants_no_mention() -> None:
    async with open_clocked_table(clock=15 * MINUTE_SECONDS, mention=NO_MENTIONS_SETTING) as (house, table):
        who = await find_awaited(house, table)
        await house.turn(5 * MINUTE_SECONDS)
        await wait_until_settled(house)
        assert not read_mentions_of(house, who)


@pytest.mark.parametrize("closed", [False, True], ids=["in private", "at the table, for they take no messages"])
async def test_a_reminder_comes_in_a_private_message_where_its_player_wants_and_takes_one(*, closed: bool) -> None:
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        house.tolerate = lambda request: request.answer.get("code") in {50007, 50027}
        who = await find_awaited(house, table)
        likes = (await house.command(who, "settings me")).get("message") or {}
        await house.press(who, likes, "By private message")
        if closed:
            await house.sandbox.act({"kind": "direct", "user_id": who, "closed": True})
        await house.turn(70)
        await wait_for_mention(house, who)
        await house.turn(3 * HOUR)
        await house.until(
            lambda: (
                clock_messages(house, table, "then a computer plays your turn")
                if closed
                else read_direct_messages(house, who)
            )
        )
        assert len(read_direct_messages(house, who)) == (not closed)
        assert len(clock_messages(house, table, "then a computer plays your turn")) == closed
        await house.act(table, who)
        await house.until(
            lambda: (
                not read_direct_messages(house, who)
                and not clock_messages(house, table, "then a computer plays your turn")
            )
        )


async def set_night(house: House, who: str, begin: int) -> None:
    """Let somebody's night begin at that time (ms), for ten hours."""
    minute = begin // 60_000
    preferences = replace(
        await house.services.people.of(user_of(house, who)), night=(minute % 1440, (minute + 600) % 1440)
    )
    assert await house.store.preferences.save((user_of(house, who), who), preferences) is False
    house.services.people.evict(user_of(house, who))


async def test_sleeper_with_little_time_is_reminded_once_before_the_night() -> None:
    """The clock would run out in the night, and nobody is to learn of it when they wake."""
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await find_awaited(house, table)
        await house.turn(70)
        await wait_for_mention(house, who)
        live = await house.live(table)
        seat = live.seat_of(user_of(house, who))
        assert seat is not None
        deadline = await house.services.deadlines.of(live, seat)
        assert deadline is not None
        night = deadline.near_at_ms - 2 * HOUR * 1000
        await set_night(house, who, night)
        await house.turn((night - BEFORE_NIGHT_MS - house.services.tables.clock()) / 1000 - 20 * 60)
        await house.until(lambda: len(read_mentions_of(house, who)) == 2)
        await wait_until_settled(house)
        await house.turn(20 * 60 + 5)
        await house.until(lambda: len(read_mentions_of(house, who)) == 3)
        await wait_until_settled(house)
        assert house.services.tables.clock() < night
        assert "your quiet hours begin soon" in read_mentions_of(house, who)[2]
        await house.until(lambda: len(clock_messages(house, table, "then a computer plays your turn")) == 1)
        for _ in range(4):
            await house.turn(HOUR)
            await wait_until_settled(house)
        assert len(read_mentions_of(house, who)) == 3, read_mentions_of(house, who)


async def test_before_the_night_what_of_several_tables_would_fall_into_it_goes_together() -> None:
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        # The message of both tables' first reminders is taken away for each of them, perhaps at the same instant.
        house.tolerate = lambda request: request.answer.get("code") in {10008, 50027}
        who = await find_awaited(house, table)
        other = await house.open("Ada", ("Bela",), clock=6 * HOUR)
        while who != await find_awaited(house, other):
            await house.act(other, await find_awaited(house, other))
        await house.turn(70)
        await house.until(lambda: len(read_mentions_of(house, who)) == 2)
        night = house.services.tables.clock() // 60_000 * 60_000 + 2 * HOUR * 1000
        await set_night(house, who, night + 7 * HOUR * 1000)
        await house.turn(4 * HOUR)
        await wait_until_settled(house)
        before = len(read_mentions_of(house, who))
        await house.turn(4.5 * HOUR + 60)
        await house.until(lambda: len(read_mentions_of(house, who)) > before)
        await wait_until_settled(house)
        assert len(read_mentions_of(house, who)) == before + 1, read_mentions_of(house, who)
        assert read_mentions_of(house, who)[-1].count("your quiet hours begin soon") == 2


async def test_of_a_decision_that_arises_by_night_nobody_is_told_the_evening_before() -> None:
    """It waits until they wake, and is left out where it would come too late."""
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await find_awaited(house, table)
        await set_night(house, who, house.services.tables.clock() - HOUR * 1000)
        for _ in range(8):
            await house.turn(HOUR)
            await wait_until_settled(house)
        assert read_mentions_of(house, who) == []
        await house.turn(HOUR + 60)
        await house.until(lambda: read_mentions_of(house, who))


async def test_nobody_is_reminded_by_night_and_a_clock_may_sleep_then() -> None:
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await find_awaited(house, table)
        now = house.services.tables.clock()
        begin = (now // 60_000 + 60) % 1440  # an hour from now, for eight hours
        likes = Preferences(night=(begin, (begin + 480) % 1440))
        assert await house.store.preferences.save((user_of(house, who), who), likes) is False
        house.services.people.evict(user_of(house, who))
        await house.turn(70)
        await wait_for_mention(house, who)
        await house.turn(4 * HOUR)
        await wait_until_settled(house)
        assert len(read_mentions_of(house, who)) == 1, "it is night"
        await house.turn(5 * HOUR)
        await house.until(lambda: len(read_mentions_of(house, who)) == 2)


async def test_a_table_is_paused_once_all_agree_and_its_clocks_go_on_where_they_stood() -> None:
    async with open_clocked_table(clock=HOUR) as (house, table):
        who = await find_awaited(house, table)
        other = "Bela" if who == "Ada" else "Ada"
        live = await house.live(table)
        seat = live.seat_of(user_of(house, who))
        assert seat is not None
        decision = live.decisions[seat]
        answer = await house.command(other, "table pause", channel=table.place)
        assert "The others are asked" in text(answer.get("message") or {}), answer
        await house.until(lambda: bool(clock_messages(house, table, "wants a pause")))
        (question,) = clock_messages(house, table, "wants a pause")
        before = await house.services.deadlines.of(live, seat)
        assert before is not None
        await house.press(who, question, "Agree")
        await house.until(lambda: bool(clock_messages(house, table, "is paused: all players")))
        rung = {
            name: ["is paused: all players" in message for message in read_mentions_of(house, name)].count(True)
            for name in ("Ada", "Bela")
        }
        assert rung == {other: 1, who: 0}, "who asked is told that it has begun, who agreed last sees it"
        await house.until(lambda: not buttons(house.sandbox.people.message("Ada", question)))
        live = await house.live(table)
        assert live.record.settings.get("paused")
        assert await house.services.deadlines.of(live, seat) is None
        await house.turn(5 * DAY)
        await wait_until_settled(house)
        assert live.decisions.get(seat) == decision
        assert "Paused" in text(await house.fresh(table))
        await house.press(other, clock_messages(house, table, "is paused: all players")[0], "Go on")
        live = await house.live(table)
        after = await house.services.deadlines.of(live, seat)
        assert after is not None
        assert 5 * DAY * 1000 <= after.ends_at_ms - before.ends_at_ms <= 5 * DAY * 1000 + 60_000
        await house.turn(2 * HOUR + 60)
        await house.until(lambda: live.decisions.get(seat) != decision)


async def test_former_seat_owner_is_not_told_of_the_pause() -> None:
    async with open_clocked_table(("Bela", "Cleo"), clock=7 * DAY) as (house, table):
        await house.command("Bela", "table pause", channel=table.place)
        await house.until(lambda: bool(clock_messages(house, table, "wants a pause")))
        await house.command("Ada", "table pause", channel=table.place)
        leaving = (await house.command("Bela", "table leave", channel=table.place)).get("message") or {}
        await house.press("Bela", leaving, "Leave")
        await house.command("Cleo", "table pause", channel=table.place)
        await house.until(lambda: bool(clock_messages(house, table, "is paused: all players")))
        await wait_until_settled(house)
        messages = [message for who in ("Ada", "Bela", "Cleo") for message in read_mentions_of(house, who)]
        assert not [words for words in messages if "is paused: all players" in words]


async def test_pause_vote_names_missing_voters_allows_withdrawal_and_reopens_after_a_day() -> None:
    async with open_clocked_table(("Bela", "Cleo"), clock=7 * DAY) as (house, table):
        await house.command("Ada", "table pause", channel=table.place)
        await house.until(lambda: bool(clock_messages(house, table, "Ada wants a pause")))
        (question,) = clock_messages(house, table, "wants a pause")
        assert set(buttons(question)) == {"Agree", "Not now", "Take my vote back"}
        assert "1 of 3 agreed; Bela and Cleo have not answered" in question["content"]
        answer = text((await house.press("Bela", question, "Agree")).get("message") or {})
        assert "You agreed to pause" in answer
        assert "2 of 3 agreed; Cleo has not answered" in answer
        assert "are asked" not in answer

        def now() -> str:
            return house.sandbox.people.message("Ada", question)["content"]

        await house.until(lambda: "2 of 3 agreed; Cleo has not answered" in now())
        again = text((await house.command("Bela", "table pause", channel=table.place)).get("message") or {})
        assert "You already agreed: 2 of 3 agreed; Cleo has not answered." in again
        await house.press("Bela", question, "Take my vote back")
        await house.until(lambda: "1 of 3 agreed; Bela and Cleo have not answered" in now())
        await house.turn(DAY + 60)
        again = text((await house.command("Ada", "table pause", channel=table.place)).get("message") or {})
        assert "The others are asked at the table." in again
        await house.until(lambda: "It was asked again." in now())
        assert not buttons(house.sandbox.people.message("Ada", question))

        def read_questions() -> list[Json]:
            return [message for message in clock_messages(house, table, "wants a pause") if buttons(message)]

        await house.until(read_questions)
        (question,) = read_questions()
        for who in ("Bela", "Cleo"):
            await house.press(who, question, "Agree")
        await house.until(lambda: bool(clock_messages(house, table, "is paused: all players")))
        await house.until(lambda: now().endswith("All agreed."))


async def test_absence_extends_the_time_and_the_table_shows_it() -> None:
    async with open_clocked_table(clock=HOUR) as (house, table):
        who = await find_awaited(house, table)
        live = await house.live(table)
        seat = live.seat_of(user_of(house, who))
        assert seat is not None
        decision = live.decisions[seat]
        day = (await house.sandbox.people.autocomplete(who, "card-room", "away until", {"day": "tom"}, "day"))[0]
        answer = await house.command(who, "away until", day=day["value"])
        assert "You are away until" in text(answer.get("message") or {}), answer
        await house.until(lambda: "Away:" in text(house.board(table)))
        await house.turn(3 * HOUR)
        await wait_until_settled(house)
        assert live.decisions.get(seat) == decision
        assert read_mentions_of(house, who) == []
        answer = await house.command(who, "away back")
        assert "Welcome back" in text(answer.get("message") or {}), answer
        await house.until(lambda: "Away:" not in text(house.board(table)))
        await wait_for_mention(house, who)  # not when they had meant to be
        await house.turn(2 * HOUR + 60)
        await house.until(lambda: live.decisions.get(seat) != decision)


async def test_a_board_says_no_more_that_somebody_is_away_once_they_are_back() -> None:
    """Also where they say later that it takes longer, and whatever else draws the board meanwhile."""
    async with open_clocked_table(clock=HOUR) as (house, table):
        who = await find_awaited(house, table)
        moments = list[int]()
        for ahead in (1, 2):
            back = datetime.fromtimestamp(house.services.tables.clock() / 1000, UTC) + timedelta(days=ahead)
            moments.append(int(back.replace(hour=8, minute=0, second=0, microsecond=0).timestamp()))
            answer = await house.command(who, "away until", day=f"{back:%A} {back.day} {back:%B}")
            said_so = text(answer.get("message") or {})
            assert f"You are away until <t:{moments[-1]}:f>." in said_so
            assert "That is in UTC. To set your time zone" in said_so
            assert "`/settings quiet`" in said_so
        away = f"Away: {who} (back <t:{moments[-1]}:R>)."
        await house.until(lambda: away in text(house.board(table)))
        await house.turn(moments[0] - house.services.tables.clock() / 1000 + 60)
        await wait_until_settled(house)
        assert away in text(await house.fresh(table))
        await house.turn(moments[1] - house.services.tables.clock() / 1000 - 60)
        await wait_until_settled(house)
        assert away in text(house.board(table))
        await house.turn(90)
        await house.until(lambda: "Away:" not in text(house.board(table)))
        assert await find_awaited(house, table) == who


async def test_clocks_stand_still_while_the_bot_is_not_there_and_boards_say_until_when() -> None:
    async with open_clocked_table(clock=HOUR) as (house, table):
        who = await find_awaited(house, table)
        live = await house.live(table)
        seat = live.seat_of(user_of(house, who))
        assert seat is not None
        before, message_text = await house.services.deadlines.of(live, seat), text(await house.fresh(table))
        assert before is not None
        await house.stop()
        house.sandbox.clock.advance(10 * HOUR)
        await house.start()
        await house.until(lambda: house.services.uptime.began is not None)
        live = await house.live(table)
        after = await house.services.deadlines.of(live, seat)
        assert after is not None
        assert 10 * HOUR * 1000 - 1000 < after.ends_at_ms - before.ends_at_ms < 10 * HOUR * 1000 + 60_000
        await house.until(lambda: text(house.board(table)) != message_text)
        assert f"<t:{after.ends_at_ms // 1000}:R>" in text(house.board(table))


async def test_deadlines_at_start_are_judged_once_the_bot_is_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that had a second left when the bot stopped has it still, and no more; nothing is looked at before."""
    async with open_clocked_table(clock=HOUR) as (house, table):
        who = await find_awaited(house, table)
        live = await house.live(table)
        seat = live.seat_of(user_of(house, who))
        assert seat is not None
        decision = live.decisions[seat]
        await house.turn((live.timers[seat].at - house.services.tables.clock()) / 1000 + 2 * HOUR - 2)
        await wait_until_settled(house)
        assert (await house.live(table)).decisions.get(seat) == decision
        await house.stop()
        house.sandbox.clock.advance(10 * HOUR)
        began, ring = list[int | None](), ClockExpiryWorker.expire

        async def watched(self: ClockExpiryWorker, work: Any) -> Any:
            began.append(house.services.uptime.began)
            return await ring(self, work)

        async def slow(*args: Any) -> None:
            await asyncio.sleep(0.3)
            await connected(*args)

        connected = Uptime.record_connected
        monkeypatch.setattr(ClockExpiryWorker, "expire", watched)
        monkeypatch.setattr(Uptime, "record_connected", slow)
        await house.start()
        await house.until(lambda: began)
        assert (await house.live(table)).decisions.get(seat) == decision
        await house.turn(3)
        await house.until(lambda: house.services.tables._live[table.number].decisions.get(seat) != decision, 5)
        assert None not in began


async def test_a_clock_does_not_run_out_while_the_machine_sleeps() -> None:
    """Whoever looks first as it wakes knows that nobody could move."""
    async with open_clocked_table(clock=HOUR) as (house, table):
        who = await find_awaited(house, table)
        live = await house.live(table)
        seat = live.seat_of(user_of(house, who))
        assert seat is not None
        decision = live.decisions[seat]
        house.sandbox.clock.advance(10 * HOUR)
        house.services.scheduler.notify_due(0)
        await wait_until_settled(house)
        assert (await house.live(table)).decisions.get(seat) == decision
        assert not clock_messages(house, table, "then a computer plays your turn")


async def test_without_a_clock_no_absent_player_loses_their_seat() -> None:
    async with open_clocked_table(clock=0) as (house, table):
        who = await find_awaited(house, table)
        live = await house.live(table)
        seat = live.seat_of(user_of(house, who))
        assert seat is not None
        day = (await house.sandbox.people.autocomplete(who, "card-room", "away until", {"day": ""}, "day"))[3]
        await house.command(who, "away until", day=day["value"])
        until = quiet_hours.away_until(
            await house.services.people.of(user_of(house, who)), house.services.tables.clock()
        )
        assert until is not None
        away = (until - house.services.tables.clock()) / 1000
        assert away > DAY, day
        await house.turn(away + HOUR)
        assert not await is_overdue(live, seat, house.services.tables.clock(), house.services.tables.elapsed_ms)
        with pytest.raises(Declined, match="pauses and absences apart"):
            await leave_and_end.absent_since(house.services.tables, live, seat)
        await house.turn(DAY)
        assert await is_overdue(live, seat, house.services.tables.clock(), house.services.tables.elapsed_ms)
        assert await find_awaited(house, table) == who


@pytest.mark.parametrize("stopped", [False, True], ids=["while it runs", "while it is stopped"])
async def test_where_the_clock_is_set_back_a_computer_moves_soon_and_deadlines_stay(*, stopped: bool) -> None:
    async with start_house(ping_delay=60, ping_quiet=0, computer_delay=1.5, unhurried=True) as house:
        house.tolerate = lambda request: "Invalid Webhook Token" in str(request.answer)
        table = await house.open("Ada", ("Bela",), clock=6 * HOUR, computers=1)
        while not waits_for_computer(live := await house.live(table)):
            await house.act(table, await find_awaited(house, table))
        before = live.record.seq
        if stopped:
            await house.stop()
        house.sandbox.clock.advance(-3 * HOUR)
        if stopped:
            await house.start()
        await house.until(lambda: has_event_since(house, table, before), 10)
        await house.until(lambda: house.find_awaited(table))
        who = await find_awaited(house, table)
        live = await house.live(table)
        seat = live.seat_of(user_of(house, who))
        assert seat is not None
        deadline = await house.services.deadlines.of(live, seat)
        assert deadline is not None
        house.sandbox.clock.advance(-HOUR)
        await house.services.uptime.wait_for_shards()
        assert await house.services.deadlines.of(await house.live(table), seat) == deadline
        await wait_until_settled(house)
        live = await house.live(table)
        assert (await find_awaited(house, table), live.state is not None) == (who, True)


def waits_for_computer(live: TableState) -> bool:
    """Check whether it is a computer player's turn."""
    assert live.state is not None
    return live.record.seats[live.state.to_act[0]].kind == "computer"


async def has_event_since(house: House, table: Seated, before: int) -> bool:
    """Check whether something has happened at a table since an event."""
    return (await house.live(table)).record.seq > before


async def test_every_pause_of_a_decision_counts() -> None:
    """Also the first of many: none of them is time that its player has had."""
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await find_awaited(house, table)
        live = await house.live(table)
        seat = live.seat_of(user_of(house, who))
        assert seat is not None
        before = await house.services.deadlines.of(live, seat)
        for _ in range(25):
            for name in ("Ada", "Bela"):
                await house.command(name, "table pause", channel=table.place)
            await house.turn(HOUR)
            await house.forge(who, await house.fresh(table), f"eh:resume_table:{table.number}")
        after = await house.services.deadlines.of(await house.live(table), seat)
        assert before is not None
        assert after is not None
        assert after.ends_at_ms - before.ends_at_ms >= 25 * HOUR * 1000
        await house.act(table, who)
        other = await find_awaited(house, table)
        for name in ("Ada", "Bela"):
            await house.command(name, "table pause", channel=table.place)
        await house.forge(other, await house.fresh(table), f"eh:resume_table:{table.number}")
        assert len((await house.live(table)).record.settings.get("pauses", [])) <= 2, (
            "older ones count for nobody any more"
        )
