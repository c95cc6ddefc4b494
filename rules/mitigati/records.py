"""The records of Mitigati: plain values without rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from rules.contract import Move, OptionValue, Pack
from rules.mitigati.cards import FULL, SEATS
from rules.seats import seats_from
from rules.sheets import sum_by_seat
from rules.tarot.cards import CARDS

MIN_WORD: Final = 1
MAX_WORD: Final = 200
"""M3.2: the fewest and the most points that may be asked or offered."""
MIN_ABUNDANCE: Final = 10
"""M5.2: the fewest trumps of an abundance."""
MIN_MIXED: Final = 4
"""M5.5: the fewest cards of mixed honours."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The options of a table (M1.3) and its pack; `shrunk` is the pack of a test, or None for the full one.

    `packets` are dealt to each seat in turn. The dealer gets `extra_cards` more, and discards as many (M2.1, M4.1).
    """

    hands: int
    rotation: str
    bargaining: bool
    bonuses: str
    shrunk: Pack | None
    pack: int
    packets: tuple[int, ...]
    extra_cards: int

    @classmethod
    def from_options(cls, options: Mapping[str, OptionValue], shrunk: Pack | None) -> Setup:
        """Return the setup with these resolved options."""
        pack = shrunk or FULL
        return cls(
            hands=int(options["hands"]),
            rotation=str(options["rotation"]),
            bargaining=bool(options["bargaining"]),
            bonuses=str(options["bonuses"]),
            shrunk=shrunk,
            pack=CARDS.mask(pack.cards),
            packets=pack.packets,
            extra_cards=len(pack.cards) - SEATS * sum(pack.packets),
        )

    def options(self) -> dict[str, OptionValue]:
        """Return the options by name."""
        return {
            "hands": self.hands,
            "rotation": self.rotation,
            "bargaining": self.bargaining,
            "bonuses": self.bonuses,
        }


class Word(NamedTuple):
    """An ask or an offer that a seat stands by (M3.2)."""

    kind: Literal["ask", "offer"]
    number: int


class Round(NamedTuple):
    """A round of bargaining so far (M3).

    `standing` are words by seat, `order` the seats as they spoke those.
    `seats_heard` are the seats that spoke since the last ask or offer, `passes` the passes in a row.
    """

    turn: int
    standing: tuple[Word | None, ...] = (None,) * SEATS
    order: tuple[int, ...] = ()
    seats_heard: frozenset[int] = frozenset()
    passes: int = 0


class Declaration(NamedTuple):
    """The set of cards that a seat shows for each bonus; 0 for one that it does not declare (M5)."""

    abundance: int = 0
    kings: int = 0
    honours: int = 0
    mixed: int = 0


class Trick(NamedTuple):
    """A trick: who leads to it, its cards as they were played, and who has won it (None while it is in progress)."""

    leader: int
    cards: tuple[int, ...] = ()
    winner: int | None = None

    @property
    def turn(self) -> int:
        """The seat that plays the next card to it."""
        return (self.leader + len(self.cards)) % SEATS

    def seat_at(self, place: int) -> int:
        """Return the seat that plays at this place of the trick, 0 for the first (K1.1)."""
        return (self.leader + place) % SEATS

    def plays(self) -> list[tuple[int, int]]:
        """Return each seat with the card that it played, in order."""
        return [(self.seat_at(place), card) for place, card in enumerate(self.cards)]


class Exchange(NamedTuple):
    """M6.5: the seat that played the Fool gave the trick's winner a card (the Fool itself, if it had won none)."""

    giver: int
    winner: int
    given_card: int


class Last(NamedTuple):
    """The hand that ended last, whole: all of it is public (K5.2).

    `packets_dealt` packets were dealt, `dealt_cards` are the cards of those by seat, `log` the moves before play.
    The rest has its defaults if the hand did not come so far.
    """

    number: int
    dealer: int
    points: tuple[int, ...]
    order: tuple[int, ...]
    packets_dealt: int
    dealt_cards: tuple[int, ...]
    log: tuple[Move, ...]
    standing: tuple[Word | None, ...] = (None,) * SEATS
    speaking_order: tuple[int, ...] = ()
    discard: int = 0
    declarations: tuple[Declaration | None, ...] = (None,) * SEATS
    tricks: tuple[Trick, ...] = ()
    exchange: Exchange | None = None
    piles: tuple[int, ...] = (0,) * SEATS
    card_points: tuple[int, ...] | None = None
    bonuses: tuple[int, ...] | None = None

    @property
    def is_bought_off(self) -> bool:
        """Whether it was bought off, not played (M3.5)."""
        return self.card_points is None


class Sheet(NamedTuple):
    """The score sheet while hand `number` is awaited or played, or after the last one."""

    setup: Setup
    number: int
    dealer: int
    points: tuple[tuple[int, ...], ...] = ()
    last: Last | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat in the finished hands."""
        return sum_by_seat(self.points, SEATS)

    @property
    def is_complete(self) -> bool:
        """Whether all hands are over (M1.3)."""
        return len(self.points) == self.setup.hands

    @property
    def eldest(self) -> int:
        """The dealer's left (K1.2)."""
        return (self.dealer + 1) % SEATS

    @property
    def seats_from_eldest(self) -> tuple[int, ...]:
        """The seats from Eldest, going left."""
        return seats_from(self.eldest, SEATS)


class Hand(NamedTuple):
    """A hand in progress: the order of its pack, by seat all that it is dealt, and what was said and done before play.

    `declarations` are by seat, None for one that has not declared yet.
    """

    sheet: Sheet
    order: tuple[int, ...]
    dealt_cards: tuple[int, ...]
    log: tuple[Move, ...] = ()
    discard: int = 0
    declarations: tuple[Declaration | None, ...] = (None,) * SEATS

    def cards_held(self, seat: int) -> int:
        """Return the cards of a seat before play, without what it has discarded."""
        return self.dealt_cards[seat] & ~self.discard


class Course(NamedTuple):
    """The state of play of a hand (M6): each seat's cards, the finished tricks, and the one in progress."""

    hand: Hand
    hands: tuple[int, ...]
    tricks: tuple[Trick, ...]
    trick: Trick
