"""The facts that positions of Abracadabra are made of: the table, the score sheet, the deal in progress, tricks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.abracadabra.cards import pack
from rules.contract import Move, OptionValue, Pack
from rules.sheets import sum_by_seat

PASSED = 0
"""The bid of a seat that passes (A4.1)."""


class Setup(NamedTuple):
    """The setup of a table: its seats and the options of A1.1. `shrunk` is the pack of a test, else None."""

    seats: int
    trump: str
    success: str
    two_player: str
    deals: int
    target: int
    shrunk: Pack | None

    @classmethod
    def from_options(cls, seats: int, options: Mapping[str, OptionValue], shrunk: Pack | None) -> Setup:
        """Return the setup of a table with these resolved options."""
        return cls(
            seats=seats,
            trump=str(options["trump"]),
            success=str(options["success"]),
            two_player=str(options["two_player"]),
            deals=int(options["deals"]),
            target=int(options["target"]),
            shrunk=shrunk,
        )

    def options(self) -> dict[str, OptionValue]:
        """Return the options by name."""
        return {
            "trump": self.trump,
            "success": self.success,
            "two_player": self.two_player,
            "deals": self.deals,
            "target": self.target,
        }

    @property
    def has_dummy(self) -> bool:
        """Whether a dummy plays along."""
        return self.seats == 2 and self.two_player == "dummy"

    @property
    def holders(self) -> int:
        """The number of hands dealt; the dummy's comes after the seats'."""
        return self.seats + self.has_dummy

    @property
    def has_turn_up(self) -> bool:
        """Whether a card is turned up for trumps (A2.1)."""
        return self.trump == "turnup"

    @property
    def pack(self) -> tuple[str, ...]:
        """A1.2: the pack in canonical order."""
        if self.shrunk:
            return self.shrunk.cards
        lowest = "2" if self.seats == 4 else "9" if self.seats == 2 and not self.has_dummy else "6"
        return pack(lowest, self.has_turn_up)

    @property
    def packets(self) -> tuple[int, ...]:
        """The packets in which the cards are dealt: singly (A2.1)."""
        return self.shrunk.packets if self.shrunk else (1,) * self.tricks

    @property
    def tricks(self) -> int:
        """The number of tricks in a deal, and of bid cards in a suit (A1.3)."""
        return sum(self.shrunk.packets) if self.shrunk else 13 if self.seats == 4 else 12

    @property
    def bid_cards(self) -> int:
        """A1.3: all bid cards of a suit."""
        return (1 << self.tricks) - 1

    @property
    def limit(self) -> int:
        """A8.6: after how many deals that count the game ends; 0 where only a target ends it."""
        return self.deals or (0 if self.target else self.seats)


class Deal(NamedTuple):
    """The cards dealt, and the outcome of each phase since. `hands` are by holder, all other tuples by seat.

    A seat that has not spoken yet has None. Suits and trumps are letters, hands and bid cards are sets.
    """

    order: tuple[int, ...]
    """The whole pack, top card first."""
    hands: tuple[int, ...]
    turn_up: int
    """The card turned up (A2.1), 0 where none is."""
    trumps: str | None
    """A suit, NO_TRUMPS, or None before Declarer has announced it (A5.2)."""
    suits: tuple[str | None, ...]
    bids: tuple[int | None, ...]
    """The bids of this round, PASSED for a pass (A4.1)."""
    placed: tuple[int | None, ...]
    """The bid cards placed (A5), Declarer's right-hand ones included."""
    piles: tuple[bool | None, ...]
    """Whether the pile was exposed (A6)."""
    declarer: int | None = None
    """A4.1: the highest bidder, once the bidding is over."""
    further: bool = False
    """Whether the bidding came to its further round, with the dummy laid open (A4.2)."""
    right: int = 0
    """The bid cards on Declarer's right (A6.1), whether they still lie face up or not."""


class Trick(NamedTuple):
    """A trick. The seats play in turn from the leader on; with a dummy the leader plays twice (A7.2)."""

    leader: int
    dummy: int | None
    """The place in the trick of the card that comes from the dummy; None where none plays along."""
    cards: tuple[int, ...] = ()
    suit: int = 0
    """All cards of the suit that was led; none before the lead."""
    best: int = 0
    """The place in it of the card that is winning or has won."""
    winner: int | None = None
    """The seat that has won it, None while it is in progress."""


class Last(NamedTuple):
    """The hand that ended last, whole: everything in it is public (K5.2). No tricks if it was void."""

    number: int
    dealer: int
    deal: Deal
    tricks: tuple[Trick, ...]


class Sheet(NamedTuple):
    """The score sheet while hand `number` is awaited or played, or after the last one.

    `deals_counted` is the number of deals that were not void, `voids_in_row` that of the last void ones (A4.2).
    """

    setup: Setup
    number: int
    dealer: int
    points: tuple[tuple[int, ...], ...] = ()
    deals_counted: int = 0
    voids_in_row: int = 0
    last: Last | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of the finished hands together."""
        return sum_by_seat(self.points, self.setup.seats)

    @property
    def is_complete(self) -> bool:
        """Whether the game has ended, with the hand that was written last."""
        setup = self.setup
        return (
            self.voids_in_row == setup.seats  # A4.2
            or 0 < setup.limit == self.deals_counted  # A8.6
            or 0 < setup.target <= max(self.totals)  # A8.6
        )

    @property
    def eldest(self) -> int:
        """The seat to the dealer's left (K1.2)."""
        return (self.dealer + 1) % self.setup.seats


class Hand(NamedTuple):
    """The hand in progress: the sheet with which it began, the deal, and what was said so far, cards played aside."""

    sheet: Sheet
    deal: Deal
    moves: tuple[Move, ...] = ()

    def after_move(self, seat: int, text: str, **changes: Any) -> Hand:
        """Return the hand after a seat's move, with these changes to the deal."""
        return Hand(self.sheet, self.deal._replace(**changes), (*self.moves, Move(seat, text)))

    def with_deal(self, **changes: Any) -> Hand:
        """Return the hand with these changes to the deal."""
        return Hand(self.sheet, self.deal._replace(**changes), self.moves)

    def next_seat(self, answers: tuple[object, ...]) -> int:
        """Return the seat to answer next, in order from Eldest (K1.2). None stands for no answer."""
        seats = self.sheet.setup.seats
        return (self.sheet.eldest + seats - answers.count(None)) % seats


def unanswered_seats(answers: tuple[object, ...]) -> tuple[int, ...]:
    """Return the seats that have not answered yet (None)."""
    return tuple([seat for seat, answer in enumerate(answers) if answer is None])
