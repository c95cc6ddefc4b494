"""The facts that positions of Quince are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.quince.cards import CARDS

from rules.contract import Move, OptionValue, Pack
from rules.sheets import sum_by_seat


class Setup(NamedTuple):
    """Q1: the table."""

    seats: int
    hands: int
    shrunk: Pack | None

    @classmethod
    def of(cls, seats: int, options: Mapping[str, OptionValue], shrunk: Pack | None) -> Setup:
        """The setup of so many seats with these resolved options."""
        return cls(seats, int(options["hands"]), shrunk)

    def options(self) -> Mapping[str, OptionValue]:
        """The options by name."""
        return {"hands": self.hands}


class Last(NamedTuple):
    """The hand that ended last: the order of the pack and all that was said and laid."""

    number: int
    dealer: int
    order: tuple[str, ...]
    guesses: tuple[int, ...]
    moves: tuple[Move, ...]
    total: int
    points: tuple[int, ...]


class Sheet(NamedTuple):
    """The score sheet while hand `number` is awaited or played, or after the last one."""

    setup: Setup
    number: int
    dealer: int
    points: tuple[tuple[int, ...], ...] = ()
    last: Last | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """The points so far."""
        return sum_by_seat(self.points, self.setup.seats)

    @property
    def is_complete(self) -> bool:
        """Whether all hands are over."""
        return len(self.points) == self.setup.hands

    def speaking(self) -> tuple[int, ...]:
        """The seats from Eldest, going left."""
        return tuple((self.dealer + 1 + step) % self.setup.seats for step in range(self.setup.seats))


class Hand(NamedTuple):
    """A hand in progress: its deal, and the guesses once all have guessed."""

    sheet: Sheet
    order: tuple[str, ...]
    guesses: tuple[int, ...] = ()

    def dealt(self, seat: int) -> tuple[str, ...]:
        """Q2.1: three cards each, singly from Eldest; in canonical order, which tells nothing of the deal's."""
        place = self.sheet.speaking().index(seat)
        dealt = self.order[place : 3 * self.sheet.setup.seats : self.sheet.setup.seats]
        return tuple(sorted(dealt, key=CARDS.texts.index))
