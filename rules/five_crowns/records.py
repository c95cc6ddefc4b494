"""The plain values of Five Crowns: the table, the score sheet, a deal in progress, the deal that ended last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.contract import OptionValue, Pack
from rules.five_crowns.cards import DECK, Cards, decks, numbers
from rules.sheets import sum_by_seat

FEWEST, MOST = 2, 12
"""F1.1: seats."""
SMALLEST, LARGEST = 3, 13
"""F1.2: cards in the first and the last deal of the standard game."""

DRAW: Final = "draw"
TAKE: Final = "take"
DISCARD: Final = "discard"
OUT: Final = "out"
RESHUFFLE: Final = "reshuffle"


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup of a table: its seats, the options of F1.2, and the pack of a test.

    Raises ValueError where such a pack does not leave two cards beside the largest hands.
    """

    seats: int
    first: int
    last: int
    shrunk: Pack | None = None

    def __post_init__(self) -> None:
        if len(self.pack) < self.seats * self.last + 2:
            raise ValueError(
                "a pack for Five Crowns leaves two cards beside the hands, so that the stock never dries up"
            )

    @classmethod
    def from_options(cls, seats: int, options: Mapping[str, OptionValue], shrunk: Pack | None) -> Setup:
        """Return the setup of a table with these resolved options."""
        return cls(seats, int(options["first"]), int(options["last"]), shrunk)

    def options(self) -> dict[str, OptionValue]:
        """Return all options by name."""
        return {"first": self.first, "last": self.last}

    @property
    def pack(self) -> Cards:
        """The pack in canonical order."""
        return tuple(sorted(numbers(self.shrunk.cards if self.shrunk else DECK * decks(self.seats))))

    @property
    def deals(self) -> int:
        """F1.2: how many deals the game has."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet while deal `number` is awaited or played, or after the last one."""

    setup: Setup
    number: int
    dealer: int
    points: tuple[tuple[int, ...], ...] = ()
    last: Last | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """The sums of the finished deals, a seat each."""
        return sum_by_seat(self.points, self.setup.seats)

    @property
    def is_complete(self) -> bool:
        """Whether all deals are over (F1.2)."""
        return len(self.points) == self.setup.deals

    @property
    def size(self) -> int:
        """F2.1, F2.2: the cards that each seat is dealt, which is also the number of the wild rank."""
        return self.setup.first + self.number

    @property
    def eldest(self) -> int:
        """K1.2, F1.3: the dealer's left, who is dealt to first and goes first."""
        return (self.dealer + 1) % self.setup.seats


class LogEntry(NamedTuple):
    """One event of a deal after its first: what the seat at turn did, with which card; or a reshuffle before it."""

    seat: int
    verb: str
    card: int | None = None


class Hand(NamedTuple):
    """The deal in progress, all but whose move is next.

    `orders` are the pack and each reshuffled stock, top first; `stock` what is left of the last.
    `pile` has its top last. `log` has the turns that are over, `out` the seat that went out.
    """

    sheet: Sheet
    orders: tuple[Cards, ...]
    hands: tuple[int, ...]
    stock: Cards
    pile: Cards
    log: tuple[LogEntry, ...] = ()
    seat_out: int | None = None

    @property
    def size(self) -> int:
        """F2.1, F2.2: the cards dealt to each seat, and the number of the wild rank."""
        return self.sheet.size


@dataclass(frozen=True, slots=True)
class Last:
    """A deal that is over, whole: everything in it is public (K5.2).

    The fields are those of `Hand`, with the points that it brought.
    """

    number: int
    dealer: int
    size: int
    orders: tuple[Cards, ...]
    hands: tuple[int, ...]
    log: tuple[LogEntry, ...]
    seat_out: int | None
    points: tuple[int, ...]
