"""P6: what a deal of Five Crowns played at a physical table scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, cast

from rules.contract import Refusal
from rules.entries import Entry
from rules.five_crowns.cards import DECK, card_name, decks
from rules.five_crowns.records import FEWEST, LARGEST, MOST, SMALLEST
from rules.melds import NUMBER, points_of

CLAUSE: Final = "P6"
SMALLEST_MELD: Final = 3
"""F4.1."""

Leftover = list[str] | int
"""The cards that a seat has left, or their points."""


def pad(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the points of an entry.

    Raises Refusal `bad_request` for its form, `bad_entry` for what cannot have happened.
    """
    entry = Entry(CLAUSE, fields, ("dealt", "left", "out"))
    size = entry.whole("dealt")
    leftovers = [_read_leftover(entry, leftover) for leftover in entry.members("left")]
    seats = len(leftovers)
    if not FEWEST <= seats <= MOST:
        raise entry.malformed("Five Crowns is for {fewest} to {most} seats.", fewest=FEWEST, most=MOST)
    seat_out = entry.seat_or_none("out", seats)
    if not SMALLEST <= size <= LARGEST:
        sentence = "A deal has {least} to {most} cards each, not {dealt}."
        raise entry.impossible(sentence, least=SMALLEST, most=LARGEST, dealt=size)
    if seat_out is not None and leftovers[seat_out] not in ([], 0):
        raise entry.impossible("Seat {seat} went out and has nothing left.", seat=seat_out)
    _check_cards(entry, leftovers)
    points = [
        leftover if isinstance(leftover, int) else sum(points_of(card, size) for card in leftover)
        for leftover in leftovers
    ]
    possible = countable_points(size, decks(seats))
    for seat, leftover in enumerate(leftovers):
        if isinstance(leftover, list) and not _may_be_left(len(leftover), size):
            sentence = "Seat {seat} cannot have {count} of {dealt} cards left: a meld takes three or more."
            raise entry.impossible(sentence, seat=seat, count=len(leftover), dealt=size)
        if points[seat] < 0 or not possible >> points[seat] & 1:
            raise _uncountable_refusal(entry, seat, points[seat], size, possible)
    return {"points": points}


def _uncountable_refusal(entry: Entry, seat: int, points: int, size: int, possible: int) -> Refusal:
    """Return the refusal of points that a seat cannot have left, with the nearest bound; `possible` are the
    points it can.
    """
    nonzero = possible & ~1  # 0 is what is left to whoever goes out
    least, most = (nonzero & -nonzero).bit_length() - 1, nonzero.bit_length() - 1
    sentence = "Seat {seat} cannot have {points} points left from {dealt} cards."
    if points < least:
        sentence += " The least is {least}, or 0 for going out."
    elif points > most:
        sentence += " The most is {most}."
    return entry.impossible(sentence, dealt=size, points=points, seat=seat, least=least, most=most)


def _read_leftover(entry: Entry, leftover: object) -> Leftover:
    """Return the cards that a seat has left in canonical case, or their points. Raises Refusal `bad_request`."""
    if type(leftover) is int:
        return leftover
    if not isinstance(leftover, list):
        raise entry.malformed("What a seat has left is a list of cards, or their points as a whole number.")
    cards: list[str] = []
    for card in cast("list[object]", leftover):
        if not isinstance(card, str):
            raise entry.malformed("Cards are texts, such as 5S or JOKER.")
        cards.append(card.upper() if card.isascii() else card)
    return cards


def _check_cards(entry: Entry, leftovers: Sequence[Leftover]) -> None:
    """Check that all cards are in the pack, and no copy is there too often (P6)."""
    packs = decks(len(leftovers))
    available = Counter(DECK * packs)
    for card, count in Counter(
        card for leftover in leftovers if isinstance(leftover, list) for card in leftover
    ).items():
        if card not in available:
            raise entry.impossible("“{card}” is not a card of this pack.", card=card[:20])
        if count > available[card]:
            sentence = "There cannot be {count} of {card}: {packs} decks hold {held}."
            raise entry.impossible(
                sentence, count=count, card=card_name(NUMBER[card]), packs=packs, held=available[card]
            )


def _may_be_left(count: int, size: int) -> bool:
    """Whether so many cards can be left of a hand: none, some or all are in melds, and a meld has three or more."""
    return count == size or 0 <= count <= size - SMALLEST_MELD


@lru_cache
def countable_points(size: int, packs: int) -> int:
    """Return the points that the cards left of a hand of `size` cards can count (F5.2), as a set of bits."""
    copies = Counter(points_of(card, size) for card in DECK * packs)
    # For each number of cards left: what they can count.
    sums = [1] + [0] * size
    for points, most in copies.items():
        sums = [
            _union(sums[count - copies_left] << points * copies_left for copies_left in range(min(most, count) + 1))
            for count in range(size + 1)
        ]
    return _union(sums[count] for count in range(size + 1) if _may_be_left(count, size))


def _union(sets: Iterable[int]) -> int:
    union = 0
    for cards in sets:
        union |= cards
    return union
