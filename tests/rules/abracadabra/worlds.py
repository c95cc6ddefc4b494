"""Small deals of Abracadabra whose worlds can be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any

from rules.abracadabra import GAME
from rules.abracadabra.cards import BIDS, pack
from rules.contract import Chance, Event, Move, Pack, Refusal, replay_events
from rules.table import Table
from tests.rules.abracadabra.stacked import play_moves
from tests.rules.countable import Countable, Summary

NINE = ("9S", "QS", "KS", "9H", "AH", "10D", "KD", "AD", "9C")
EIGHT = NINE[:-1]
SEVEN = ("9S", "QS", "9H", "AH", "10D", "JOKER", "KD")
TWENTY_ONE = pack("10", True)


@cache
def play_small_deal(seats: int, cards: tuple[str, ...], order: str, moves: str, **options: str) -> Table:
    """Return a table with a pack of few cards after this deal and these moves; seat 0 is Eldest."""
    hand = len(cards) // (3 if seats == 2 and options.get("two_player") != "short" else seats)
    at = Table.new(GAME, seats, options, seats - 1, Pack(cards, (1,) * hand))
    return play_moves(at.chance("deal", order.split()), *filter(None, moves.split("|")))


def list_placings(length: int) -> list[str]:
    """Return all choices of bid cards, as `place` names them."""
    ranks = BIDS.texts[:length]
    return [" ".join(["place", *cards]) for size in range(length + 1) for cards in combinations(ranks, size)]


def count_worlds(at: Table, reader: int | None) -> Mapping[Summary, int]:
    """Return the worlds of a view, by trying every deal with every hidden move."""
    view = at.state.view(reader)
    start = GAME.start(view)
    deal, *moves = at.events[at.hand_start :]
    assert isinstance(deal, Chance)
    moves_by_event: list[list[Move]] = []
    for move, entry in zip(moves, view["log"][1:], strict=True):
        assert isinstance(move, Move)
        texts = [move.text]
        if entry.get("hidden"):
            texts = list_placings(view["length"]) if entry["move"] == "place" else ["expose none", "expose pile"]
            if "count" in entry:  # with another number the log would tell another number
                texts = [text for text in texts if text.count(" ") == entry["count"]]
        moves_by_event.append([Move(move.seat, text) for text in texts])
    choices = list(product(*moves_by_event))
    counts: Counter[Summary] = Counter()
    for order in list_orders(at, reader):
        dealt = start.chance("deal", order)
        for choice in choices:
            try:
                state = replay_events(dealt, choice)
            except Refusal:
                continue
            if state.view(reader) == view:
                counts[summarise(at, reader, (Chance("deal", order), *choice))] = 1
    return counts


def list_orders(at: Table, reader: int | None) -> Iterator[tuple[str, ...]]:
    """Yield an order of the pack for each way to deal it with the reader's own cards and the turn-up in place.

    Cards that were played lie as they were dealt: from any other hand they could not have been played.
    """
    deal = at.events[at.hand_start]
    assert isinstance(deal, Chance)
    view = at.state.view(None)
    holders, length = at.seats + view["with_dummy"], view["length"]
    played = {event["move"].removeprefix("play ") for event in view["log"][1:]}
    free = [
        [place for place in range(holder, length * holders, holders) if deal.cards[place] not in played]
        for holder in range(holders)
        if holder != reader
    ]

    def share_out(remaining: list[str], hands: list[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
        if len(hands) == len(free):
            order = list(deal.cards)
            for places, hand in zip(free, hands, strict=True):
                for place, card in zip(places, hand, strict=True):
                    order[place] = card
            yield tuple(order)
            return
        for hand in combinations(remaining, len(free[len(hands)])):
            yield from share_out([card for card in remaining if card not in hand], [*hands, hand])

    return share_out([deal.cards[place] for places in free for place in places], [])


def summarise(at: Table, reader: int | None, events: Sequence[Event]) -> Summary:
    """Return whose cards they are and the hidden moves, without the order in which each holder's cards came."""
    deal, *moves = events
    assert isinstance(deal, Chance)
    setup = at.state.view(None)
    holders = at.seats + setup["with_dummy"]
    cards = deal.cards[: setup["length"] * holders]
    hands = tuple(frozenset(cards[holder::holders]) for holder in range(holders))
    return (*hands, *(move.text for move in moves if isinstance(move, Move) and move.text[0] in "pe"))


SHORT: dict[str, Any] = {"two_player": "short"}
POSITIONS: dict[str, tuple[Table, Sequence[int | None]]] = {
    "the dummy is open and a seat did not follow": (
        play_small_deal(2, NINE, "9S 9C KS 10D KD 9H AD AH QS",
              "suit S|suit H|bid 2|pass|place A 3|trump H|place 2|expose none|expose none|play 9S|play 9C|play KS",
              trump="declared"), (0, 1)),
    "a seat did not follow": (
        play_small_deal(2, EIGHT, "9S 10D KS AH 9H KD QS AD",
              "suit S|suit H|bid 2|pass|place A 3|trump H|place 2|expose none|expose none|"
              "play 9S|play 10D|play QS|play KD",
              **SHORT), (0, 1)),
    "a trick was led and its card shown": (
        play_small_deal(2, EIGHT, "9S QS KS AH 9H KD 10D AD",
              "suit S|suit H|bid 3|pass|place A 2 3|trump H|place 2 4|expose 3|expose none|"
              "play 9S|play QS|play AH|play 9H",
              **SHORT), (0, 1)),
    "hidden numbers": (
        play_small_deal(3, SEVEN, "9S 9H QS AH 10D KD JOKER", "suit S|suit H|suit D|bid 2|pass|pass|place A 2|place 2"),
        (1, 2, None)),
    "hidden piles": (
        play_small_deal(3, SEVEN, "9S 9H QS AH 10D KD JOKER",
              "suit S|suit H|suit D|bid 2|pass|pass|place A 2|place 2|place|expose 2|expose pile"), (0, 2, None)),
    "an open pile": (
        play_small_deal(2, EIGHT, "9S 10D KS AH 9H KD QS AD",
              "suit S|suit H|bid 2|pass|place A 3|trump H|place 2|expose pile|expose pile|play 9S", **SHORT), (0, 1)),
    "the joker was not played to its suit": (
        play_small_deal(3, SEVEN, "9S 9H QS AH 10D JOKER KD",
              "suit S|suit H|suit D|bid 1|pass|pass|place A|place|place|expose none|expose none|expose none|"
              "play 9S|play 9H|play QS|play JOKER"), (0, 1, 2)),
}  # fmt: skip
LACKING = play_small_deal(
    4, TWENTY_ONE, "AS 10H 10S JS AH JH 10D QH AD JD QD QS KC KD KS KH AC JOKER JC QC 10C",
    "suit S|suit H|suit D|suit C|bid 2|pass|pass|pass|place A 4|place 5|place|place 4|"
    "expose none|expose none|expose none|expose none|"
    "play AS|play 10H|play 10S|play JS|play AH|play JH|play 10D|play QH|play AD|play JD|play QD|play QS",
)  # fmt: skip
"""Seats 1, 2 and 3 lack spades, hearts and diamonds."""

CASES = [
    *(Countable(name, lambda at=at: at, readers, count_worlds, summarise) for name, (at, readers) in POSITIONS.items()),
    Countable("three seats lack different suits", lambda: LACKING, (0,), count_worlds, summarise, min_differing=3),
]
