"""The plain values that positions of Voren are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from rules.contract import OptionValue, Pack
from rules.sheets import sum_by_seat
from rules.voren.cards import PACK

SeatState = Literal["undecided", "in", "folded"]
"""A seat's word about staying in (V4.1)."""

UNDECIDED: Final = "undecided"
IN: Final = "in"
FOLDED: Final = "folded"


class Setup(NamedTuple):
    """The setup of a table: its seats (V1.2), the options of V1.3, and a test's shrunken pack."""

    seats: int
    ante: int
    hands: int
    no_trump_turnup: str
    limit: int
    shrunk: Pack | None

    @classmethod
    def from_options(cls, seats: int, options: Mapping[str, OptionValue], shrunk: Pack | None) -> Setup:
        """Return the setup of a table with these resolved options."""
        return cls(
            seats=seats,
            ante=int(options["ante"]),
            hands=int(options["hands"]),
            no_trump_turnup=str(options["no_trump_turnup"]),
            limit=int(options["limit"]),
            shrunk=shrunk,
        )

    def options(self) -> dict[str, OptionValue]:
        """Return the options by name."""
        return {
            "ante": self.ante,
            "hands": self.hands,
            "no_trump_turnup": self.no_trump_turnup,
            "limit": self.limit,
        }

    @property
    def pack(self) -> tuple[str, ...]:
        """The pack in canonical order."""
        return self.shrunk.cards if self.shrunk else PACK

    @property
    def length(self) -> int:
        """V1.3: how many hands the game has."""
        return self.hands or 2 * self.seats


class Sheet(NamedTuple):
    """The score sheet while hand `number` is awaited or played, or after the last one.

    `points` are those of the finished hands, `debts` the match that each seat owes from the hand before (V6.2).
    """

    setup: Setup
    number: int
    dealer: int
    points: tuple[tuple[int, ...], ...]
    debts: tuple[int, ...]
    last: Last | None

    @property
    def totals(self) -> tuple[int, ...]:
        """The chips that each seat has gained in the finished hands."""
        return sum_by_seat(self.points, self.setup.seats)

    @property
    def is_complete(self) -> bool:
        """Whether all hands are over (V1.3)."""
        return len(self.points) == self.setup.length

    @property
    def eldest(self) -> int:
        """The dealer's left (K1.2)."""
        return (self.dealer + 1) % self.setup.seats


class Deal(NamedTuple):
    """The deal: each seat's cards, the turn-up, the trump suit's cards, and the poke's."""

    hands: tuple[int, ...]
    turn_up: int
    trumps: int
    poke: int


class Words(NamedTuple):
    """The words before play: whether a poke was dealt and all must play (V3.4), and the word of each seat (V4)."""

    poke: bool
    all_play: bool
    states: tuple[SeatState, ...]
    poke_taker: int | None

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats that have not folded, sorted."""
        return tuple([seat for seat, state in enumerate(self.states) if state != FOLDED])


class Hand(NamedTuple):
    """The hand in progress: its score sheet, the order of the pack, the deal, and the words so far."""

    sheet: Sheet
    order: tuple[int, ...]
    deal: Deal
    words: Words

    def with_words(self, words: Words) -> Hand:
        """Return the same hand with these words."""
        return Hand(self.sheet, self.order, self.deal, words)


class PlayedCard(NamedTuple):
    """A card and the seat that played it."""

    seat: int
    card: int


class Trick(NamedTuple):
    """A trick that has been led to: its cards in the order played, and the one that is winning it or has won it."""

    cards: tuple[PlayedCard, ...]
    winning_play: PlayedCard

    @property
    def leader(self) -> int:
        """The seat that led to it."""
        return self.cards[0].seat

    @property
    def led_card(self) -> int:
        """The card that was led."""
        return self.cards[0].card

    @property
    def winner(self) -> int:
        """The seat that is winning it or has won it."""
        return self.winning_play.seat


class Settlement(NamedTuple):
    """The result of a hand, by seat; `exempt_seat` is the seat that V6.3 freed of its match.

    `debts` are the matches owed into the next hand, `paid_at_once` those paid after the last one (V6.5).
    """

    pot: int
    winnings: tuple[int, ...]
    debts: tuple[int, ...]
    paid_at_once: tuple[int, ...]
    points: tuple[int, ...]
    exempt_seat: int | None


class Last(NamedTuple):
    """The hand that ended last: everything in it is public (K5.2). `tricks` is empty where nobody played (V4.4)."""

    number: int
    dealer: int
    order: tuple[int, ...]
    deal: Deal
    words: Words
    tricks: tuple[Trick, ...]
    payments: tuple[int, ...]
    settlement: Settlement
