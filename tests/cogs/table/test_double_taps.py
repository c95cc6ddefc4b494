"""A double tap moves once: for a moment after a move was answered, its player's next press only shows their hand."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.tables.commands import pause, play
from bot.tables.commands.play import ALREADY_MOVED_TEXT, MADE_FOR_YOU_TEXT
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from rules.players import player_of
from rules.registry import GAMES
from tests.cogs.hands import open_hand
from tests.support.house import House
from tests.support.messages import Json, buttons, text
from tests.support.moves import find_move_buttons
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    OTHER,
    SEATED,
    board,
    find_actor,
    find_awaited,
    find_waiting,
    is_private,
    new_interaction_id,
    person,
    play_hand_out,
    read_event_kinds,
    response_text,
    set_up_table,
    start_room,
)

LONG_SECONDS = 10
"""Seconds in which a press surely comes, also on a busy machine."""


def read_message(house: House, who: str, message: Json) -> Json:
    """Return a message as it is now."""
    return house.sandbox.people.message(who, message)


def find_tapped(house: House, who: str, message: Json, label: str | None = None) -> str:
    """Return the id under a finger: of the button with that label, or else of the first move of a hand."""
    page = read_message(house, who, message)
    return buttons(page)[label] if label else next(iter(find_move_buttons(page).values()))


async def make_strongest_move(house: House, live: TableState) -> None:
    """Make the strongest computer player's move for whoever is awaited."""
    assert live.state is not None
    seat = live.state.to_act[0]
    user = live.record.seats[seat].user
    assert user is not None
    player = player_of(live.game)
    move = player.choose(live.state.view(seat), house.rng)
    await play.act(house.services.tables, live.id, move, Actor(user, "", new_interaction_id(house)))


def has_no_reproach(message: Json) -> bool:
    words = text(message)
    return ALREADY_MOVED_TEXT not in words and MADE_FOR_YOU_TEXT not in words and "not your turn" not in words


async def test_two_taps_on_draw_draw_and_discard_nothing() -> None:
    async with start_room(double_tap=LONG_SECONDS) as house:
        live = await set_up_table(house, game="five_crowns")
        who = find_awaited(live)
        hand = await open_hand(house, live, who)
        assert [label.split()[0] for label in find_move_buttons(hand)] == ["Draw", "Take"]
        await house.click(who, hand, find_tapped(house, who, hand))
        drawn = read_message(house, who, hand)
        assert "You drew a card" in text(drawn)
        for _ in range(2):
            second_answer = await house.click(who, hand, find_tapped(house, who, hand))
            assert second_answer["state"] == "update"
            assert (await read_event_kinds(house, live)).count("move") == 1
            assert text(read_message(house, who, hand)) == text(drawn)  # also what came of the first tap
            assert find_move_buttons(read_message(house, who, hand)) == find_move_buttons(drawn)


async def test_the_next_press_counts_once_the_moment_is_over() -> None:
    async with start_room(double_tap=0.2) as house:
        live = await set_up_table(house, game="five_crowns")
        who = find_awaited(live)
        hand = await open_hand(house, live, who)
        await house.click(who, hand, find_tapped(house, who, hand))
        await asyncio.sleep(0.25)
        await house.click(who, hand, find_tapped(house, who, hand))
        assert (await read_event_kinds(house, live)).count("move") == 2


async def test_two_taps_at_the_same_time_move_once_without_a_reproach() -> None:
    """The second arrives while the first is being answered, with the button that the first has used up."""
    async with start_room(double_tap=LONG_SECONDS) as house:
        live = await set_up_table(house, game="five_crowns")
        who = find_awaited(live)
        hand = await open_hand(house, live, who)
        draw = find_tapped(house, who, hand)
        await asyncio.gather(house.click(who, hand, draw), house.click(who, hand, draw))
        assert (await read_event_kinds(house, live)).count("move") == 1
        message = read_message(house, who, hand)
        assert "You drew a card" in text(message)
        assert has_no_reproach(message)


async def test_arrival_of_a_slow_answer_is_the_reference_time() -> None:
    async with start_room(double_tap=1.5) as house:
        live = await set_up_table(house, game="five_crowns")
        who = find_awaited(live)
        hand = await open_hand(house, live, who)
        draw = find_tapped(house, who, hand)
        house.sandbox.faults.add("latency", path="/interactions/", seconds=2)
        await house.click(who, hand, draw)  # answered after two seconds
        await house.click(who, hand, find_tapped(house, who, hand))
        assert (await read_event_kinds(house, live)).count("move") == 1


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_double_tap_on_another_button_moves_nothing(game: str) -> None:
    async with start_room(double_tap=LONG_SECONDS) as house:
        people = (HOST, SEATED, OTHER, BYSTANDER)[: GAMES[game].seats[1]]
        live = await set_up_table(house, people=people, hands=1, game=game)
        who = find_awaited(live)
        hand = await open_hand(house, live, who)
        while not find_move_buttons(hand):  # what is asked first is asked by a form
            await make_strongest_move(house, live)
            who = find_awaited(live)
            hand = await open_hand(house, live, who)
        first = find_tapped(house, who, hand)
        await house.click(who, hand, first)
        count = (await read_event_kinds(house, live)).count("move")
        for custom_id in [*find_move_buttons(read_message(house, who, hand)).values(), first]:
            assert (await house.forge(who, hand, custom_id))["state"] == "update"
            assert has_no_reproach(read_message(house, who, hand))
        assert (await read_event_kinds(house, live)).count("move") == count


async def test_a_tap_on_the_board_shows_the_hand_alone() -> None:
    async with start_room(double_tap=LONG_SECONDS) as house:
        live = await set_up_table(house, game="five_crowns")
        who = find_awaited(live)
        hand = await open_hand(house, live, who)
        await house.click(who, hand, find_tapped(house, who, hand))
        answer = await house.forge(who, board(house, live), f"eh:deal_next_hand:{live.id}:0")
        assert is_private(answer)
        assert "Your hand" in response_text(answer)
        assert has_no_reproach(answer.get("message") or {})
        assert (await read_event_kinds(house, live)).count("move") == 1


async def test_a_vote_waits_and_the_rest_works() -> None:
    async with start_room(double_tap=LONG_SECONDS) as house:
        live = await set_up_table(house, people=(HOST, SEATED, OTHER), game="five_crowns")
        who = find_awaited(live)
        other = next(name for name in (HOST, SEATED, OTHER) if name != who)
        await pause.pause(house.services.tables, live.id, find_actor(house, other))
        hand = await open_hand(house, live, who)
        await house.click(who, hand, find_tapped(house, who, hand))
        response = await house.forge(who, board(house, live), f"eh:pause_table:{live.id}")
        assert is_private(response)
        assert "Your hand" in response_text(response)
        assert "pause" not in response_text(response)
        assert (await read_event_kinds(house, live)).count("pause") == 1
        for label in ("Log", "More"):
            answer = await house.press(who, board(house, live), label)
            assert "Your hand" not in response_text(answer), label
        # nobody else is held back, and nobody elsewhere
        third = next(name for name in (HOST, SEATED, OTHER) if name not in {who, other})
        await house.forge(third, board(house, live), f"eh:pause_table:{live.id}")
        assert (await read_event_kinds(house, live)).count("pause") == 2
        other_live = await set_up_table(house, people=(HOST, SEATED, OTHER), game="five_crowns", waits_for=who)
        elsewhere = await open_hand(house, other_live, who)
        await house.click(who, elsewhere, find_tapped(house, who, elsewhere))
        assert (await read_event_kinds(house, other_live)).count("move") == 1


async def test_double_tap_does_not_confirm_a_move() -> None:
    async with start_room(double_tap=LONG_SECONDS) as house:
        live = await set_up_table(house, game="five_crowns")
        who = find_awaited(live)
        await house.services.people.change(person(house, who), confirms=True)
        hand = await open_hand(house, live, who)
        await house.click(who, hand, find_tapped(house, who, hand))
        message = read_message(house, who, hand)
        assert "Confirm" in buttons(message)
        await house.press(who, hand, "Confirm")
        assert "move" not in await read_event_kinds(house, live)
        assert buttons(read_message(house, who, hand)) == buttons(message)  # it is still asked


async def test_two_taps_on_next_hand_deal_once_without_a_reproach() -> None:
    async with start_room(double_tap=LONG_SECONDS) as house:
        live = await set_up_table(house, "waiting", game="five_crowns")
        who = find_waiting(live) if live.state is not None and live.state.to_act else HOST
        next_hand = buttons(board(house, live))["Next deal"]
        first = await house.forge(who, board(house, live), next_hand)
        assert "The next deal begins." in response_text(first)
        second_answer = await house.forge(who, board(house, live), next_hand)
        assert is_private(second_answer)
        assert "already dealt" not in response_text(second_answer)
        assert (await read_event_kinds(house, live)).count("next") == 1


async def test_double_tap_does_not_leave_a_table() -> None:
    async with start_room(double_tap=LONG_SECONDS) as house:
        live = await set_up_table(house, people=(HOST, SEATED, OTHER), game="five_crowns")
        who = find_awaited(live)
        hand = await open_hand(house, live, who)
        await house.click(who, hand, find_tapped(house, who, hand))
        answer: Any = await house.command(who, "table leave", table=live.id)
        response = await house.press(who, answer["message"], "Leave")
        assert "Your hand" in response_text(response)
        assert live.seat_of(person(house, who).id) is not None


async def test_tap_memory_is_bounded() -> None:
    async with start_room(double_tap=0.01) as house:
        taps = house.services.router.double_taps
        for index in range(1000):
            taps.record_move(index, 1, asyncio.get_running_loop().time() - 1 + index / 1000)
        assert len(taps._until) < 100
        await play_hand_out(house, await set_up_table(house, hands=1))
        assert not taps._locks
