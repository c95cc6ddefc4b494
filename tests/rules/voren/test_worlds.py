"""Imagined worlds: they agree with the view, and each that agrees is as likely as any other."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from math import sqrt
from random import Random

import pytest

from rules.contract import Chance, Move, Pack, Refusal, State
from rules.table import Table
from rules.voren import GAME
from rules.voren.cards import CARDS, PACK
from rules.voren.deal import SINGLY
from rules.voren.positions import InHand
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
    drawn = GAME.worlds(at.state.view(seat))
    rng = Random(f"{name} {seat}")
    each = 6
    seen: Counter[tuple[str, ...]] = Counter()
    for _ in range(each * len(possible) if len(possible) < 1000 else 0):
        seen[pack_of(drawn.draw(rng))] += 1
    if not seen:  # too many orders to count each: count by the cards of the other seat and of the poke
        for _ in range(4000):
            seen[summary(pack_of(drawn.draw(rng)))] += 1
        weights = Counter(summary(order) for order in possible)
        expected = {key: 4000 * weight / len(possible) for key, weight in weights.items()}
    else:
        expected = {order: float(each) for order in possible}
    assert set(seen) <= set(expected)
    degrees = len(expected) - 1
    chi_square = sum((seen[key] - value) ** 2 / value for key, value in expected.items())
    # The chi-square distribution is near enough to a normal one here; five deviations are one run in three million.
    assert chi_square < degrees + 5 * sqrt(2 * max(degrees, 1))


def pack_of(world: State) -> tuple[str, ...]:
    """The order of the pack in a world."""
    assert isinstance(world, InHand)
    return tuple(CARDS.text[card] for card in world.hand.order)


def summary(order: tuple[str, ...]) -> tuple[str, ...]:
    """Seat 1's cards, seat 0's and the poke's, each sorted, in one tuple."""
    return (*sorted(order[0:6:2]), *sorted(order[1:6:2]), *sorted(order[7:]))


SEATS_DIFFER = (4, 11, 27, 38)
"""Seeds of `four_hands`: two seats have shown that they lack different cards, and the third has shown nothing."""


def four_hands(seed: int) -> Table:
    """A table of four with sixteen cards, all of them dealt, after two tricks of a random hand."""
    rng = Random(seed)
    some = rng.sample(PACK, 16)
    at = Table.new(GAME, 4, {}, 0, Pack(tuple(card for card in PACK if card in some), SINGLY))
    at = moved(at.chance("deal", some), "deal", "stay", "stay", "stay")
    for _ in range(8):
        at = moved(at, rng.choice(sorted(at.state.legal(at.state.to_act[0]).moves)))
    return at


def last_cards(order: Sequence[str]) -> tuple[frozenset[str], ...]:
    """The cards of seats 1, 2 and 3, and the poke's: seat 1 gets the first card."""
    return (*(frozenset(order[first:12:4]) for first in range(3)), frozenset(order[13:]))


def worlds_of_four(at: Table) -> set[tuple[frozenset[str], ...]]:
    """All hands and pokes that agree with seat 0's view, by trying each on the hand that was played."""
    view, start = at.state.view(0), GAME.start(at.state.view(0))
    deal, *moves = at.events[at.hand_start :]
    assert isinstance(deal, Chance)
    played = {move.text.removeprefix("play ") for move in moves if isinstance(move, Move)}
    places = [place for place, card in enumerate(deal.cards) if card not in {*played, *view["hand"], view["turn_up"]}]
    tried, found = set[tuple[frozenset[str], ...]](), set[tuple[frozenset[str], ...]]()
    for cards in permutations(deal.cards[place] for place in places):
        at_place = dict(zip(places, cards, strict=True))
        order = [at_place.get(place, card) for place, card in enumerate(deal.cards)]
        if last_cards(order) in tried:
            continue
        tried.add(last_cards(order))
        state: State = start.chance("deal", order)
        try:
            for move in moves:
                assert isinstance(move, Move)
                state = state.apply(move.seat, move.text)
        except Refusal:
            continue
        if state.view(0) == view:
            found.add(last_cards(order))
    return found


@pytest.mark.parametrize("seed", SEATS_DIFFER)
def test_worlds_are_as_likely_as_each_other_where_three_seats_lack_different_cards(seed: int) -> None:
    at = four_hands(seed)
    drawn, possible, rng = GAME.worlds(at.state.view(0)), worlds_of_four(at), Random(seed)
    may_hold = [{card for world in possible for card in world[seat]} for seat in range(3)]
    assert len({frozenset(cards) for cards in may_hold}) == 3
    expected, seen = 20, Counter[tuple[frozenset[str], ...]]()
    for _ in range(expected * len(possible)):
        seen[last_cards(pack_of(drawn.draw(rng)))] += 1
    assert set(seen) == possible
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    degrees = len(possible) - 1
    assert chi_square < degrees + 5 * sqrt(2 * degrees)


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
    assert GAME.worlds(at.state.view(0)).draw(Random(1)) == at.state
    over = moved(dealt(at, {}, "3H"), "deal", "fold")
    worlds = GAME.worlds(over.state.view(0))
    assert worlds.draw(Random(1)) == over.state
    assert worlds.events(over.state) == ()
    assert GAME.start(over.state.view(0)) == over.state
    assert GAME.start(at.state.view(None)) == at.state
