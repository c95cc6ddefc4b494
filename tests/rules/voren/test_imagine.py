"""Imagined worlds: they agree with the view, and each that agrees is as likely as any other."""

from collections import Counter
from itertools import permutations
from math import sqrt
from random import Random

import pytest

from rules.contract import Chance, Move, Pack, Refusal, State
from rules.table import Table
from rules.voren import GAME
from tests.rules.voren.decks import dealt, moved, shuffled, table

TEN = ("1S", "3S", "GS", "2H", "5H", "LH", "1D", "RD", "TREACHERY", "WOLF")


def small(order: str, *moves: str) -> Table:
    """A table of two with ten cards, dealt so, after these moves."""
    at = Table.new(GAME, 2, {}, 0, Pack(TEN, (1, 1, 1)))
    return moved(at.chance("deal", order.split()), *moves)


def worlds(at: Table, seat: int) -> set[tuple[str, ...]]:
    """All orders of the pack that agree with the seat's view: the hand is replayed on each that could be."""
    view = at.state.view(seat)
    start = GAME.start(view)
    deal, *moves = at.events[at.hand_start :]
    assert isinstance(deal, Chance)
    own = [place for place in range(6) if place % 2 != seat]  # seat 1 gets the first card, seat 0 the second
    others = [place for place in range(10) if place not in own and place != 6]
    found: set[tuple[str, ...]] = set()
    for mine in permutations(deal.cards[place] for place in own):
        for rest in permutations(deal.cards[place] for place in others):
            at_place = {6: deal.cards[6], **dict(zip(own, mine, strict=True)), **dict(zip(others, rest, strict=True))}
            order = tuple(at_place[place] for place in range(10))
            state: State = start.chance("deal", order)
            try:
                for move in moves:
                    assert isinstance(move, Move)
                    state = state.apply(move.seat, move.text)
            except Refusal:
                continue
            if state.view(seat) == view:
                found.add(order)
    return found


# Seat 1 leads; cards go to seats 1 and 0 in turn. The turn-up is the seventh card, the poke the three after it.
HANDS = {
    "the other could not follow and had no trump": (
        "1D 2H 3S 5H RD LH GS 1S TREACHERY WOLF",
        ("deal", "stay", "stay", "1D", "2H"),
    ),
    "the Greater Crown was not led": ("1D 2H 3S 5H RD LH 1S GS TREACHERY WOLF", ("deal", "stay", "stay", "1D")),
    "the poke was taken": (
        "1D 2H 3S 5H RD LH 1S GS TREACHERY WOLF",
        ("deal poke", "poke", "stay", "GS", "2H"),
    ),
    "no trump was led to the second trick": (
        "RD 1D 5H LH 2H 1S 3S GS TREACHERY WOLF",
        ("deal", "stay", "stay", "RD", "1D", "5H"),
    ),
    "highest that wins": ("1D RD 3S 5H 2H TREACHERY LH 1S GS WOLF", ("deal", "stay", "stay", "3S", "TREACHERY")),
}


@pytest.mark.parametrize("name", HANDS)
@pytest.mark.parametrize("seat", [0, 1])
def test_every_world_is_as_likely_as_any_other(name: str, seat: int) -> None:
    order, moves = HANDS[name]
    at = small(order, *moves)
    possible = worlds(at, seat)
    view = at.state.view(seat)
    rng = Random(f"{name} {seat}")
    each = 6
    seen: Counter[tuple[str, ...]] = Counter()
    for _ in range(each * len(possible) if len(possible) < 1000 else 0):
        deal = GAME.imagine(view, rng)[0]
        assert isinstance(deal, Chance)
        seen[deal.cards] += 1
    if not seen:  # too many orders to count each: count by the cards of the other seat and of the poke
        for _ in range(4000):
            deal = GAME.imagine(view, rng)[0]
            assert isinstance(deal, Chance)
            seen[summary(deal.cards)] += 1
        weights = Counter(summary(order) for order in possible)
        expected = {key: 4000 * weight / len(possible) for key, weight in weights.items()}
    else:
        expected = {order: float(each) for order in possible}
    assert set(seen) <= set(expected)
    degrees = len(expected) - 1
    chi_square = sum((seen[key] - value) ** 2 / value for key, value in expected.items())
    # The chi-square distribution is near enough to a normal one here; five deviations are one run in three million.
    assert chi_square < degrees + 5 * sqrt(2 * max(degrees, 1))


def summary(order: tuple[str, ...]) -> tuple[str, ...]:
    """Seat 1's cards, seat 0's and the poke's, each sorted, in one tuple."""
    return (*sorted(order[0:6:2]), *sorted(order[1:6:2]), *sorted(order[7:]))


@pytest.mark.parametrize("seed", range(12))
def test_a_world_gives_the_same_view(seed: int) -> None:
    rng = Random(seed)
    seats = (2, 3, 4, 6, 8, 10)[seed % 6]
    at = table(seats, rng.randrange(seats), hands=3, no_trump_turnup=rng.choice(("crowns", "unsuited")))
    while not at.state.finished:
        viewer = rng.choice([None, *range(seats)])
        view = at.state.view(viewer)
        imagined = at.imagine(viewer, rng)
        assert imagined.state.view(viewer) == view
        assert imagined.state.status() == at.state.status()
        assert Table.load(imagined.dump()).state == imagined.state
        seat = at.state.to_act[0] if at.state.to_act else 0
        at = shuffled(at, rng) if at.state.expects else at.move(seat, rng.choice(at.state.legal(seat).moves))


def test_hidden_cards_do_vary() -> None:
    at = moved(dealt(table(3), {}, "3H"), "deal poke", "stay", "poke", "stay")
    view = at.state.view(2)
    worlds_seen = {at.imagine(2, Random(seed)).events[0] for seed in range(20)}
    assert len(worlds_seen) == 20
    for seed in range(20):
        other = at.imagine(2, Random(seed)).state.view(2)
        assert (other["hand"], other["laid"]) == (view["hand"], view["laid"])


def test_between_hands_and_after_the_end_there_is_nothing_to_imagine() -> None:
    at = table(2, hands=1)
    assert GAME.imagine(at.state.view(0), Random(1)) == ()
    over = moved(dealt(at, {}, "3H"), "deal", "fold")
    assert GAME.imagine(over.state.view(0), Random(1)) == ()
    assert GAME.start(over.state.view(0)) == over.state
    assert GAME.start(at.state.view(None)) == at.state
