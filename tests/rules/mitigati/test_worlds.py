"""What the worlds drawn for a view keep to in Mitigati."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.contract import State
from rules.mitigati import GAME
from rules.mitigati.positions import InHand, Playing
from rules.simulate import random_move
from rules.tarot.cards import CARDS
from tests.rules.mitigati.reading import follow, suit
from tests.rules.mitigati.stacked import after, new, stack_pack


def draw_world(view: dict[str, Any], rng: Random) -> State:
    """Return a world that agrees with a view."""
    return GAME.worlds(view).draw(rng)


def find_discard(world: State) -> list[str]:
    """Return the cards that the dealer has discarded in a world."""
    assert isinstance(world, InHand | Playing)
    return CARDS.listed(world.hand.discard)


def test_worlds_agree_with_play() -> None:
    hands = {1: "KE QE JE 5", 2: "2A 3A 4A 6 7", 0: "2E 3E 4E"}
    rng = Random(8)
    state = new().chance("deal", stack_pack(hands, 0))
    (choice,) = state.legal(0).choices
    state = after(state, "discard " + " ".join(choice.to_view()["cards"][-3:]), *["declare nothing"] * 3)
    while state.to_act and len(state.view(None)["tricks"]) < 12:
        state = after(state, random_move(state, state.to_act[0], rng))
    view = state.view(1)
    voids: set[tuple[int, str | None]] = set()
    for trick in view["tricks"]:
        led = next(suit(card) for _, card in trick["cards"] if card != "FOOL")
        for seat, card in trick["cards"][1:]:
            if card != "FOOL" and suit(card) != led:
                voids.add((seat, led))
    assert voids
    for _ in range(40):
        world = draw_world(view, rng)
        for seat, led in voids:
            hand = world.view(seat)["hand"]
            assert not any(suit(card) == led for card in hand)
            assert set(follow(hand, led)) <= set(hand)


@pytest.mark.clause("M4.1")
def test_an_imagined_discard_holds_no_king_and_no_honour() -> None:
    state = new().chance("deal", stack_pack({0: "KE KA KF KW 1 21 FOOL"}, 0))
    (choice,) = state.legal(0).choices
    state = after(state, "discard " + " ".join(choice.to_view()["cards"][:3]))
    rng = Random(2)
    for _ in range(200):
        discard = find_discard(draw_world(state.view(1), rng))
        assert len(discard) == 3
        assert not {"KE", "KA", "KF", "KW", "1", "21", "FOOL"} & set(discard)


@pytest.mark.clause("M5.1")
def test_cards_shown_in_a_declaration_stay_where_they_were_shown() -> None:
    hands = {1: "KE KA KF KW FOOL 1 21"}
    state = new().chance("deal", stack_pack(hands, 0))
    (choice,) = state.legal(0).choices
    state = after(state, "discard " + " ".join(choice.to_view()["cards"][:3]), "declare kings with FOOL")
    rng = Random(4)
    for viewer in (0, 2, None):
        for _ in range(30):
            assert {"KE", "KA", "KF", "KW", "FOOL"} <= set(draw_world(state.view(viewer), rng).view(1)["hand"])
