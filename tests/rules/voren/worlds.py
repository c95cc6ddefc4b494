"""Small hands of Voren whose worlds can be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random

from rules.contract import Chance, Event, Move, Pack, Refusal, replay_events
from rules.table import Table
from rules.voren import GAME
from rules.voren.cards import PACK
from rules.voren.deal import SINGLY
from tests.rules.countable import Countable
from tests.rules.voren.decks import play_moves

TEN = ("1S", "3S", "GS", "2H", "5H", "LH", "1D", "RD", "TREACHERY", "WOLF")

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
"""Orders of the pack and moves. Seat 1 leads; cards go to seats 1 and 0 in turn. The turn-up is the seventh card, the
poke the three after it."""

SEATS_DIFFER = (4, 11, 27, 38)
"""Seeds of `four_hands`: two seats have shown that they lack different cards, and the third has shown nothing."""


def play_small_deal(name: str) -> Table:
    """Return a table of two with ten cards, dealt and played as `HANDS` says."""
    order, moves = HANDS[name]
    at = Table.new(GAME, 2, {}, 0, Pack(TEN, (1, 1, 1)))
    return play_moves(at.chance("deal", order.split()), *moves)


def play_four_hands(seed: int) -> Table:
    """Return a table of four with sixteen cards, all of them dealt, after two tricks of a random hand."""
    rng = Random(seed)
    some = rng.sample(PACK, 16)
    at = Table.new(GAME, 4, {}, 0, Pack(tuple(card for card in PACK if card in some), SINGLY))
    at = play_moves(at.chance("deal", some), "deal", "stay", "stay", "stay")
    for _ in range(8):
        at = play_moves(at, rng.choice(sorted(at.state.legal(at.state.to_act[0]).moves)))
    return at


def summarise(at: Table, reader: int | None, events: Sequence[Event]) -> tuple[frozenset[str], ...]:
    """Return the cards that each seat is dealt, and the poke's."""
    deal = events[0]
    assert isinstance(deal, Chance)
    dealt = 3 * at.seats
    hands = (frozenset(deal.cards[first : dealt : at.seats]) for first in range(at.seats))
    return (*hands, frozenset(deal.cards[dealt + 1 :]))


def count_worlds(at: Table, reader: int | None) -> Mapping[tuple[frozenset[str], ...], int]:
    """Return the worlds of a view, by replaying the hand on every deal of cards the reader does not know."""
    view, start = at.state.view(reader), GAME.start(at.state.view(reader))
    deal, *moves = at.events[at.hand_start :]
    assert isinstance(deal, Chance)
    own = range((reader - 1) % at.seats, 3 * at.seats, at.seats) if reader is not None else ()
    played = {move.text.removeprefix("play ") for move in moves if isinstance(move, Move)}
    known_cards = {*played, *(deal.cards[place] for place in own), deal.cards[3 * at.seats]}
    places = [place for place, card in enumerate(deal.cards) if card not in known_cards]
    tried, counts = set[tuple[frozenset[str], ...]](), Counter[tuple[frozenset[str], ...]]()
    for cards in permutations(deal.cards[place] for place in places):
        at_place = dict(zip(places, cards, strict=True))
        begun = Chance("deal", tuple(at_place.get(place, card) for place, card in enumerate(deal.cards)))
        world = summarise(at, reader, [begun])
        if world in tried:
            continue
        tried.add(world)
        try:
            state = replay_events(start, (begun, *moves))
        except Refusal:
            continue
        if state.view(reader) == view:
            counts[world] = 1
    return counts


CASES = [
    *(Countable(name, lambda name=name: play_small_deal(name), (0, 1), count_worlds, summarise) for name in HANDS),
    *(
        Countable(
            f"two seats lack different cards {seed}",
            lambda seed=seed: play_four_hands(seed),
            (0,),
            count_worlds,
            summarise,
            min_differing=3,
        )
        for seed in SEATS_DIFFER
    ),
]
