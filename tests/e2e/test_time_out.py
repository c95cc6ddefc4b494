"""What follows when somebody's time has run out: a move, a computer player in the seat, or a word at the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bot.tables.commands import play
from bot.tables.model.actor import Actor
from bot.tables.model.clock_terms import MOVE, REMIND, SEAT, bank_left, stand_in_seats, times_late
from bot.tables.workers import clock_expiry
from data.tables.events import EventKind
from data.tables.records import Append
from tests.support.clocks import (
    DAY,
    HOUR,
    clock_messages,
    find_awaited,
    open_clocked_table,
    user_of,
    wait_until_settled,
)
from tests.support.messages import buttons, text


async def test_when_time_runs_out_a_computer_player_moves_once_and_the_bank_is_gone() -> None:
    async with open_clocked_table(clock=6 * HOUR) as (house, table):
        who = await find_awaited(house, table)
        live = await house.live(table)
        seat, seq = live.seat_of(user_of(house, who)), live.record.seq
        assert seat is not None
        assert bank_left(live.record.settings, seat) == 6 * HOUR * 1000
        assert re.search(rf"-# {who}'s time ends <t:\d+:R>\.$", text(await house.fresh(table)), re.MULTILINE)
        assert re.search(r"-# Your time ends <t:\d+:R>\.$", text(await house.hand(who, table)), re.MULTILINE)
        await house.turn(7 * HOUR)
        late = r"-# Your time ends <t:\d+:R>, including 6 hours of extra time\.$"
        assert re.search(late, text(await house.hand(who, table)), re.MULTILINE)
        await house.turn(4 * HOUR)
        await wait_until_settled(house)
        assert (await house.live(table)).record.seq == seq, "there is a bank"
        await house.turn(2 * HOUR)
        await house.until(lambda: house.services.tables._live[table.number].record.seq > seq)
        live = await house.live(table)
        (event, *_) = await house.store.tables.log(table.number, seq, 1)
        assert (event.kind, event.seat, event.user, event.public) == ("move", seat, None, {"late": True})
        assert bank_left(live.record.settings, seat) == 0
        log = text((await house.command(who, "table log", channel=table.place)).get("message") or {})
        assert f"{who} ran out of time: the clock " in log
        board = text(await house.fresh(table))
        assert f"-# {who} ran out of time: the clock " in board.replace("*", "")
        hand = text(await house.hand(who, table))
        assert "You ran out of time: the clock " in hand
        while (acting := await house.find_awaited(table)) != who:
            if acting is None:  # the move ended the hand
                await house.press(who, await house.fresh(table), "Next hand")
            else:
                await house.act(table, acting)
        await house.act(table, who)
        assert "You ran out of time" not in text(await house.hand(who, table)), "it is told until they have moved"


async def test_time_out_makes_both_moves_of_a_turn_or_the_missing_one() -> None:
    """In Five Crowns a card comes in and one goes: nobody would wait for half a turn."""
    async with open_clocked_table(clock=HOUR, game="fivecrowns") as (house, table):
        who = await find_awaited(house, table)
        live = await house.live(table)
        seat, seq, commits = live.seat_of(user_of(house, who)), live.record.seq, list[int]()
        assert seat is not None
        append = house.store.tables.append

        async def counted(write: Append) -> int:
            commits.extend(
                len(write.events) for _ in range(any(event.public == {"late": True} for event in write.events))
            )
            return await append(write)

        house.store.tables.append = counted
        await house.turn(2 * HOUR + 60)
        await house.until(lambda: house.services.tables._live[table.number].record.seq > seq)
        moves = [event for event in await house.store.tables.log(table.number, seq) if event.kind == EventKind.MOVE]
        assert [(event.seat, event.public) for event in moves] == [(seat, {"late": True})] * 2
        assert moves[1].text.split()[0] in {"discard", "out"}
        assert len(commits) == 1, "a killed process leaves no half of it"
        live = await house.live(table)
        assert times_late(live.record.settings, seat) == 1
        assert await house.find_awaited(table) != who
        assert "You ran out of time: the clock " in text(await house.hand(who, table))
        other = await find_awaited(house, table)
        (own_seat,) = (
            seat_record.seat for seat_record in live.record.seats if seat_record.user == user_of(house, other)
        )
        await play.act(house.services.tables, table.number, "draw", Actor(user_of(house, other), "", 77))
        seq = (await house.live(table)).record.seq
        await house.turn(2 * HOUR + 60)
        await house.until(lambda: house.services.tables._live[table.number].record.seq > seq)
        moves = [event for event in await house.store.tables.log(table.number, seq) if event.kind == EventKind.MOVE]
        assert [(event.seat, event.public) for event in moves] == [(own_seat, {"late": True})]
        await wait_until_settled(house)  # the board before goes once


async def test_own_move_precedes_the_computers_move_on_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its turn is none any more, and nobody was late."""
    async with open_clocked_table(clock=HOUR, game="fivecrowns") as (house, table):
        who = await find_awaited(house, table)
        live = await house.live(table)
        seat, seq, thoughts = live.seat_of(user_of(house, who)), live.record.seq, list[Any]()
        assert seat is not None

        async def after_a_move(think: Callable[..., Any], *args: Any) -> Any:
            thoughts.append(think)
            await play.act(house.services.tables, table.number, "draw", Actor(user_of(house, who), "", 77))
            return think(*args)

        monkeypatch.setattr(clock_expiry, "asyncio", SimpleNamespace(to_thread=after_a_move))
        await house.turn(2 * HOUR + 60)
        await house.until(lambda: thoughts)
        await wait_until_settled(house)
        assert thoughts == [clock_expiry._choose_turn]
        moves = [event for event in await house.store.tables.log(table.number, seq) if event.kind == EventKind.MOVE]
        assert [(event.seat, event.text, event.public) for event in moves] == [(seat, "draw", {})]
        assert times_late((await house.live(table)).record.settings, seat) == 0


async def test_with_reminders_alone_the_table_is_told_once_and_the_decision_stands() -> None:
    async with open_clocked_table(clock=HOUR, when_time_runs_out=REMIND) as (house, table):
        who = await find_awaited(house, table)
        live = await house.live(table)
        await house.turn(3 * HOUR)
        await house.until(lambda: bool(clock_messages(house, table, "ran out of time")))
        await house.turn(DAY)
        await wait_until_settled(house)
        assert len(clock_messages(house, table, "ran out of time")) == 1
        assert await find_awaited(house, table) == who
        assert (await house.live(table)).decisions == live.decisions
        await house.act(table, who)


async def test_the_next_hand_is_dealt_where_nobody_asks_for_it_in_time() -> None:
    async with open_clocked_table(clock=HOUR, when_time_runs_out=MOVE, hands=4) as (house, table):
        await house.play_a_hand(table)
        live = await house.live(table)
        assert live.awaits_deal()
        assert "The next hand is dealt <t:" in text(await house.fresh(table))
        await house.turn(HOUR + 60)
        await house.until(lambda: not house.services.tables._live[table.number].awaits_deal())


async def test_in_the_seat_of_whoever_is_late_a_computer_player_moves_until_they_are_back() -> None:
    async with open_clocked_table(("Bela", "Cleo"), clock=HOUR, when_time_runs_out=SEAT) as (house, table):
        who = await find_awaited(house, table)
        live = await house.live(table)
        seat = live.seat_of(user_of(house, who))
        assert seat is not None
        await house.turn(2 * HOUR + 60)
        await house.until(lambda: stand_in_seats(house.services.tables._live[table.number].record.settings) == {seat})
        await house.until(lambda: bool(clock_messages(house, table, "ran out of time")))
        board = await house.fresh(table)
        assert f"A computer plays for {who} until they are back." in text(board)
        hand = (await house.command(who, "table hand", channel=table.place)).get("message") or {}
        assert "so a computer plays for you" in text(hand)
        assert not [custom_id for custom_id in buttons(hand).values() if custom_id.startswith("eh:make_move")]
        assert "I am back" in buttons(hand)
        while who == await house.find_awaited(table):
            await house.until(lambda: True)
        answer = await house.press(who, hand, "I am back")
        assert answer["state"] == "update", answer
        assert "You are playing again." in text(answer.get("message") or {})
        assert "You ran out of time: the clock " in text(answer.get("message") or {})
        assert not stand_in_seats((await house.live(table)).record.settings)
        await house.until(lambda: bool(clock_messages(house, table, f"{who} is back")))
