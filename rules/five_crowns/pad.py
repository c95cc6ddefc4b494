"""P6: what a deal of Five Crowns played at a physical table scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, cast

from rules.contract import Refusal
from rules.five_crowns.records import DECK, FEWEST, LARGEST, MOST, SMALLEST, decks
from rules.five_crowns.words import named
from rules.melds import NUMBER, points_of

FIELDS: Final = ("dealt", "left", "out")
SMALLEST_MELD: Final = 3


def pad(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The points of an entry. Raises Refusal `bad_request` for its form, `bad_entry` for what cannot have happened."""
    dealt, lefts, out = _read(entry)
    if not SMALLEST <= dealt <= LARGEST:
        sentence = "A deal has {least} to {most} cards each, not {dealt}."
        raise _impossible("F1.2", sentence, least=SMALLEST, most=LARGEST, dealt=dealt)
    seats = len(lefts)
    points = [left if isinstance(left, int) else _counted(left, dealt) for left in lefts]
    if out is not None and (lefts[out] != [] if isinstance(lefts[out], list) else points[out]):
        raise _impossible("P6", "Seat {seat} went out, so it has nothing left.", seat=out)
    _check_copies([left for left in lefts if isinstance(left, list)], seats)
    possible = countable(dealt, decks(seats))
    for seat, left in enumerate(lefts):
        if isinstance(left, list) and not _may_be_left(len(left), dealt):
            sentence = "Seat {seat} cannot have {count} of {dealt} cards left: a meld has three or more."
            raise _impossible("P6", sentence, seat=seat, count=len(left), dealt=dealt)
        if points[seat] < 0 or not possible >> points[seat] & 1:
            sentence = "No hand of {dealt} cards can count {points}, as seat {seat} has."
            raise _impossible("P6", sentence, dealt=dealt, points=points[seat], seat=seat)
    return {"points": points}


def _may_be_left(count: int, dealt: int) -> bool:
    """Whether so many cards can be left of a hand: none, some or all are in melds, and a meld has three or more."""
    return count == dealt or 0 <= count <= dealt - SMALLEST_MELD


@cache
def countable(dealt: int, packs: int) -> int:
    """What a hand of `dealt` cards can count, as a set of bits (F5.2)."""
    copies = Counter(points_of(card, dealt) for card in DECK * packs)
    sums = [1] + [0] * dealt
    """For each number of cards left: what they can count."""
    for points, most in copies.items():
        sums = [
            _union(sums[count - taken] << points * taken for taken in range(min(most, count) + 1))
            for count in range(dealt + 1)
        ]
    return _union(sums[count] for count in range(dealt + 1) if _may_be_left(count, dealt))


def _union(sets: Any) -> int:
    union = 0
    for one in sets:
        union |= one
    return union


def _counted(cards: Sequence[str], dealt: int) -> int:
    """F5.2: what cards left in hand count."""
    for card in cards:
        if card not in NUMBER:
            raise _impossible("P6", "“{card}” is not a card of this pack.", card=card[:20])
    return sum(points_of(card, dealt) for card in cards)


def _check_copies(lefts: Sequence[Sequence[str]], seats: int) -> None:
    """P6: no more copies of a card than the decks hold."""
    packs = decks(seats)
    held = Counter(DECK * packs)
    for card, count in Counter(card for left in lefts for card in left).items():
        if count > held[card]:
            sentence = "There cannot be {count} of {card}: {packs} decks hold {held}."
            raise _impossible("P6", sentence, count=count, card=named(NUMBER[card]), packs=packs, held=held[card])


def _read(entry: Mapping[str, Any]) -> tuple[int, list[list[str] | int], int | None]:
    """The fields of an entry, cards in canonical case. Raises Refusal `bad_request`."""
    for name in entry:
        if name not in FIELDS:
            raise _malformed("There is no field {field} in a Five Crowns entry.", field=name[:40])
    for name in FIELDS:
        if name not in entry:
            raise _malformed("The field {field} is missing.", field=name)
    dealt: object = entry["dealt"]
    if type(dealt) is not int:
        raise _malformed("The field dealt must be a whole number.")
    given: object = entry["left"]
    if not isinstance(given, list):
        raise _malformed("The field left must be a list with an entry for each seat.")
    lefts = [_read_left(left) for left in cast("list[object]", given)]
    if not FEWEST <= len(lefts) <= MOST:
        raise _malformed("Five Crowns is for {fewest} to {most} seats.", fewest=FEWEST, most=MOST)
    out: object = entry["out"]
    if out is not None and type(out) is not int:
        raise _malformed("The field out must be a seat or null.")
    if out is not None and not 0 <= out < len(lefts):
        raise _malformed("There is no seat {seat}.", seat=out)
    return dealt, lefts, out


def _read_left(left: object) -> list[str] | int:
    if type(left) is int:
        return left
    if not isinstance(left, list):
        raise _malformed("What a seat has left is a list of cards, or their points as a whole number.")
    cards: list[str] = []
    for card in cast("list[object]", left):
        if not isinstance(card, str):
            raise _malformed("Cards are texts, such as 5S or JOKER.")
        cards.append(card.upper() if card.isascii() else card)
    return cards


def _malformed(sentence: str, **fields: object) -> Refusal:
    return Refusal("bad_request", "P6", sentence, **fields)


def _impossible(clause: str, sentence: str, **fields: object) -> Refusal:
    return Refusal("bad_entry", clause, sentence, **fields)
