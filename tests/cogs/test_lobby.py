"""Lobbies: who may join, fill, start and leave them, and ask for a rematch."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import pytest

from bot.errors import Declined
from bot.tables import lobby
from bot.wire import replies
from tests.cogs.room import (
    BYSTANDER,
    CHANNEL,
    EVERYBODY,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    Stage,
    board,
    in_private,
    is_private,
    kinds,
    offers,
    room,
    said,
    table,
)
from tests.e2e.harness import text

NO_SEAT: Final = "You have no seat at this table."


async def test_anybody_without_a_seat_joins_and_nobody_sits_twice() -> None:
    """The host and whoever sits there are told so; the lobby shows who came."""
    async with room() as here:
        for who in EVERYBODY:
            live = await table(here, "lobby")
            answer = await here.press(who, board(here, live), "Join")
            if who in {HOST, SEATED}:
                assert "You have a seat at this table already" in said(answer), who
                assert is_private(answer)
                assert len(live.record.seats) == 2
            else:
                assert answer["state"] == "update"
                assert f"3. {who}" in said(answer), who


@pytest.mark.parametrize(
    ("label", "wanted"), [("Add computer player", "Ambrose (computer)"), ("Start", "Choose how to deal")]
)
async def test_those_who_sit_there_fill_and_start_a_table_and_nobody_else(label: str, wanted: str) -> None:
    """Not the host alone, so that nobody waits for an absent one; but no bystander and no moderator."""
    async with room() as here:
        for who in EVERYBODY:
            live = await table(here, "lobby")
            happened = await kinds(here, live)
            answer = await here.press(who, board(here, live), label)
            if who in {HOST, SEATED}:
                assert answer["state"] == "update", who
                assert wanted in said(answer), who
            else:
                assert said(answer) == NO_SEAT, who
                assert is_private(answer)
                assert await kinds(here, live) == happened


async def test_those_who_sit_there_leave_a_lobby_and_it_closes_with_the_last() -> None:
    """The host's part goes on; a bystander is told that they have no seat, and all others see who is left."""
    async with room() as here:
        live = await table(here, "lobby", (HOST, SEATED))
        for who in (BYSTANDER, MODERATOR):
            assert said(await here.press(who, board(here, live), "Leave")) == NO_SEAT, who
        assert f"1. {SEATED} (host)" in said(await here.press(HOST, board(here, live), "Leave"))
        last = await here.press(SEATED, board(here, live), "Leave")
        assert "closed before the first deal" in said(last)
        assert live.record.status == "ended"
        again = await table(here, "lobby")
        typed = await here.command(SEATED, "table leave", channel=CHANNEL, table=again.id)
        assert said(typed) == "You have left the table."
        assert [seat.name for seat in again.record.seats] == [HOST]


async def test_a_lobby_that_has_begun_or_ended_takes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its buttons, seen by somebody whose client is behind, answer with what has happened."""
    async with room() as here:
        begun: tuple[tuple[Stage, str], ...] = (("playing", "has begun already."), ("over", "come to its end"))
        for stage, wanted in begun:
            live = await table(here, stage)
            happened = await kinds(here, live)
            for verb, who in (("join", BYSTANDER), ("computer", HOST), ("start", SEATED)):
                answer = await here.forge(who, board(here, live), f"eh:{verb}:{live.id}")
                assert wanted in said(answer), (stage, verb)
                assert is_private(answer)
            assert await kinds(here, live) == happened


async def test_two_press_start_at_the_same_instant_and_one_game_begins() -> None:
    """The other is told that it has begun; nothing is dealt twice."""
    async with room() as here:
        live = await table(here, "lobby")
        lobby = board(here, live)
        answers = await asyncio.gather(*(here.press(who, lobby, "Start") for who in (HOST, SEATED)))
        assert sorted("begun already" in said(one) for one in answers) == [False, True]
        happened = await kinds(here, live)
        assert happened.count("start") == happened.count("chance") == 1


async def test_two_take_the_last_seat_at_the_same_instant_and_one_has_it() -> None:
    async with room() as here:
        live = await table(here, "lobby", (HOST, SEATED))
        for _ in range(7):
            await here.press(HOST, board(here, live), "Add computer player")
        lobby = board(here, live)
        answers = await asyncio.gather(*(here.press(who, lobby, "Join") for who in (OTHER, BYSTANDER)))
        assert sum("All 10 seats are taken." in said(one) for one in answers) == 1
        assert len(live.record.seats) == 10
        shown = text(board(here, live))
        assert (OTHER in shown) != (BYSTANDER in shown)


async def test_a_rematch_is_for_those_who_sat_there() -> None:
    """It opens a lobby with all of them, for everybody to see; others are told how to begin, privately."""
    async with room() as here:
        live = await table(here, "over", (HOST, SEATED, OTHER))
        for who in (HOST, SEATED):
            answer = await here.press(who, board(here, live), "Rematch")
            assert not is_private(answer), who
            assert all(name in said(answer) for name in (HOST, SEATED, OTHER)), who
            assert f"{who} (host)" in said(answer)
            assert "Join" in offers(answer)
        for who in (BYSTANDER, MODERATOR):
            answer = await here.press(who, board(here, live), "Rematch")
            assert "Only those who sat at this table" in said(answer), who
            assert is_private(answer)


async def test_a_closed_lobby_is_opened_again_by_those_who_sat_there() -> None:
    async with room() as here:
        live = await table(here, "lobby")
        await here.command(HOST, "table end", channel=CHANNEL, table=live.id)
        await here.bot.board.refresh(live)
        assert "Only those who sat" in said(await here.press(BYSTANDER, board(here, live), "Open it again"))
        assert "2 of 10 seats" in said(await here.press(SEATED, board(here, live), "Open it again"))


async def test_a_table_needs_a_server() -> None:
    """And whoever has opened as many as they may is told which."""
    async with room(max_open=1) as here:
        with in_private(here):
            answer = await here.command(HOST, "voren new", channel=CHANNEL)
        assert "A table needs a server" in said(answer)
        assert await here.store.numbers(0, 1) == []
        live = await table(here, "lobby")
        answer = await here.command(HOST, "voren new", channel=CHANNEL)
        assert f"You have 1 tables under way (table {live.id})" in said(answer)
        assert is_private(answer)


async def test_a_name_that_shows_nothing_is_its_seat_everywhere() -> None:
    """In the lobby, on the message that says where the table is, at the table and in what the table is told."""
    blank = "\u3164\u3164"
    async with room() as here:
        here.sandbox.people.add_user(blank)
        live = await table(here, "lobby", (HOST, blank, OTHER))
        assert "2. Seat 2" in text(board(here, live)).splitlines()
        others = [board(here, await table(here, "over")) for _ in range(2)]
        elsewhere = await here.forge(BYSTANDER, others[0], f"eh:join:{live.id}")
        assert "Its lobby is in" in said(elsewhere)
        started = await here.forge(HOST, others[1], f"eh:start:{live.id}")
        assert f"{HOST}, Seat 2, {OTHER} and {BYSTANDER} play in" in said(started)
        asked = await here.command(blank, "table end", channel=CHANNEL, table=live.id)
        assert "**Seat 2 would like to end" in said(asked)


@pytest.mark.parametrize("by", ["command", "button"])
async def test_a_public_answer_that_is_late_and_turns_out_to_be_a_refusal_is_for_one_person_alone(
    by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What everybody saw thinking goes away, and only who asked is told why."""
    async with room() as here:
        live = await table(here, "over")
        before = [one["id"] for one in here.sandbox.people.messages(BYSTANDER, CHANNEL)]
        monkeypatch.setattr(replies, "DEFER_AFTER", 0.05)

        async def refused(*_: object, **__: object) -> None:
            await asyncio.sleep(0.3)
            raise Declined("Not today.")

        monkeypatch.setattr(lobby, "open_table", refused)
        if by == "command":
            answer = await here.command(HOST, "voren new", channel=CHANNEL)
        else:
            answer = await here.press(HOST, board(here, live), "Rematch")
        assert answer["state"] == "deferred"

        def told() -> bool:
            return any("Not today." in text(one) for one in here.sandbox.people.messages(HOST, CHANNEL))

        await here.until(told)
        assert [one["id"] for one in here.sandbox.people.messages(BYSTANDER, CHANNEL)] == before


async def test_a_lobby_that_answered_late_stays_though_the_command_comes_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said to the second delivery takes the answer to the first not away."""
    async with room() as here:
        here.tolerate = lambda request: request.status == 400
        monkeypatch.setattr(replies, "DEFER_AFTER", 0.05)
        create = here.store.create_table

        async def slow(*arguments: Any, **named: Any) -> Any:
            await asyncio.sleep(0.3)
            return await create(*arguments, **named)

        monkeypatch.setattr(here.store, "create_table", slow)
        here.sandbox.faults.add("twice")
        answer = await here.command(HOST, "voren new", channel=CHANNEL)
        assert answer["state"] == "deferred"
        await here.until(lambda: here.boards(1) and not here.bot.replies)
        assert len(here.boards(1)) == 1
