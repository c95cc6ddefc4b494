"""Answers that Discord does not take any more: what was done is kept, and the next press shows how things stand."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.app import client
from bot.transport.interactions import responder, responses
from bot.ui.table.renderer import RenderedMessage, TableRenderer
from data.tables.events import EventKind
from data.tables.work import WorkKind, WorkState
from sandbox import Outcome
from sandbox.server import limits
from tests.support.house import House, Seated, start_house
from tests.support.messages import Json, buttons, text
from tests.support.moves import find_move_buttons
from tests.support.wire_tables import is_private

LOST = {10062, 50027}
GIVE_UP = 0.3
"""Seconds that people wait for an answer that does not come; in Discord they are three."""


def allow_refusals(house: House) -> None:
    """Let Discord refuse answers: the first with 404, later ones with 401."""
    house.tolerate = lambda request: request.answer.get("code") in LOST


@contextmanager
def expire_next_answer(house: House) -> Generator[None]:
    """While entered, let the next first answer come too late, and whoever presses not wait for it."""
    house.sandbox.faults.add("status", path="/interactions/", status=404, code=10062, times=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "ACKNOWLEDGE_SECONDS", GIVE_UP)
        yield


def read_posts(house: House, table: Seated) -> list[str]:
    """Return the public messages at a table."""
    messages = house.sandbox.people.messages("Ada", table.place)
    return [message["content"] for message in messages if not message["flags"] & 64]


async def count_moves(house: House, table: Seated) -> int:
    """Return how many moves of people the log holds."""
    return sum(
        event.kind == EventKind.MOVE and event.interaction is not None
        for event in await house.store.tables.log(table.number)
    )


async def lose_move(house: House, table: Seated) -> tuple[str, Json, str]:
    """Make a move whose answer is refused; return who made it, the hand, and the button's id."""
    who = await house.find_awaited(table) or ""
    hand = await house.hand(who, table)
    live = await house.live(table)
    before, custom_id = live.record.seq, min(find_move_buttons(hand).values())
    with expire_next_answer(house):
        answer = await house.click(who, hand, custom_id)
    assert answer["state"] == "failed"
    await house.until(lambda: live.record.seq > before)
    return who, hand, custom_id


@pytest.mark.parametrize("again", ["the same button", "My hand", "/table hand"])
async def test_after_a_lost_answer_the_next_press_shows_the_hand_with_the_move_made_once(again: str) -> None:
    """Nothing of it is said in public, nobody is mentioned, and no work is owed for it."""
    async with start_house() as house:
        allow_refusals(house)
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        before = read_posts(house, table)
        who, hand, chosen = await lose_move(house, table)
        assert await count_moves(house, table) == 1
        if again == "the same button":
            answer = await house.forge(who, hand, chosen)
        elif again == "My hand":
            answer = await house.press(who, house.board(table), "My hand")
        else:
            answer = await house.command(who, "table hand", table.place)
        assert is_private(answer)
        assert "Your hand" in text(answer.get("message") or {})
        assert chosen not in find_move_buttons(answer.get("message") or {}).values(), "that decision is made"
        assert await count_moves(house, table) == 1
        assert read_posts(house, table) == before
        assert not [
            row
            for row in await house.store.work.of_table(table.number)
            if row.state == WorkState.DUE and row.kind == WorkKind.ANNOUNCE
        ]


async def test_a_click_that_is_delivered_again_after_its_answer_was_lost_makes_no_second_move() -> None:
    async with start_house() as house:
        allow_refusals(house)
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        who = await house.find_awaited(table) or ""
        hand = await house.hand(who, table)
        house.sandbox.faults.add("twice", times=1)
        with expire_next_answer(house):
            await house.click(who, hand, min(find_move_buttons(hand).values()))
        await house.until(lambda: not house.services.responder.under_way)
        assert await count_moves(house, table) == 1


async def press_in_vain(house: House, table: Seated) -> tuple[str, Json, str, list[asyncio.Task[Outcome]]]:
    """Make a move and look at one's hand, which Discord answers late; return who, the hand, the id and presses."""
    board = await house.fresh(table)
    who = await house.find_awaited(table) or ""
    hand = await house.hand(who, table)
    live = await house.live(table)
    before, custom_id = live.record.seq, min(find_move_buttons(hand).values())
    house.sandbox.faults.add("latency", path="/interactions/", seconds=3, times=2)
    presses = [asyncio.create_task(house.click(who, hand, custom_id))]
    await house.until(lambda: live.record.seq > before)
    presses.append(asyncio.create_task(house.press(who, board, "My hand")))
    await house.until(lambda: len(house.services.responder.under_way) == 2)
    return who, hand, custom_id, presses


async def test_after_a_cut_off_answer_the_button_shows_one_move_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is pressed meanwhile is declined in words: it could not be finished."""
    monkeypatch.setattr(client, "ANSWERS_GRACE_SECONDS", 0.4)
    monkeypatch.setattr(limits, "ACKNOWLEDGE_SECONDS", 2)
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), hands=1)
        board = await house.fresh(table)
        who, hand, chosen, pressed = await press_in_vain(house, table)
        stopped = asyncio.create_task(house.stop())
        await house.until(lambda: house.services.responder.stopping)
        other = "Bela" if who == "Ada" else "Ada"
        assert text((await house.press(other, board, "My hand")).get("message") or {}) == responder.STOPPING_TEXT
        assert text((await house.command(other, "table mine")).get("message") or {}) == responder.STOPPING_TEXT
        await stopped
        assert {(await task)["state"] for task in pressed} == {"failed"}
        await house.start()
        answer = await house.forge(who, hand, chosen)
        assert "Your hand" in text(answer.get("message") or {})
        assert chosen not in find_move_buttons(answer.get("message") or {}).values(), "that decision is made"
        assert await count_moves(house, table) == 1


async def test_a_slow_answer_whose_token_died_in_between_is_given_by_the_next_press(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first answer, a deferral, got there; the second is refused with Invalid Webhook Token."""
    async with start_house() as house:
        allow_refusals(house)
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        before = read_posts(house, table)
        hand = TableRenderer.render_hand

        async def slow(*arguments: Any) -> RenderedMessage:
            await house.until(
                lambda: any(request.body == {"type": 5, "data": {"flags": 64}} for request in house.requests[-3:])
            )
            return await hand(*arguments)

        with monkeypatch.context() as patch:
            patch.setattr(responses, "DEFER_AFTER_SECONDS", 0.0)
            patch.setattr(TableRenderer, "render_hand", slow)
            house.sandbox.faults.add("status", path="/webhooks/", status=401, code=50027, times=None)
            await house.press("Ada", house.board(table), "My hand")
            await house.until(lambda: not house.services.responder.under_way)
            house.sandbox.faults.clear()
        answer = await house.press("Ada", house.board(table), "My hand")
        assert "Your hand" in text(answer.get("message") or {})
        assert read_posts(house, table) == before


async def test_an_answer_that_was_lost_twice_over_but_given_stands() -> None:
    """The connection broke after Discord had taken it."""
    async with start_house() as house:
        house.tolerate = lambda request: request.answer.get("code") == 40060
        table = await house.open("Ada", ("Bela",), hands=1)
        await house.fresh(table)
        house.sandbox.faults.add("drop", path="/interactions/", after=True)
        answer = await house.press("Ada", house.board(table), "My hand")
        assert "Your hand" in text(answer.get("message") or {})
        assert buttons(house.board(table))
