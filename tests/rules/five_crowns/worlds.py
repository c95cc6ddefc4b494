"""Small deals of Five Crowns whose worlds can be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from rules.contract import Chance, Event, Pack, Refusal, replay_events
from rules.table import Table
from tests.rules.countable import Countable, Summary
from tests.rules.five_crowns.stacked import GAME, play_moves


def play_small_deal(order: str, *moves: str, seats: int = 2, reshuffles: Sequence[str] = ()) -> Table:
    """Return a table after these moves and reshuffles, whose small pack goes to seats 1, 2 and so on, then 0."""
    pack = order.split()
    at = Table.new(GAME, seats, {"first": 3, "last": 3}, 0, Pack(tuple(pack), ())).chance("deal", pack)
    remaining = iter(reshuffles)
    for move in moves:
        if at.state.expects:
            at = at.chance("reshuffle", next(remaining).split())
        at = play_moves(at, move)
    return at.chance("reshuffle", next(remaining).split()) if at.state.expects and reshuffles else at


def list_orders(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield all distinct orders."""
    if not cards:
        yield ()
    for first in dict.fromkeys(cards):
        rest = list(cards)
        rest.remove(first)
        for order in list_orders(rest):
            yield (first, *order)


def count_worlds(at: Table, reader: int | None) -> Mapping[Summary, int]:
    """Return the worlds of a view, by replaying all orders of the pack and of the reshuffled stocks."""
    view = at.state.view(reader)
    start = GAME.start(view)
    deal, *later = at.events[at.hand_start :]
    assert isinstance(deal, Chance)
    pack = list(deal.cards)
    places = [place for place in range(len(pack)) if place not in find_own_places(at, reader) and place != 3 * at.seats]
    shuffles = [list(list_orders(event.cards)) for event in later if isinstance(event, Chance)]
    result: dict[Summary, int] = {}
    for cards in list_orders([pack[place] for place in places]):
        for place, card in zip(places, cards, strict=True):
            pack[place] = card
        dealt = start.chance("deal", pack)
        for orders in product(*shuffles):
            chances = iter(orders)
            events = [Chance(event.event, next(chances)) if isinstance(event, Chance) else event for event in later]
            try:
                state = replay_events(dealt, events)
            except Refusal:
                continue
            if state.view(reader) == view:
                result[summarise_orders(at, reader, (Chance("deal", tuple(pack)), *events))] = 1
    return result


def find_own_places(at: Table, reader: int | None) -> range:
    """Return the places in the pack from which a reader is dealt its hand of three."""
    return range(0) if reader is None else range((reader - 1) % at.seats, 3 * at.seats, at.seats)


def summarise_orders(at: Table, reader: int | None, events: Sequence[Event]) -> Summary:
    """Return the orders of the pack and of the reshuffled stocks, without that of the reader's own hand."""
    pack, *stocks = (list(event.cards) for event in events if isinstance(event, Chance))
    places = find_own_places(at, reader)
    for place, card in zip(places, sorted(pack[place] for place in places), strict=True):
        pack[place] = card
    return tuple(map(tuple, (pack, *stocks)))


def count_worlds_by_hands(at: Table, reader: int | None) -> Mapping[Summary, int]:
    """Return the worlds of a view by the hands in them: so many orders give each."""
    counts: Counter[Summary] = Counter()
    for order, *_ in count_worlds(at, reader):
        counts[summarise_hands(at, reader, (Chance("deal", order),))] += 1
    return counts


def summarise_hands(at: Table, reader: int | None, events: Sequence[Event]) -> Summary:
    """Return what each seat is dealt."""
    deal = events[0]
    assert isinstance(deal, Chance)
    return tuple(tuple(sorted(deal.cards[first : 3 * at.seats : at.seats])) for first in range(at.seats))


POSITIONS = {
    "nothing is known": lambda: play_small_deal("5C 9D 6C 9S KH QT 7C 4S 8S"),
    "a card was discarded": lambda: play_small_deal("5C 9D 6C 9S KH QT 7C 4S 8S", "draw", "discard 6C"),
    "one of two copies was discarded": lambda: play_small_deal("5C 9D 6C 9S KH QT 7C 6C 8S", "draw", "discard 6C"),
    "both copies were discarded": lambda: play_small_deal(
        "6C 9D 6C 9S KH QT 7C 5C 8S", "take", "discard 6C", "draw", "discard 9D", "take", "discard 6C"
    ),
    "taken and kept, its copy discarded": lambda: play_small_deal(
        "6C 9D 5C 9S KH QT 6C 6C 8S", "take", "discard 6C", "draw", "discard 9S", "draw", "discard 6C"
    ),
    "gone out": lambda: play_small_deal("6C 9D 5C 9S KH QT 7C 6C 8S", "take", "out KH"),
    "gone out with copies": lambda: play_small_deal("6C 9D 6C 9S 6C QT KH 6C 8S", "draw", "out 6C"),
    "after a reshuffle": lambda: play_small_deal(
        "5C 9D 6C 9S KH QT 7C 4S 8S", "draw", "discard 4S", "draw", "discard 9D", "draw", reshuffles=["7C 4S"]
    ),
    "copies on both sides of a reshuffle": lambda: play_small_deal(
        "6C 9D 5C 9S KH QT 7C 6C 8S",
        *("draw", "discard 6C", "draw", "discard 8S", "draw", "discard 6C", "draw", "discard 9D"),
        reshuffles=["6C 7C", "8S 6C"],
    ),
    "three cards known by now": lambda: play_small_deal(
        "6C 9D 6C 9S KH QT KH 6C 8S",
        *("draw", "discard KH", "take", "discard 9D", "draw", "discard 6C", "take", "discard QT"),
        reshuffles=["KH 9D", "KH QT"],
    ),
    "three seats, two have discarded": lambda: play_small_deal(
        "6C 6C 9D 5C 7S 9D 7S 7S 9D 4S 7S 6C",
        *("draw", "discard 6C", "take", "discard 7S", "take", "discard 9D"),
        seats=3,
    ),
    "three seats after a reshuffle": lambda: play_small_deal(
        "6C 6C 7S 7S 7S 7S 7S 7S 7S 4S 6C 7S",
        *("draw", "discard 6C", "draw", "discard 7S", "draw", "discard 7S", "draw", "discard 6C"),
        seats=3,
        reshuffles=["4S 6C", "7S 7S"],
    ),
}


def play_four_seats() -> Table:
    """Return a table at which three seats have shown different cards."""
    moves = ("take", "discard 6C", "take", "discard 7S", "take", "discard 8D")
    return play_small_deal("6C 7S 8D KH 6C 7S 8D KH 7S 6C 8D KH 4S 6C", *moves, seats=4)


BYSTANDERS = ("one of two copies was discarded", "gone out with copies")

CASES = [
    *(Countable(name, build, (0, 1), count_worlds, summarise_orders) for name, build in POSITIONS.items()),
    *(
        Countable(f"{name}, by hands", POSITIONS[name], (None,), count_worlds_by_hands, summarise_hands)
        for name in BYSTANDERS
    ),
    Countable("three seats have shown different cards", play_four_seats, (0,), count_worlds_by_hands, summarise_hands),
]
