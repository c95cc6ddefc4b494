"""Answers that Discord does not take any more: what was done is kept, and its person is told at the table."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.app import client
from bot.people.preferences import People
from bot.tables.commands import leave_and_end
from bot.tables.services.tables import EXCUSE, NEVER
from bot.transport.interactions import responder, responses
from bot.transport.notifications import lost_replies
from bot.ui.table.renderer import Messages, Shown
from sandbox import Outcome
from sandbox.server import limits
from tests.support.house import House, Seated, house
from tests.support.messages import Json, buttons, text
from tests.support.moves import moves
from tests.support.numbers import IDS
from tests.support.wire_tables import person

LOST = {10062, 50027}
GIVE_UP = 0.3
"""Seconds that people wait for an answer that does not come; in Discord they are three."""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said at once."""
    monkeypatch.setattr(lost_replies, "WAIT", 0)


def refused(here: House) -> None:
    """Refusals of answers are what these tests bring about; Discord answers the first with 404, later ones with 401."""
    here.tolerate = lambda request: request.answer.get("code") in LOST


@contextmanager
def expired(here: House, times: int = 1) -> Generator[None]:
    """The next first answers come too late, and whoever presses while this is entered does not wait for them."""
    here.sandbox.faults.add("status", path="/interactions/", status=404, code=10062, times=times)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "ACKNOWLEDGE_SECONDS", GIVE_UP)
        yield


def lines(here: House, table: Seated) -> list[Json]:
    """The lines at a table that tell of a lost answer."""
    return [one for one in here.sandbox.people.messages("Ada", table.place) if "got lost" in one["content"]]


async def settled(here: House, table: Seated, state: str) -> None:
    """Wait until the one line that was owed at a table is in that state."""

    async def there() -> bool:
        return [row.state for row in await here.store.work(table.number, EXCUSE)] == [state]

    await here.until(there)


async def a_lost_move(here: House, table: Seated) -> str:
    """Somebody makes a move in their hand, and the answer is refused. Returns who."""
    who = await here.awaited(table) or ""
    hand = await here.hand(who, table)
    live = await here.live(table)
    before = live.record.seq
    with expired(here):
        answer = await here.click(who, hand, min(moves(hand).values()))
    assert answer["state"] == "failed"
    await here.until(lambda: live.record.seq > before)
    return who


async def test_a_move_whose_answer_expired_is_kept_and_its_maker_alone_is_told_so() -> None:
    """One line that gives nothing away; it goes when they use the bot there again."""
    async with house() as here:
        refused(here)
        told: list[str] = []
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.fresh(table)
        here.sandbox.recorder.events.append(lambda user, kind, _: told.append(user) if kind == "MENTION" else None)
        who = await a_lost_move(here, table)
        (line,) = await here.until(lambda: lines(here, table))
        key = here.sandbox.people.user(who)["id"]
        assert line["content"] == (
            f"<@{key}>, your move at Voren, table 1 is made. My answer got lost: My hand shows how things stand."
        )
        assert told == [key]
        hand = await here.press(who, line, "My hand")
        assert "Your hand" in text(hand.get("message") or {})
        await here.until(lambda: not lines(here, table))
        await settled(here, table, "gone")


def quick_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that stops gives answers up soon, and so do people."""
    monkeypatch.setattr(client, "LAST_ANSWERS", 0.4)
    monkeypatch.setattr(limits, "ACKNOWLEDGE_SECONDS", 2)


async def pressed_in_vain(here: House, table: Seated) -> tuple[str, list[asyncio.Task[Outcome]]]:
    """Somebody moves, and looks at their hand; Discord takes neither answer for a while. Returns who, and both."""
    board = await here.fresh(table)
    who = await here.awaited(table) or ""
    hand = await here.hand(who, table)
    live = await here.live(table)
    before = live.record.seq
    here.sandbox.faults.add("latency", path="/interactions/", seconds=3, times=2)
    pressed = [asyncio.create_task(here.click(who, hand, min(moves(hand).values())))]
    await here.until(lambda: live.record.seq > before)
    pressed.append(asyncio.create_task(here.press(who, board, "My hand")))
    await here.until(lambda: len(here.services.responder.under_way) == 2)
    return who, pressed


@pytest.mark.parametrize("later", ["ten minutes", "a night", "the end"])
async def test_what_would_come_too_late_to_be_of_use_is_not_said_and_rings_nobody_by_night(
    later: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_stop(monkeypatch)

    async def asleep(_people: People, _user: int, now: int) -> int:
        return now + 3600 * 1000

    async with house() as here:
        table = await here.open("Ada", ("Bela",), hands=1, mention=NEVER)
        who, pressed = await pressed_in_vain(here, table)
        if later == "the end":
            await leave_and_end.end(here.services.tables, table.number, person(here, "Ada"), next(IDS), moderator=True)
        await here.stop()
        await asyncio.gather(*pressed)
        rung: list[str] = []
        here.sandbox.recorder.events.append(lambda user, kind, _: rung.append(user) if kind == "MENTION" else None)
        if later == "ten minutes":
            here.sandbox.clock.advance(600)
        if later == "a night":
            monkeypatch.setattr(People, "rests", asleep)
        await here.start()
        if later == "a night":
            (line,) = await here.until(lambda: lines(here, table))
            assert here.sandbox.people.user(who)["id"] in line["content"]
        else:
            await settled(here, table, "gone")
            assert not lines(here, table)
        assert rung == []


async def test_an_answer_that_a_stop_cuts_short_is_made_up_for_once_the_bot_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And what is pressed meanwhile is declined in words: it could not be finished."""
    quick_stop(monkeypatch)
    async with house() as here:
        table = await here.open("Ada", ("Bela",), hands=1)
        board = await here.fresh(table)
        who, pressed = await pressed_in_vain(here, table)
        stopped = asyncio.create_task(here.stop())
        await here.until(lambda: here.services.responder.stopping)
        other = "Bela" if who == "Ada" else "Ada"
        assert text((await here.press(other, board, "My hand")).get("message") or {}) == responder.STOPPING
        assert text((await here.command(other, "table mine")).get("message") or {}) == responder.STOPPING
        await stopped
        assert {(await one)["state"] for one in pressed} == {"failed"}
        await here.start()
        (line,) = await here.until(lambda: lines(here, table))
        assert "your move at Voren, table 1 is made." in line["content"]
        await here.press(who, line, "My hand")
        await here.until(lambda: not lines(here, table))


async def test_nobody_is_told_twice_within_ten_minutes_whatever_they_press() -> None:
    """And nothing is done for clicks that had gone anyway."""
    async with house() as here:
        refused(here)
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.fresh(table)
        who = await a_lost_move(here, table)
        await here.until(lambda: lines(here, table))
        for _ in range(3):
            with expired(here, times=2):
                await here.command(who, "table hand", table.place)
            here.sandbox.faults.clear()
        await here.until(lambda: not lines(here, table))  # they were there
        assert len(await here.store.work(table.number, EXCUSE)) == 1


async def test_a_line_goes_after_ten_minutes_and_over_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its row knows where it stands."""
    async with house() as here:
        refused(here)
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.fresh(table)
        await a_lost_move(here, table)
        await here.until(lambda: lines(here, table))
        await here.restart()
        (row,) = await here.store.work(table.number, EXCUSE)
        assert row.state == "withdraw"
        monkeypatch.setattr(lost_replies, "APART", 0)
        await here.store.retry(row.id, 0, state="withdraw")
        here.services.scheduler.expect(0)
        await here.until(lambda: not lines(here, table))


async def test_a_line_goes_with_the_data_of_whom_it_mentions() -> None:
    async with house() as here:
        refused(here)
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.fresh(table)
        who = await a_lost_move(here, table)
        await here.until(lambda: lines(here, table))
        answer = await here.meant(who, "privacy delete", "Take it all out")
        assert "It is done" in text(answer.get("message") or {}), answer
        await here.until(lambda: not lines(here, table))
        await settled(here, table, "gone")


async def test_a_hand_that_was_asked_for_in_vain_is_told_of_and_a_board_that_shows_it_is_not() -> None:
    """Nothing was done by the first; what the second did stands on the board for all to see."""
    async with house() as here:
        refused(here)
        table = await here.open("Ada", ("Bela",), start=False, hands=1)
        with expired(here):
            assert (await here.press("Cleo", table.lobby, "Join"))["state"] == "failed"
        await here.until(lambda: "Cleo" in text(here.sandbox.people.message("Ada", table.lobby)))
        assert await here.store.work(table.number, EXCUSE) == []
        await here.press("Ada", here.boards(table)[0], "Start")
        table.place = str((await here.live(table)).record.thread)
        await here.fresh(table)
        with expired(here):
            await here.press("Ada", here.boards(table)[0], "My hand")
        (line,) = await here.until(lambda: lines(here, table))
        assert "Please try once more" in line["content"]


async def test_a_slow_answer_whose_token_died_in_between_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first answer, a deferral, got there; the second is refused with Invalid Webhook Token."""
    async with house() as here:
        refused(here)
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.fresh(table)
        monkeypatch.setattr(responses, "DEFER_AFTER", 0.0)
        hand = Messages.hand

        async def slow(*arguments: Any) -> Shown:
            await here.until(lambda: any(one.body == {"type": 5, "data": {"flags": 64}} for one in here.requests[-3:]))
            return await hand(*arguments)

        monkeypatch.setattr(Messages, "hand", slow)
        here.sandbox.faults.add("status", path="/webhooks/", status=401, code=50027, times=None)
        await here.press("Ada", here.board(table), "My hand")
        (line,) = await here.until(lambda: lines(here, table))
        assert here.sandbox.people.user("Ada")["id"] in line["content"]
        here.sandbox.faults.clear()


async def test_an_answer_that_was_lost_twice_over_but_given_is_nobodys_news() -> None:
    """The connection broke after Discord had taken it: it stands there."""
    async with house() as here:
        here.tolerate = lambda request: request.answer.get("code") == 40060
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.fresh(table)
        here.sandbox.faults.add("drop", path="/interactions/", after=True)
        answer = await here.press("Ada", here.board(table), "My hand")
        assert "Your hand" in text(answer.get("message") or {})
        assert await here.store.work(table.number, EXCUSE) == []


async def test_whoever_presses_again_before_it_is_said_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """They have their answer by then."""
    monkeypatch.setattr(lost_replies, "WAIT", 1500)
    async with house() as here:
        refused(here)
        table = await here.open("Ada", ("Bela",), hands=1)
        await here.fresh(table)
        who = await a_lost_move(here, table)
        answer = await here.press(who, here.board(table), "My hand")
        assert "Your hand" in text(answer.get("message") or {})
        await settled(here, table, "gone")
        assert not lines(here, table)
        assert "My hand" in buttons(here.board(table))
