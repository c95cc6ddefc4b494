"""The rankings of a day: told once to each server that wants them, and to nobody before."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.transport.api.channels import Channels
from data.deals.records import GRACE_MS, day_of, end_of
from data.tables.work import WorkKind
from tests.cogs.daily.test_daily import begun, going_on, played, settled, try_of
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import BYSTANDER, CHANNEL, HOST, MODERATOR, OTHER, SEATED, person, response_text, room

MARK = "## Hands of the day, "


async def with_channel(here: House) -> None:
    """Let the server have its rankings in the room. A hand message cannot be edited once the clock was set forward."""
    here.tolerate = lambda request: request.status == 401
    guild, channel = int(here.sandbox.world.guild_id), int(here.sandbox.people.channel(CHANNEL)["id"])
    await here.services.guild_settings.change(guild, daily_channel=channel)


async def close(here: House, *, told: bool = True) -> Json | None:
    """Let the day end; returns the message with its rankings."""
    day = day_of(here.services.clock())
    await here.turn((end_of(day) + GRACE_MS - here.services.clock()) / 1000 + 1)
    await here.until(lambda: here.services.store.deals.hands_of_day(day))

    async def closed() -> bool:
        return all(hand.closed is not None for hand in await here.store.deals.hands_of_day(day))

    await here.until(closed)
    await here.settled(WorkKind.CLOSE_DEALS, WorkKind.DAILY_RESULTS)
    matches = messages(here)
    assert bool(matches) == told
    return matches[-1] if matches else None


def messages(here: House) -> list[Json]:
    """The messages with rankings that stand in the room."""
    return [message for message in here.sandbox.people.messages(MODERATOR, CHANNEL) if MARK in text(message)]


async def test_a_server_is_told_once_who_was_best_and_with_which_moves() -> None:
    async with room() as here:
        await with_channel(here)
        for who in (HOST, SEATED):
            await played(here, await begun(here, who), who)
        remaining = await begun(here, OTHER)
        assert going_on(remaining)
        assert not messages(here)
        (hand,) = await here.store.deals.hands_of_day(day_of(here.services.clock()))
        message = await close(here)
        assert message is not None
        message_text = text(message)
        points = (await try_of(here, HOST)).record.seats[0].points
        for who in (HOST, SEATED):  # the same moves: the same place
            assert re.search(rf"1\\\. \*\*{who}\*\* {'−' if points < 0 else ''}{abs(points)}\n", f"{message_text}\n"), (
                message_text
            )
        assert OTHER not in message_text
        assert hand.secret.hex() in response_text(await here.press(BYSTANDER, message, "Check the cards"))
        assert not message["mentions"]
        assert not message["mention_everyone"]
        log = await here.press(BYSTANDER, message, "Best hand: Voren")
        assert "### Log of Voren, hand of the day" in response_text(log)
        replay = await here.press(BYSTANDER, log.get("message") or {}, "Replay")
        assert "### Replay" in response_text(replay)
        await here.restart()
        await here.settled(WorkKind.CLOSE_DEALS, WorkKind.DAILY_RESULTS)
        assert len(messages(here)) == 1


async def test_only_the_best_try_can_be_looked_at_and_in_its_server_alone() -> None:
    async with room() as here:
        await with_channel(here)
        await played(here, await begun(here))
        await begun(here, SEATED)
        best, other = await try_of(here, HOST), await try_of(here, SEATED)
        message = await close(here)
        assert message is not None
        await here.until(lambda: other.record.status == "ended")
        answer = await here.forge(BYSTANDER, message, f"eh:show_log:{other.id}:-1")
        assert "There is no table for this button" in response_text(answer)
        answer = await here.forge(BYSTANDER, message, f"eh:show_hand:{best.id}")
        assert "You have no seat at this table." in response_text(answer)


async def test_a_message_that_was_posted_before_a_crash_is_not_posted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with room() as here:
        await with_channel(here)
        await played(here, await begun(here))
        send = Channels.send_parts

        async def killed(self: Channels, *args: Any, **parts: Any) -> int:
            await send(self, *args, **parts)
            raise ConnectionResetError

        with monkeypatch.context() as patch:
            patch.setattr(Channels, "send_parts", killed)
            day = day_of(here.services.clock())
            await here.turn((end_of(day) + GRACE_MS - here.services.clock()) / 1000 + 1)
            await here.until(lambda: messages(here))
            await here.stop()
        await here.start()
        await here.turn(10)
        await here.settled(WorkKind.DAILY_RESULTS)
        assert len(messages(here)) == 1


async def test_a_server_whose_channel_refused_the_ranking_gets_it_in_the_next_channel() -> None:
    async with room() as here:
        await with_channel(here)
        first = here.sandbox.people.channel(CHANNEL)["id"]
        second = here.sandbox.people.add_channel("attic")["id"]
        path = f"/channels/{first}/messages"
        refusal = here.sandbox.faults.add("status", path=path, method="POST", status=403, code=50013)
        here.tolerate = lambda request: request.status in {401, 403}
        await played(here, await begun(here))
        assert await close(here, told=False) is None
        here.sandbox.faults.remove(refusal)
        guild = int(here.sandbox.world.guild_id)
        await here.services.guild_settings.change(guild, daily_channel=int(second))
        await here.services.scheduler.wake_guild(guild)
        await here.until(lambda: here.sandbox.people.messages(MODERATOR, "attic"))
        assert MARK in text(here.sandbox.people.messages(MODERATOR, "attic")[-1])
        assert not messages(here)


async def test_a_day_that_ended_while_the_bot_was_away_is_told_late() -> None:
    async with room() as here:
        await with_channel(here)
        await played(here, await begun(here))
        await here.stop()
        here.sandbox.advance(2 * 24 * 3600)
        await here.start()
        await here.until(lambda: messages(here))
        assert len(messages(here)) == 1


async def test_a_server_without_a_channel_is_told_nothing() -> None:
    async with room() as here:
        await played(here, await begun(here))
        assert await close(here, told=False) is None


async def test_streaks_count_days_in_a_row() -> None:
    async with room() as here:
        await with_channel(here)
        await played(here, await begun(here))
        await close(here)
        await played(here, await begun(here, HOST, "mitigati"))
        await played(here, await begun(here, SEATED, "mitigati"), SEATED)
        message = await close(here)
        assert message is not None
        lines = {line for line in text(message).split("\n") if line.startswith("1")}
        assert any(HOST in line and "2 days in a row" in line for line in lines)
        assert any(SEATED in line and "days in a row" not in line for line in lines)


async def test_who_deletes_their_data_has_no_second_try_and_is_in_no_ranking() -> None:
    async with room() as here:
        await with_channel(here)
        await played(here, await begun(here))
        await played(here, await begun(here, SEATED), SEATED)
        await here.meant(HOST, "privacy delete", "Delete my data", CHANNEL)
        again = await here.command(HOST, "daily", channel=CHANNEL, game="voren")
        assert "You have had today's try, and its data is deleted." in response_text(again)
        message = await close(here)
        assert message is not None
        assert HOST not in text(message)
        assert SEATED in text(message)
        await here.meant(SEATED, "privacy delete", "Delete my data", CHANNEL)
        await here.until(lambda: SEATED not in text(messages(here)[-1]))
        assert len(messages(here)) == 1
        anew = await here.command(HOST, "daily", channel=CHANNEL, game="voren")
        assert "Begin my try" in buttons(anew.get("message") or {})


async def test_who_wants_no_statistics_is_in_no_ranking() -> None:
    async with room() as here:
        await with_channel(here)
        await played(here, await begun(here))
        await played(here, await begun(here, SEATED), SEATED)
        await here.services.people.change(person(here, HOST), no_statistics=True)
        message = await close(here)
        assert message is not None
        assert HOST not in text(message)


async def test_nobody_sees_a_result_before_the_day_is_over() -> None:
    """What another person is shown is the same, whether or not somebody has played."""
    async with room() as here:
        before = response_text(await here.command(OTHER, "daily", channel=CHANNEL, game="voren"))
        await played(here, await begun(here))
        after = response_text(await here.command(OTHER, "daily", channel=CHANNEL, game="voren"))
        assert before == after
        await settled(here, OTHER, await here.command(OTHER, "leaderboard", channel=CHANNEL, game="voren"))
        page = "\n".join(text(message) for message in here.sandbox.people.messages(OTHER, CHANNEL))
        assert HOST not in page
