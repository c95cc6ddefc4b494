"""The search of Five Crowns: its estimates, the unseen cards, and where it knows better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from rules.contract import State, View
from rules.five_crowns.views import setup_of
from rules.melds import CARDS, copies, hand_of, points_left, points_left_without
from rules.players import five_crowns, strong_player
from rules.players.five_crowns.leftover import hand_of_numbers, kept, size_of
from rules.players.five_crowns.search import LATER_LEFTOVER, candidates, estimate
from rules.players.five_crowns.unseen import held, unseen
from rules.registry import GAMES
from rules.simulate import random_move, random_order

GAME = GAMES["five_crowns"]
BUDGET = 8
STRONG = strong_player(GAME, BUDGET)
TABLES: list[tuple[int, dict[str, Any]]] = [(2, {"last": 6}), (4, {"first": 6, "last": 7}), (9, {"first": 13})]


def positions(seats: int, options: dict[str, Any], seed: int) -> Iterator[tuple[State, int, View]]:
    """The decisions of a game in which one move of five is random."""
    rng = Random(seed)
    state = GAME.new(seats, GAME.resolve(options, seats), 0)
    while not state.finished:
        if state.expects:
            state = state.chance(state.expects.event, random_order(state, rng))
            continue
        seat = state.to_act[0]
        view = state.view(seat)
        yield state, seat, view
        random = rng.random() < 0.2
        state = state.apply(seat, random_move(state, seat, rng) if random else five_crowns.choose(view, rng))


@cache
def some_views() -> list[View]:
    """Views of all phases, sizes of table and deals, with and without a seat that is out."""
    return [
        view
        for seats, options in TABLES
        for seed in (1, 2)
        for _, _, view in list(positions(seats, options, seed))[::9]
    ]


def test_candidates_are_legal_and_among_them_is_what_is_asked_for() -> None:
    seen = Counter[tuple[str, bool]]()
    for view in some_views():
        asked = view["moves"][0]
        moves = candidates(view, [asked])
        assert asked in moves
        assert set(moves) <= set(view["moves"])
        assert len(set(moves)) == len(moves)
        seen[view["phase"], view["out"] is None] += 1
    assert len(seen) == 4


def test_of_a_large_hand_fewer_discards_are_looked_at() -> None:
    found = {size: candidates(make_view(list(CARDS[: size + 1]), phase="discard"), ()) for size in (9, 10, 13)}
    assert {size: len(moves) for size, moves in found.items()} == {9: 6, 10: 3, 13: 3}


def test_of_a_large_hand_fewer_orders_are_looked_at() -> None:
    lengths: dict[int, int] = {}
    for view in some_views():
        if view["phase"] == "draw" and view["out"] is None:
            best = five_crowns.estimate(view, [], 12, Random(1))[0]
            lengths[view["size"]] = len(best.facts[LATER_LEFTOVER])
    assert lengths.items() <= {size: 12 if size < 10 else 6 if size < 11 else 4 for size in range(3, 14)}.items()
    assert {12, 4} <= {*lengths.values()}


def test_the_move_asked_for_is_estimated_and_the_best_is_first() -> None:
    for view in some_views()[::3]:
        worst = max(view["leaves"], key=view["leaves"].__getitem__, default="")
        asked = f"discard {worst}" if worst else "take"
        found = five_crowns.estimate(view, [asked], BUDGET, Random(1))
        assert asked in [one.move for one in found]
        assert [one.points for one in found] == sorted((one.points for one in found), reverse=True)
        assert found[0].error == 0.0


def test_reasons_are_short_and_without_a_card() -> None:
    for view in some_views()[::4]:
        move, reason, others = STRONG.advise(view, Random(1))
        assert {move, *others} <= {*view["moves"]}
        assert reason or others
        assert len(reason) <= 200
        assert not any(card in reason.split() for card in CARDS)


def test_nothing_unseen_is_missed_or_counted_twice() -> None:
    """Unseen are the stock and what the others hold, but for what they have shown or taken."""
    for seats, options in TABLES:
        for state, seat, view in positions(seats, options, 3):
            hands = state.hand.hands  # type: ignore[attr-defined]
            stock = state.hand.stock  # type: ignore[attr-defined]
            hidden = Counter(stock)
            for other in range(seats):
                if other != seat:
                    known = Counter(held(view, other))
                    have = Counter({number: copies(hands[other], number) for number in range(len(CARDS))})
                    assert known <= have
                    hidden += have - known
            assert Counter(unseen(view)) == +hidden


def test_a_hand_with_a_card_too_many_leaves_what_its_best_discard_leaves() -> None:
    """With copies and wild cards; and what is kept leaves what is told."""
    rng, pack = Random(5), list(setup_of(GAME.new(2, GAME.resolve({}, 2), 1).view(0)).pack)
    for size in range(3, 14):
        for _ in range(60):
            hand = hand_of_numbers(rng.sample(pack, size + 1))
            left, cards = kept(hand, size, 1)
            assert left == min(points_left_without(hand, size).values())
            assert size_of(cards) == size
            assert points_left(cards, size) == left


def test_moves_that_chance_alone_tells_apart_have_a_standard_error() -> None:
    """The same decision with other orders of the unseen cards: lags behind the best differ by about as much."""
    view = make_view(["7C", "4S", "8T", "10H", "QD", "JC", "5H", "3D"], phase="discard")
    found = [{one.move: one for one in estimate(view, view["moves"], 32, Random(seed))} for seed in range(24)]
    one, other = "discard QD", "discard JC"
    lags = [estimates[one].points - estimates[other].points for estimates in found]
    told = fmean(max(estimates[one].error, estimates[other].error) for estimates in found)
    assert 0.5 < told / stdev(lags) < 2


def make_view(hand: list[str], **keys: Any) -> View:
    """The view of seat 0 of two in a deal of as many cards as the hand has at the start of a turn."""
    size = len(hand) - (keys.get("phase") == "discard")
    state = GAME.new(2, GAME.resolve({"first": size, "last": size}, 2), 1)
    view = state.chance("deal", random_order(state, Random(1))).view(0)
    cards = hand_of(hand)
    leaves = {CARDS[card]: left for card, left in points_left_without(cards, size).items()}
    view |= {
        "hand": hand,
        "pile": ["KH"],
        "turn_up": "KH",
        "out": None,
        "shown": None,
        "arranged": {"left": points_left(cards, size)},
    }
    if keys.get("phase") == "discard":
        view |= {"leaves": leaves, "moves": [f"discard {card}" for card in leaves], "fresh": {"move": "draw"}}
    return view | keys


@pytest.mark.parametrize("seed", range(3))
def test_in_the_last_turn_it_draws_rather_than_take_a_card_that_saves_little(seed: int) -> None:
    """The top saves one point; a draw nearly always saves more."""
    out = {"out": 1, "shown": [["4S", "4H", "4D"]]}
    view = make_view(["6S", "9H", "KD"], pile=["QC"], turn_up="QC", **out)
    assert five_crowns.choose(view, Random(seed)) == "take"
    assert STRONG.choose(view, Random(seed)) == "draw"


@pytest.mark.parametrize("seed", range(3))
def test_it_keeps_two_cards_that_may_be_a_meld_rather_than_the_lowest(seed: int) -> None:
    """The heuristic player parts with one of the pair for the one point that it counts more."""
    view = make_view(["6S", "6D", "5H", "4C"], phase="discard", pile=["KH"])
    assert five_crowns.choose(view, Random(seed)) in ("discard 6S", "discard 6D")
    assert STRONG.choose(view, Random(seed)) in ("discard 5H", "discard 4C")


def test_it_goes_out_when_it_can() -> None:
    for view in some_views():
        out = [move for move in view["moves"] if move.startswith("out ")]
        if out:
            assert STRONG.choose(view, Random(1)) in out
