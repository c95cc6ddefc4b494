"""The rankings of a day: told once to each server that wants them, and to nobody before."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.transport.api.channels import Channels
from data.deals.records import GRACE_MS, day_of, end_of
from data.tables.work import WorkKind
from tests.cogs.daily.hands_of_day import begin_try, list_move_labels, name_daily_channel, play_try
from tests.cogs.tries import find_newest_try, wait_for_message
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    person,
    response_text,
    start_room,
)

MARK = "## Hands of the day, "


async def end_day(house: House, *, expects_message: bool = True) -> Json | None:
    """Let the day end; return the message with its rankings."""
    day = day_of(house.services.clock())
    await house.turn((end_of(day) + GRACE_MS - house.services.clock()) / 1000 + 1)
    await house.until(lambda: house.services.store.deals.hands_of_day(day))

    async def hands_are_closed() -> bool:
        return all(hand.closed is not None for hand in await house.store.deals.hands_of_day(day))

    await house.until(hands_are_closed)
    await house.wait_until_settled(WorkKind.CLOSE_DEALS, WorkKind.DAILY_RESULTS)
    matches = list_ranking_messages(house)
    assert bool(matches) == expects_message
    return matches[-1] if matches else None


def list_ranking_messages(house: House) -> list[Json]:
    """Return the messages with rankings that stand in the room."""
    return [message for message in house.sandbox.people.messages(MODERATOR, CHANNEL) if MARK in text(message)]


async def test_a_server_is_told_once_who_was_best_and_with_which_moves() -> None:
    async with start_room() as house:
        await name_daily_channel(house)
        for who in (HOST, SEATED):
            await play_try(house, await begin_try(house, who), who)
        remaining = await begin_try(house, OTHER)
        assert list_move_labels(remaining)
        assert not list_ranking_messages(house)
        (hand,) = await house.store.deals.hands_of_day(day_of(house.services.clock()))
        message = await end_day(house)
        assert message is not None
        ranking_text = text(message)
        points = (await find_newest_try(house, HOST)).record.seats[0].points
        for who in (HOST, SEATED):  # the same moves: the same place
            assert re.search(rf"1\\\. \*\*{who}\*\* {'−' if points < 0 else ''}{abs(points)}\n", f"{ranking_text}\n"), (
                ranking_text
            )
        assert OTHER not in ranking_text
        assert hand.secret.hex() in response_text(await house.press(BYSTANDER, message, "Check the cards"))
        assert not message["mentions"]
        assert not message["mention_everyone"]
        log = await house.press(BYSTANDER, message, "Best hand: Voren")
        assert "### Log of Voren, hand of the day" in response_text(log)
        replay = await house.press(BYSTANDER, log.get("message") or {}, "Replay")
        assert "### Replay" in response_text(replay)
        await house.restart()
        await house.wait_until_settled(WorkKind.CLOSE_DEALS, WorkKind.DAILY_RESULTS)
        assert len(list_ranking_messages(house)) == 1


async def test_only_the_best_try_can_be_looked_at_and_in_its_server_alone() -> None:
    async with start_room() as house:
        await name_daily_channel(house)
        await play_try(house, await begin_try(house))
        await begin_try(house, SEATED)
        best, other = await find_newest_try(house, HOST), await find_newest_try(house, SEATED)
        message = await end_day(house)
        assert message is not None
        await house.until(lambda: other.record.status == "ended")
        answer = await house.forge(BYSTANDER, message, f"eh:show_log:{other.id}:-1")
        assert "There is no table for this button" in response_text(answer)
        answer = await house.forge(BYSTANDER, message, f"eh:show_hand:{best.id}")
        assert "You have no seat at this table." in response_text(answer)


async def test_a_message_that_was_posted_before_a_crash_is_not_posted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_room() as house:
        await name_daily_channel(house)
        await play_try(house, await begin_try(house))
        send = Channels.send_parts

        async def send_and_fail(self: Channels, *args: Any, **parts: Any) -> int:
            await send(self, *args, **parts)
            raise ConnectionResetError

        with monkeypatch.context() as patch:
            patch.setattr(Channels, "send_parts", send_and_fail)
            day = day_of(house.services.clock())
            await house.turn((end_of(day) + GRACE_MS - house.services.clock()) / 1000 + 1)
            await house.until(lambda: list_ranking_messages(house))
            await house.stop()
        await house.start()
        await house.turn(10)
        await house.wait_until_settled(WorkKind.DAILY_RESULTS)
        assert len(list_ranking_messages(house)) == 1


async def test_a_server_whose_channel_refused_the_ranking_gets_it_in_the_next_channel() -> None:
    async with start_room() as house:
        await name_daily_channel(house)
        first = house.sandbox.people.channel(CHANNEL)["id"]
        second = house.sandbox.people.add_channel("attic")["id"]
        path = f"/channels/{first}/messages"
        refusal = house.sandbox.faults.add("status", path=path, method="POST", status=403, code=50013)
        house.tolerate = lambda request: request.status in {401, 403}
        await play_try(house, await begin_try(house))
        assert await end_day(house, expects_message=False) is None
        house.sandbox.faults.remove(refusal)
        guild = int(house.sandbox.world.guild_id)
        await house.services.guild_settings.change(guild, daily_channel=int(second))
        await house.services.scheduler.wake_guild(guild)
        await house.until(lambda: house.sandbox.people.messages(MODERATOR, "attic"))
        assert MARK in text(house.sandbox.people.messages(MODERATOR, "attic")[-1])
        assert not list_ranking_messages(house)


async def test_a_day_that_ended_while_the_bot_was_away_is_told_late() -> None:
    async with start_room() as house:
        await name_daily_channel(house)
        await play_try(house, await begin_try(house))
        await house.stop()
        house.sandbox.advance(2 * 24 * 3600)
        await house.start()
        await house.until(lambda: list_ranking_messages(house))
        assert len(list_ranking_messages(house)) == 1


async def test_a_server_without_a_channel_is_told_nothing() -> None:
    async with start_room() as house:
        await play_try(house, await begin_try(house))
        assert await end_day(house, expects_message=False) is None


async def test_streaks_count_days_in_a_row() -> None:
    async with start_room() as house:
        await name_daily_channel(house)
        await play_try(house, await begin_try(house))
        await end_day(house)
        await play_try(house, await begin_try(house, HOST, "mitigati"))
        await play_try(house, await begin_try(house, SEATED, "mitigati"), SEATED)
        message = await end_day(house)
        assert message is not None
        lines = {line for line in text(message).split("\n") if line.startswith("1")}
        assert any(HOST in line and "2 days in a row" in line for line in lines)
        assert any(SEATED in line and "days in a row" not in line for line in lines)


async def test_who_deletes_their_data_has_no_second_try_and_is_in_no_ranking() -> None:
    async with start_room() as house:
        await name_daily_channel(house)
        await play_try(house, await begin_try(house))
        await play_try(house, await begin_try(house, SEATED), SEATED)
        await house.meant(HOST, "privacy delete", "Delete my data", CHANNEL)
        second_answer = await house.command(HOST, "daily", channel=CHANNEL, game="voren")
        assert "You have had today's try, and its data is deleted." in response_text(second_answer)
        message = await end_day(house)
        assert message is not None
        assert HOST not in text(message)
        assert SEATED in text(message)
        await house.meant(SEATED, "privacy delete", "Delete my data", CHANNEL)
        await house.until(lambda: SEATED not in text(list_ranking_messages(house)[-1]))
        assert len(list_ranking_messages(house)) == 1
        anew = await house.command(HOST, "daily", channel=CHANNEL, game="voren")
        assert "Begin my try" in buttons(anew.get("message") or {})


async def test_who_wants_no_statistics_is_in_no_ranking() -> None:
    async with start_room() as house:
        await name_daily_channel(house)
        await play_try(house, await begin_try(house))
        await play_try(house, await begin_try(house, SEATED), SEATED)
        await house.services.people.change(person(house, HOST), no_statistics=True)
        message = await end_day(house)
        assert message is not None
        assert HOST not in text(message)


async def test_nobody_sees_a_result_before_the_day_is_over() -> None:
    """What another person is shown is the same, whether or not somebody has played."""
    async with start_room() as house:
        before = response_text(await house.command(OTHER, "daily", channel=CHANNEL, game="voren"))
        await play_try(house, await begin_try(house))
        after = response_text(await house.command(OTHER, "daily", channel=CHANNEL, game="voren"))
        assert before == after
        await wait_for_message(house, OTHER, await house.command(OTHER, "leaderboard", channel=CHANNEL, game="voren"))
        page = "\n".join(text(message) for message in house.sandbox.people.messages(OTHER, CHANNEL))
        assert HOST not in page
