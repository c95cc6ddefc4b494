"""The review of a hand over the wire: for those who played it, once it is over, at once when it is known."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from random import Random

import pytest

from bot.common.text import escape
from bot.tables.commands import leave_and_end
from bot.tables.model.table_state import TableState
from bot.tables.services.own_decisions import own_decisions
from bot.tables.services.reviews import UNFINISHED_TEXT
from bot.ui.table.layouts import NO_ENDED_HAND
from bot.ui.table.review import LOOKING_TEXT, NO_MISTAKES
from cogs.table.review import NOT_PLAYED, VOID_TEXT
from rules.contract import Game, View
from rules.players import compare_moves
from rules.players.search import Estimate
from rules.players.strong import Choice
from rules.registry import GAMES
from sandbox import Outcome
from tests.cogs.hands import open_hand
from tests.cogs.table.searches import BetterMoveSearch
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    MODERATOR,
    OTHER,
    SEATED,
    board,
    find_actor,
    is_private,
    person,
    response_text,
    set_up_table,
    start_room,
)

HANDS = {"voren": 2, "five_crowns": 2, "mitigati": 3, "conference": 4, "abracadabra": 2}


async def search_in_thread(game: Game, view: View, moves: Sequence[str], seed: int) -> Choice:
    """Compare by the search itself, in a thread."""
    return await asyncio.to_thread(compare_moves, game, view, moves, Random(seed))


async def wait_for_review(house: House, who: str, answer: Outcome) -> Json:
    """Return the review once it is there."""
    assert is_private(answer), response_text(answer)
    message = answer.get("message") or {}
    await house.until(lambda: LOOKING_TEXT not in text(house.sandbox.people.message(who, message)))
    return house.sandbox.people.message(who, message)


async def press_review(house: House, live: TableState, who: str, hand: int | None = None) -> Outcome:
    """Press *Review* below the replay of a hand, without a number of the last one; return the answer."""
    log = (await house.press(who, board(house, live), "Log")).get("message") or {}
    custom_id = f"eh:show_review:{live.id}" if hand is None else f"eh:show_review:{live.id}:{hand - 1}"
    return await house.forge(who, log, custom_id)


async def open_review(house: House, live: TableState, who: str, hand: int | None = None) -> Json:
    """Return the review that somebody asks for."""
    return await wait_for_review(house, who, await press_review(house, live, who, hand))


@pytest.mark.parametrize("game", sorted(HANDS))
async def test_it_says_what_one_did_what_was_better_and_where_to_see_it(game: str) -> None:
    async with start_room() as house:
        people = (HOST, SEATED, OTHER, MODERATOR)[: GAMES[game].seats[0]]
        live = await set_up_table(house, "waiting", people, HANDS[game], game=game)
        searches, presenter = BetterMoveSearch(house), house.services.presenters.of(live)
        page = await open_review(house, live, SEATED)
        user = person(house, SEATED).id
        decisions = await own_decisions(house.store, live.record, await house.store.tables.hands(live.id), 0, user)
        assert searches.count == len(decisions)
        choosing = [decision for decision in decisions if len(decision.view["moves"]) > 1]
        assert choosing
        best = choosing[-1]
        assert escape(presenter.moves.done(best.move)) in text(page)
        assert (
            text(page).count("Better: ") == min(3, len(choosing)) == list(list_accessory_labels(page)).count("See it")
        )
        words = text(page)
        step = await house.click(SEATED, page, next(iter(list_accessory_ids(page))))
        assert step["state"] == "update"
        assert f"step {best.place} of" in response_text(step)
        assert f"As {SEATED} saw it" in response_text(step)
        # It is kept, and the button in the replay shows it at once.
        second_answer = await house.press(SEATED, step.get("message") or {}, "Review")
        assert response_text(second_answer) == words
        assert searches.count == len(decisions)


def list_accessory_labels(page: Json) -> list[str]:
    """Return the labels of the buttons beside a text."""
    return [
        component["accessory"]["label"] for component in page["components"][0]["components"] if "accessory" in component
    ]


def list_accessory_ids(page: Json) -> list[str]:
    """Return the custom ids of the buttons beside a text."""
    return [
        component["accessory"]["custom_id"]
        for component in page["components"][0]["components"]
        if "accessory" in component
    ]


async def test_it_is_for_those_who_played_the_hand_each_for_their_own() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "waiting")
        searches = BetterMoveSearch(house)
        replay = await house.command(BYSTANDER, "table replay", CHANNEL, table=live.id)
        assert "Review" not in buttons(replay.get("message") or {})
        assert searches.count == 0
        assert response_text(await house.press(BYSTANDER, board(house, live), "Review")) == NOT_PLAYED
        other_review = await wait_for_review(house, HOST, await house.press(HOST, board(house, live), "Review"))
        assert text(await open_review(house, live, SEATED)) != text(other_review)
        await leave_and_end.leave(house.services.tables, live.id, find_actor(house, HOST))
        assert text(await open_review(house, await house.live(live.id), HOST)) == text(other_review)


async def test_no_hand_has_one_before_it_is_over() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "playing")
        answer = await press_review(house, live, SEATED)
        assert response_text(answer) == NO_ENDED_HAND
        forged = await house.forge(SEATED, await open_hand(house, live, SEATED), f"eh:show_review:{live.id}:0")
        assert response_text(forged) == NO_ENDED_HAND


async def test_a_table_whose_scores_are_void_has_none() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "waiting")
        for who in (HOST, SEATED):
            live, _ = await leave_and_end.end(
                house.services.tables, live.id, find_actor(house, who), moderator=False, void=True
            )
        assert live.void
        assert response_text(await press_review(house, live, SEATED)) == VOID_TEXT
        replay = await house.command(SEATED, "table replay", CHANNEL, table=live.id)
        assert "Review" not in buttons(replay.get("message") or {})


async def test_a_search_that_fails_is_told_and_the_next_try_works() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "waiting")
        searches = BetterMoveSearch(house)
        searches.fails = True
        assert text(await open_review(house, live, SEATED)) == UNFINISHED_TEXT
        searches.fails = False
        assert "Better: " in text(await open_review(house, live, SEATED))


async def test_review_of_equally_good_moves_names_their_value_and_close_decisions() -> None:
    """With the move that came nearest to each, and how the points of the hand add up."""
    async with start_room() as house:
        live = await set_up_table(house, "waiting")

        async def find_equal_moves(game: Game, view: View, moves: Sequence[str], seed: int) -> Choice:
            other = next(move for move in view["moves"] if move != moves[0])
            return Choice(moves[0], moves[0], (Estimate(moves[0], 1.0, 0.0), Estimate(other, 0.5, 0.0)))

        house.services.reviews._compare = find_equal_moves
        page = await open_review(house, live, SEATED, hand=1)
        assert NO_MISTAKES in text(page)
        assert text(page).count("about 0.5 chips less.") == len(list_accessory_labels(page)) > 0
        assert set(list_accessory_labels(page)) == {"See it"}
        assert "**Where the points went**" in text(page)
        assert SEATED not in text(page).partition("**Where the points went**")[0]
        assert "step" in response_text(await house.click(SEATED, page, next(iter(list_accessory_ids(page)))))


async def test_following_the_hints_of_a_lesson_leaves_no_better_move() -> None:
    """The lesson's own hints are what a lesson's review goes by; its button stands at the end."""
    async with start_room() as house:
        house.services.reviews._compare = search_in_thread
        answer = await house.command(BYSTANDER, "learn", CHANNEL, game="voren")
        message = (await house.press(BYSTANDER, answer.get("message") or {}, "Begin")).get("message") or {}
        while "Follow the hint" in buttons(message):
            message = (await house.press(BYSTANDER, message, "Follow the hint")).get("message") or {}
        page = await wait_for_review(house, BYSTANDER, await house.press(BYSTANDER, message, "Review"))
        assert NO_MISTAKES in text(page)
        assert "Next best: " in text(page)
        assert " less." not in text(page)  # no hint of the lesson counts as the search does
        assert re.search(r"You played [^\n]* won trick \d with ", text(page))
        assert not re.search(r"\*\*Trick (\d):\*\*[^\n]* trick \1", text(page))


async def test_while_it_is_made_nobody_waits_and_the_bot_can_stop() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "waiting")
        asked_for = asyncio.Event()

        async def hang(game: Game, view: View, moves: Sequence[str], seed: int) -> Choice:
            asked_for.set()
            await asyncio.Event().wait()
            raise AssertionError

        house.services.reviews._compare = hang
        answer = await press_review(house, live, SEATED)
        assert response_text(answer) == LOOKING_TEXT
        await asked_for.wait()
        await house.until(lambda: not house.services.responder.is_busy())
        await house.restart()
        BetterMoveSearch(house)
        assert "Better: " in text(await open_review(house, live, SEATED))
