"""Small deals of Five Crowns whose worlds can be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from rules.contract import Chance, Event, Pack, Refusal, replay_events
from rules.table import Table
from tests.rules.countable import Countable, Summary
from tests.rules.five_crowns.stacked import GAME, play_moves


def small(order: str, *moves: str, seats: int = 2, reshuffles: Sequence[str] = ()) -> Table:
    """A table with a small pack, dealt so (to seats 1, 2 ... and 0 in turn), after these moves and reshuffles."""
    pack = order.split()
    at = Table.new(GAME, seats, {"first": 3, "last": 3}, 0, Pack(tuple(pack), ())).chance("deal", pack)
    again = iter(reshuffles)
    for move in moves:
        if at.state.expects:
            at = at.chance("reshuffle", next(again).split())
        at = play_moves(at, move)
    return at.chance("reshuffle", next(again).split()) if at.state.expects and reshuffles else at


def orders(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All distinct orders."""
    if not cards:
        yield ()
    for first in dict.fromkeys(cards):
        rest = list(cards)
        rest.remove(first)
        for order in orders(rest):
            yield (first, *order)


def find(at: Table, reader: int | None) -> Mapping[Summary, int]:
    """All orders of the pack and of the reshuffled stocks are replayed, the reader's own hand in one order alone."""
    view = at.state.view(reader)
    start = GAME.start(view)
    deal, *later = at.events[at.hand_start :]
    assert isinstance(deal, Chance)
    pack = list(deal.cards)
    places = [place for place in range(len(pack)) if place not in own_places(at, reader) and place != 3 * at.seats]
    shuffles = [list(orders(event.cards)) for event in later if isinstance(event, Chance)]
    result: dict[Summary, int] = {}
    for cards in orders([pack[place] for place in places]):
        for place, card in zip(places, cards, strict=True):
            pack[place] = card
        begun = start.chance("deal", pack)
        for again in product(*shuffles):
            chances = iter(again)
            events = [Chance(event.event, next(chances)) if isinstance(event, Chance) else event for event in later]
            try:
                state = replay_events(begun, events)
            except Refusal:
                continue
            if state.view(reader) == view:
                result[orders_of(at, reader, (Chance("deal", tuple(pack)), *events))] = 1
    return result


def own_places(at: Table, reader: int | None) -> range:
    """The places in the pack from which a reader is dealt its hand of three."""
    return range(0) if reader is None else range((reader - 1) % at.seats, 3 * at.seats, at.seats)


def orders_of(at: Table, reader: int | None, events: Sequence[Event]) -> Summary:
    """The orders of the pack and of the reshuffled stocks, without the order of the reader's own hand."""
    pack, *again = (list(event.cards) for event in events if isinstance(event, Chance))
    own = own_places(at, reader)
    for place, card in zip(own, sorted(pack[place] for place in own), strict=True):
        pack[place] = card
    return tuple(map(tuple, (pack, *again)))


def find_hands(at: Table, reader: int | None) -> Mapping[Summary, int]:
    """As `find`, with the hands instead of orders: so many orders give each."""
    counts: Counter[Summary] = Counter()
    for order, *_ in find(at, reader):
        counts[hands_of(at, reader, (Chance("deal", order),))] += 1
    return counts


def hands_of(at: Table, reader: int | None, events: Sequence[Event]) -> Summary:
    """What each seat is dealt."""
    deal = events[0]
    assert isinstance(deal, Chance)
    return tuple(tuple(sorted(deal.cards[first : 3 * at.seats : at.seats])) for first in range(at.seats))


POSITIONS = {
    "nothing is known": lambda: small("5C 9D 6C 9S KH QT 7C 4S 8S"),
    "a card was discarded": lambda: small("5C 9D 6C 9S KH QT 7C 4S 8S", "draw", "discard 6C"),
    "one of two copies was discarded": lambda: small("5C 9D 6C 9S KH QT 7C 6C 8S", "draw", "discard 6C"),
    "both copies were discarded": lambda: small(
        "6C 9D 6C 9S KH QT 7C 5C 8S", "take", "discard 6C", "draw", "discard 9D", "take", "discard 6C"
    ),
    "taken and kept, its copy discarded": lambda: small(
        "6C 9D 5C 9S KH QT 6C 6C 8S", "take", "discard 6C", "draw", "discard 9S", "draw", "discard 6C"
    ),
    "gone out": lambda: small("6C 9D 5C 9S KH QT 7C 6C 8S", "take", "out KH"),
    "gone out with copies": lambda: small("6C 9D 6C 9S 6C QT KH 6C 8S", "draw", "out 6C"),
    "after a reshuffle": lambda: small(
        "5C 9D 6C 9S KH QT 7C 4S 8S", "draw", "discard 4S", "draw", "discard 9D", "draw", reshuffles=["7C 4S"]
    ),
    "copies on both sides of a reshuffle": lambda: small(
        "6C 9D 5C 9S KH QT 7C 6C 8S",
        *("draw", "discard 6C", "draw", "discard 8S", "draw", "discard 6C", "draw", "discard 9D"),
        reshuffles=["6C 7C", "8S 6C"],
    ),
    "three cards known by now": lambda: small(
        "6C 9D 6C 9S KH QT KH 6C 8S",
        *("draw", "discard KH", "take", "discard 9D", "draw", "discard 6C", "take", "discard QT"),
        reshuffles=["KH 9D", "KH QT"],
    ),
    "three seats, two have discarded": lambda: small(
        "6C 6C 9D 5C 7S 9D 7S 7S 9D 4S 7S 6C",
        *("draw", "discard 6C", "take", "discard 7S", "take", "discard 9D"),
        seats=3,
    ),
    "three seats after a reshuffle": lambda: small(
        "6C 6C 7S 7S 7S 7S 7S 7S 7S 4S 6C 7S",
        *("draw", "discard 6C", "draw", "discard 7S", "draw", "discard 7S", "draw", "discard 6C"),
        seats=3,
        reshuffles=["4S 6C", "7S 7S"],
    ),
}


def four_seats() -> Table:
    """Three seats have shown different cards."""
    moves = ("take", "discard 6C", "take", "discard 7S", "take", "discard 8D")
    return small("6C 7S 8D KH 6C 7S 8D KH 7S 6C 8D KH 4S 6C", *moves, seats=4)


BYSTANDERS = ("one of two copies was discarded", "gone out with copies")

CASES = [
    *(Countable(name, build, (0, 1), find, orders_of) for name, build in POSITIONS.items()),
    *(Countable(f"{name}, by hands", POSITIONS[name], (None,), find_hands, hands_of) for name in BYSTANDERS),
    Countable("three seats have shown different cards", four_seats, (0,), find_hands, hands_of),
]
