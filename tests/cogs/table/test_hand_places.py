"""One private message of a hand: what is opened there takes its place, and a button leads back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from bot.tables.commands import exchange_notes, play
from bot.tables.model.table_state import TableState
from bot.transport.interactions import hand_messages
from bot.transport.interactions.responses import Response
from bot.ui.table.review import LOOKING_TEXT
from rules.contract import Game, View
from rules.players.strong import Choice
from tests.cogs.table.pairs import PAIRS
from tests.cogs.table.searches import BetterMoveSearch
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import (
    CHANNEL,
    HOST,
    board,
    find_actor,
    find_awaited,
    person,
    play_hand_out,
    set_up_table,
    start_room,
)

pytestmark = pytest.mark.usefixtures("voren_in_pairs")

BACK_BUTTON = "Back to my hand"


def list_private_messages(house: House, who: str) -> list[Json]:
    """Return the private messages that stand before somebody, oldest first."""
    return [message for message in house.sandbox.people.messages(who, CHANNEL) if message["flags"] & 64]


async def press_private(house: House, who: str, label: str) -> str:
    """Press a button of somebody's only private message; return what stands there then."""
    (message,) = list_private_messages(house, who)
    await house.press(who, message, label)
    (message,) = list_private_messages(house, who)
    return text(message)


async def open_hand_of_pairs(house: House) -> tuple[TableState, str]:
    """Deal at a friendly table of two pairs, and open the hand of whose turn it is; return both."""
    live = await set_up_table(house, people=PAIRS, friendly=True)
    await play.act(house.services.tables, live.id, "deal", find_actor(house, find_awaited(live)))
    who = find_awaited(live)
    await house.press(who, board(house, live), "My hand")
    return live, who


async def test_one_private_message_stands_after_a_hand_with_hint_note_and_review() -> None:
    async with start_room() as house:
        live, who = await open_hand_of_pairs(house)
        BetterMoveSearch(house)
        hinted = await press_private(house, who, "Hint")
        assert "Follow the hint" in buttons(list_private_messages(house, who)[0])
        assert "Voren" in await press_private(house, who, "Rules")
        assert await press_private(house, who, BACK_BUTTON) == hinted
        assert "### Notes at " in await press_private(house, who, "Notes")
        (page,) = list_private_messages(house, who)
        form = await house.press(who, page, "Send note")
        await house.sandbox.people.modal(who, form["interaction_id"], {"words": "plum"})
        assert "plum" in text(list_private_messages(house, who)[0])
        assert "You cannot take it back." in await press_private(house, who, "Show hand")
        assert "You showed " in await press_private(house, who, "Show hand")
        assert BACK_BUTTON not in buttons(list_private_messages(house, who)[0])
        await play_hand_out(house, live)
        await house.until(lambda: "Review" in buttons(list_private_messages(house, who)[0]))
        await press_private(house, who, "Review")
        await house.until(lambda: "### Review of hand 1" in text(list_private_messages(house, who)[0]))
        assert buttons(list_private_messages(house, who)[0])[BACK_BUTTON] == f"eh:refresh_hand:{live.id}:back"
        await house.press(who, board(house, live), "My hand")
        await house.until(lambda: len(list_private_messages(house, who)) == 1)
        await press_private(house, who, "Next hand")


async def test_a_page_stays_while_others_act_and_the_way_back_shows_what_happened() -> None:
    async with start_room() as house:
        live, who = await open_hand_of_pairs(house)
        reader = PAIRS[PAIRS.index(who) ^ 1]
        await house.press(reader, board(house, live), "My hand")
        rules = await press_private(house, reader, "Rules")
        seat = live.seat_of(person(house, who).id)
        assert seat is not None
        mark = exchange_notes.mark_of(exchange_notes.to_write(live, seat))
        await exchange_notes.write(house.services.tables, live.id, mark, "plum", find_actor(house, who))
        await house.press(who, board(house, live), "My hand")
        await house.until(lambda: not house.services.hand_messages._workers)
        assert text(list_private_messages(house, reader)[0]) == rules
        assert "plum" in await press_private(house, reader, BACK_BUTTON)


async def test_an_edit_that_is_under_way_does_not_land_on_the_page_that_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with start_room() as house:
        live, who = await open_hand_of_pairs(house)
        reader = PAIRS[PAIRS.index(who) ^ 1]
        await house.press(reader, board(house, live), "My hand")
        edit, edit_began, may_go_on = hand_messages._edit, asyncio.Event(), asyncio.Event()

        async def edit_slowly(*args: Any) -> bool:
            edit_began.set()
            await may_go_on.wait()
            return await edit(*args)

        monkeypatch.setattr(hand_messages, "_edit", edit_slowly)
        seat = live.seat_of(person(house, who).id)
        assert seat is not None
        mark = exchange_notes.mark_of(exchange_notes.to_write(live, seat))
        await exchange_notes.write(house.services.tables, live.id, mark, "plum", find_actor(house, who))
        await edit_began.wait()
        pressing = asyncio.create_task(press_private(house, reader, "Rules"))
        await asyncio.sleep(hand_messages.EDIT_WAIT_SECONDS / 2)
        may_go_on.set()
        rules = await pressing
        await house.until(lambda: not house.services.hand_messages._workers)
        assert text(list_private_messages(house, reader)[0]) == rules
        assert BACK_BUTTON in buttons(list_private_messages(house, reader)[0])


@pytest.mark.parametrize("while_going_back", [False, True])
async def test_a_late_review_does_not_replace_the_hand_to_which_its_reader_went_back(
    while_going_back: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does one that is finished between the answer to *Back* and the note that the hand stands there."""
    async with start_room() as house:
        live = await set_up_table(house, "waiting")
        searches, may_go_on = BetterMoveSearch(house), asyncio.Event()

        async def compare_slowly(game: Game, view: View, moves: Sequence[str], seed: int) -> Choice:
            await may_go_on.wait()
            return await searches.compare(game, view, moves, seed)

        house.services.reviews._compare = compare_slowly
        await house.press(HOST, board(house, live), "My hand")
        assert LOOKING_TEXT in await press_private(house, HOST, "Review")
        send = Response.send

        async def send_slowly(self: Response, *args: Any, **options: Any) -> int | None:
            result = await send(self, *args, **options)
            may_go_on.set()
            await house.until(lambda: not len(house.services.late_answers._tasks))
            return result

        if while_going_back:
            monkeypatch.setattr(Response, "send", send_slowly)
        answer = await press_private(house, HOST, BACK_BUTTON)
        may_go_on.set()
        await house.until(lambda: not len(house.services.late_answers._tasks))
        assert text(list_private_messages(house, HOST)[0]) == answer


async def test_a_page_whose_hand_the_bot_has_forgotten_leads_back_to_it() -> None:
    async with start_room() as house:
        live, who = await open_hand_of_pairs(house)
        rules = await press_private(house, who, "Rules")
        await house.until(lambda: not house.services.responder.under_way)
        await house.services.hand_messages._expire(live.id, person(house, who).id)
        assert text(list_private_messages(house, who)[0]) == rules
        await press_private(house, who, BACK_BUTTON)
        assert "Refresh" in buttons(list_private_messages(house, who)[0])
        await press_private(house, who, "Rules")
