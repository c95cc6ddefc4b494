"""What the trick games share: which cards beat which, as bit sets, and who plays next.

`Led` is what a card that was led means for the trick: built once for each card and each trump suit, so that following
and winning are a few integer operations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeVar, cast

_Kind = TypeVar("_Kind", bound=tuple[object, ...])


class Led(NamedTuple):
    """What a lead asks for.

    `suit` are the cards that count as the suit led; `beats` gives for each card that may be winning the set of cards
    that would take the trick from it.
    """

    suit: int
    beats: Mapping[int, int]


def ladder(order: Sequence[int]) -> dict[int, int]:
    """For each card of `order` (weakest first) the set of those above it."""
    above: dict[int, int] = {}
    higher = 0
    for card in reversed(order):
        above[card] = higher
        higher |= card
    return above


def led(suit: Sequence[int], trumps: Sequence[int]) -> Led:
    """A lead of one of `suit`, or of a trump where `suit` is empty; both weakest first. Any trump beats the suit."""
    return Led(sum(suit) or sum(trumps), ladder((*suit, *trumps)))


class _Make(Protocol):
    def __call__(self, kind: type[_Kind], fields: tuple[object, ...], /) -> _Kind: ...


make: Final = cast("_Make", tuple.__new__)  # pyright: ignore[reportUnknownMemberType]
"""`make(Kind, (a, b))` is `Kind(a, b)` for a named tuple with all its fields in order, made in half the time."""

ALONE: Final = tuple((seat,) for seat in range(10))
"""For each seat what `to_act` is when it alone is to act."""


def seats_from(first: int, seats: int) -> tuple[int, ...]:
    """All seats in the order of play, from `first` to the left (K1.1)."""
    return tuple((first + step) % seats for step in range(seats))
