"""The records of Conference, plain values: its setup, its score sheet, a hand, a trick, the hand before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from rules.conference.cards import PACKETS, pack_for
from rules.contract import Move, OptionValue, Pack
from rules.sheets import sum_by_seat
from rules.tarot.cards import CARDS, SUIT_MASKS, SUITS

SEATS: Final = 4
SIDES: Final = 2
NO_SUIT: Final = "none"
"""The dealer's word for hiring no suit (C4.1)."""
HIRED_SUITS: Final[dict[str | None, int]] = {None: 0, NO_SUIT: 0, **dict(zip(SUITS, SUIT_MASKS, strict=True))}
"""C4.1: the cards of the suit with this letter; none for `NO_SUIT`, or while nothing has been said (None)."""


def side(seat: int) -> int:
    """Return the side of a seat: seats 0 and 1 are side 0, seats 2 and 3 side 1 (C1.3)."""
    return seat // 2


def partner(seat: int) -> int:
    """Return the other seat of this seat's side (C1.3)."""
    return seat ^ 1


@dataclass(frozen=True, slots=True)
class Setup:
    """The options of a game (C1.5) and its pack; `shrunk` is the pack of a test, or None for the full one."""

    good_evil: str
    league: bool
    gallowglass: bool
    between_hands: str
    hands: int
    shrunk: Pack | None
    pack: int
    """All cards of the pack (C1.1)."""
    packets: tuple[int, ...]
    """The sizes of the packets to each seat (C2.1)."""
    extra: int
    """How many cards the dealer is dealt beyond those, and discards (C2.1, C3.1)."""

    @classmethod
    def from_options(cls, options: Mapping[str, OptionValue], shrunk: Pack | None) -> Setup:
        """Return the setup with these resolved options."""
        good_evil = str(options["good_evil"])
        pack = shrunk or Pack(pack_for(good_evil), PACKETS)
        return cls(
            good_evil=good_evil,
            league=bool(options["league"]),
            gallowglass=bool(options["gallowglass"]),
            between_hands=str(options["between_hands"]),
            hands=int(options["hands"]),
            shrunk=shrunk,
            pack=CARDS.mask(pack.cards),
            packets=pack.packets,
            extra=len(pack.cards) - SEATS * sum(pack.packets),
        )

    @property
    def is_allegiance(self) -> bool:
        """Whether Good and Evil decide which suits count (C7)."""
        return self.good_evil == "allegiance"

    def options(self) -> dict[str, OptionValue]:
        """Return the options by name."""
        return {
            "good_evil": self.good_evil,
            "league": self.league,
            "gallowglass": self.gallowglass,
            "between_hands": self.between_hands,
            "hands": self.hands,
        }


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet while hand `number` is awaited or played, or after the last: the points of the finished hands."""

    setup: Setup
    number: int
    dealer: int
    points: tuple[tuple[int, ...], ...] = ()
    last: Last | None = None

    @property
    def eldest(self) -> int:
        """The dealer's left (K1.2)."""
        return (self.dealer + 1) % SEATS

    @property
    def youngest(self) -> int:
        """The dealer's right (K1.2)."""
        return (self.dealer - 1) % SEATS

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat so far."""
        return sum_by_seat(self.points, SEATS)

    @property
    def is_complete(self) -> bool:
        """Whether all hands have been played (C1.4)."""
        return len(self.points) == self.setup.hands

    def after_hand(self, points: tuple[int, ...], last: Last) -> Sheet:
        """Return the sheet when the hand in progress has brought these points. C1.4: the deal passes to the left."""
        sheet = replace(self, points=(*self.points, points), last=last)
        return sheet if sheet.is_complete else replace(sheet, number=self.number + 1, dealer=self.eldest)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as it stands before its first card is played: the deal, the discard, the hired suit."""

    sheet: Sheet
    opening: tuple[Move, ...]
    """The cut, or the call for a shuffle, before the deal (C2.3)."""
    order: tuple[int, ...]
    """The pack as it was dealt, top first."""
    dealt_cards: tuple[int, ...]
    """By seat: all cards that it was dealt."""
    discard: int = 0
    gallowglass: str | None = None
    """The letter of the hired suit, or `NO_SUIT`; None while nothing has been said (C4.1)."""

    @property
    def hired_suit(self) -> int:
        """The cards of the gallowglass suit; none where none is hired."""
        return HIRED_SUITS[self.gallowglass]


LaidCard = tuple[int, int]
"""A card on the table: the seat that it came from, and the card."""


class Trick(NamedTuple):
    """A trick: who led to it, its cards as they lie (C7.3), in the order of play, and who won it (None so far)."""

    leader: int
    cards: tuple[LaidCard, ...] = ()
    winner: int | None = None


class Call(NamedTuple):
    """C7.2: who called with which of Good and Evil, whether `ours` (else `yours`), and in which trick (0-based)."""

    seat: int
    card: int
    ours: bool
    trick: int


class TakenBack(NamedTuple):
    """C7.3: who took which card back, which lies in its place, and in which trick (0-based)."""

    seat: int
    card: int
    replacement: int
    trick: int


class Pact(NamedTuple):
    """The effects of Good and Evil in a hand of Allegiance so far."""

    calls: tuple[Call, ...] = ()
    forced_seat: int | None = None
    """The seat that must bring out the other card at its turn (C7.3)."""
    idle_card: int | None = None
    """The card that a partner brought out without effect (C7.3)."""
    taken_back: TakenBack | None = None


class Course(NamedTuple):
    """The state of play of a hand."""

    hand: Hand
    """The hand as it was before its first card."""
    hands: tuple[int, ...]
    """By seat: the cards that it has left."""
    tricks: tuple[Trick, ...]
    """The finished ones."""
    trick: Trick
    """The one in progress; without cards between two."""
    led_suit: int
    """The suit that is asked for, as a set; none before a card asks for one (C5.4)."""
    pact: Pact
    turn: int


class Exchange(NamedTuple):
    """C5.5: the side that played the Fool gave the side that won that trick a card (the Fool itself: no trick won)."""

    giver: int
    receiver: int
    given_card: int


class Result(NamedTuple):
    """The result of a hand, by side: counting card points, tricks, and the cards of trick piles and discard."""

    card_points: tuple[int, ...]
    tricks_won: tuple[int, ...]
    piles: tuple[int, ...]
    exchange: Exchange | None


class Last(NamedTuple):
    """The last finished hand. All of it is public (K5.2)."""

    number: int
    dealer: int
    points: tuple[int, ...]
    opening: tuple[Move, ...]
    order: tuple[int, ...]
    dealt_cards: tuple[int, ...]
    discard: int
    gallowglass: str | None
    tricks: tuple[Trick, ...]
    pact: Pact
    result: Result
