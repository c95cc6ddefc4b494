"""C1, C2.1, C2.2: what a game of Conference is played under, what stands between its hands, and one hand's deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.contract import Move, Option, OptionValue, Pack, Score
from rules.tarot_tuned import BIT, EVIL, GOOD, INDEX, PACK_78, PACK_80, SUIT_MASKS, SUITS, Past, mask_of
from rules.tricks import make

SEATS: Final = 4
SIDES: Final = 2
PACKETS: Final = (4, 5, 5, 5)
"""C2.1: the packets to each seat; what is left over goes to the dealer."""
SPIRITS: Final = BIT[GOOD] | BIT[EVIL]
"""Good and Evil, the two extra trumps (C6, C7)."""
DRIVER: Final = INDEX["21"]
CATCHER: Final = INDEX["20"]
"""C2.2: the cards that the dealer and its partner are given in League."""
LEAGUE_CARDS: Final = BIT[DRIVER] | BIT[CATCHER]

OPTIONS: Final[Mapping[str, Option]] = {
    "good_evil": Option(
        "trumps",
        "What the Good and Evil cards do.",
        allowed=("trumps", "allegiance", "none"),
        labels={
            "trumps": "low trumps that win together",
            "allegiance": "they decide which suits count",
            "none": "left out of the pack",
        },
    ),
    "league": Option(
        False,
        "Whether the dealer's side attacks, with the two highest trumps.",
        allowed=(False, True),
        labels={False: "without attack and defence", True: "attack and defence"},
    ),
    "gallowglass": Option(
        False,
        "Whether the dealer may hire a suit.",
        allowed=(False, True),
        labels={False: "without a hired suit", True: "with a hired suit"},
    ),
    "between_hands": Option(
        "shuffle",
        "What is done with the pack between two hands.",
        allowed=("shuffle", "cut"),
        labels={"shuffle": "shuffled", "cut": "gathered and cut"},
    ),
    "hands": Option(4, "How many hands a game has.", allowed=(1, 4, 8, 12)),
}
"""C1.5."""


def side(seat: int) -> int:
    """C1.3: seats 0 and 1 are side 0, seats 2 and 3 side 1."""
    return seat >> 1


SIDE: Final = tuple(side(seat) for seat in range(SEATS))
"""By seat: its side."""


def partner(seat: int) -> int:
    """The other seat of this seat's side (C1.3)."""
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
    packets: tuple[int, ...]
    each: int
    """How many cards each seat plays with."""
    surplus: int
    """How many cards the dealer is dealt beyond those, and discards (C2.1, C3.1)."""

    @classmethod
    def of(cls, options: Mapping[str, OptionValue], shrunk: Pack | None) -> Setup:
        """The setup with these resolved options. C1.1: without Good and Evil the pack has 78 cards."""
        good_evil = str(options["good_evil"])
        pack = shrunk or Pack(PACK_78 if good_evil == "none" else PACK_80, PACKETS)
        each = sum(pack.packets)
        return cls(
            good_evil,
            bool(options["league"]),
            bool(options["gallowglass"]),
            str(options["between_hands"]),
            int(options["hands"]),
            shrunk,
            mask_of(pack.cards),
            pack.packets,
            each,
            len(pack.cards) - SEATS * each,
        )

    def options(self) -> dict[str, OptionValue]:
        """The options by name."""
        return {
            "good_evil": self.good_evil,
            "league": self.league,
            "gallowglass": self.gallowglass,
            "between_hands": self.between_hands,
            "hands": self.hands,
        }


class Match(NamedTuple):
    """What stands when a hand begins: its number and dealer, the points of those before it, and how the last went."""

    setup: Setup
    number: int
    dealer: int
    points: tuple[tuple[int, ...], ...] = ()
    last: Past | None = None

    @property
    def eldest(self) -> int:
        """The dealer's left (K1.2)."""
        return (self.dealer + 1) % SEATS

    @property
    def youngest(self) -> int:
        """The dealer's right (K1.2)."""
        return (self.dealer - 1) % SEATS

    @property
    def leader(self) -> int:
        """C5.1: who leads to the first trick."""
        return self.dealer if self.setup.league else self.eldest

    @property
    def step(self) -> int:
        """C5.1: 1 where play goes to the left; -1 where it goes to the right, away from a partner on the left."""
        return -1 if self.setup.league and partner(self.dealer) == self.eldest else 1

    def totals(self) -> tuple[int, ...]:
        """The points of each seat so far."""
        return tuple(sum(hand[seat] for hand in self.points) for seat in range(SEATS))

    @property
    def complete(self) -> bool:
        """Whether all hands have been played (C1.4)."""
        return len(self.points) == self.setup.hands

    def score(self) -> Score:
        """C8.5: the higher total wins, partners together; equal totals win together (K8.2)."""
        totals = self.totals()
        winners = tuple(seat for seat in range(SEATS) if totals[seat] == max(totals)) if self.complete else ()
        return Score(self.points, totals, self.complete, winners)

    def after(self, points: tuple[int, ...], last: Past) -> Match:
        """The match when the hand in progress has brought these points. C1.4: the deal passes to the left."""
        setup, number, dealer, scored, _ = self
        scored = (*scored, points)
        if len(scored) == setup.hands:
            return make(Match, (setup, number, dealer, scored, last))
        return make(Match, (setup, number + 1, self.eldest, scored, last))


class Hand(NamedTuple):
    """A hand as it stands before its first card is played: the deal, the discard, the hired suit."""

    match: Match
    opening: tuple[Move, ...]
    """The cut, or the call for a shuffle, before the deal (C2.3)."""
    order: tuple[int, ...]
    dealt: tuple[int, int, int, int]
    log: tuple[Move, ...] = ()
    """The moves between the deal and the first card."""
    discard: int = 0
    hired: int = 0
    """The gallowglass suit as a mask, 0 for none (C4.1)."""
    step: int = 1
    """`Match.step`."""

    @classmethod
    def of(cls, match: Match, opening: tuple[Move, ...], order: tuple[int, ...]) -> Hand:
        """The hand that is dealt from a pack in this order."""
        masks = [0] * SEATS
        for card, seat in zip(order, seats_dealt(match, order), strict=True):
            masks[seat] |= BIT[card]
        first, second, third, fourth = masks
        return cls(match, opening, order, (first, second, third, fourth), step=match.step)

    def held(self, seat: int) -> int:
        """The cards of `seat`, without what it has discarded."""
        return self.dealt[seat] & ~self.discard

    @property
    def hired_letter(self) -> str | None:
        """The gallowglass suit's letter, "none" where the dealer hired none, None where nothing was named (yet)."""
        if self.hired:
            return SUITS[SUIT_MASKS.index(self.hired)]
        return "none" if self.log and self.log[-1].text == "gallowglass none" else None


def places(match: Match) -> list[int]:
    """The seats that the cards of the pack go to, from the top; in League without the cards that are taken out."""
    setup = match.setup
    seats: list[int] = []
    for number, size in enumerate(setup.packets):
        for step in range(1, SEATS + 1):
            seat = (match.dealer + step) % SEATS
            fewer = setup.league and number == 0 and side(seat) == side(match.dealer)
            seats += [seat] * (size - fewer)  # C2.2: three cards in the first packet, not four
    return seats + [match.dealer] * setup.surplus


def given(match: Match) -> dict[int, int]:
    """C2.2: in League, card -> the seat that everybody knows it went to."""
    if not match.setup.league:
        return {}
    return {DRIVER: match.dealer, CATCHER: partner(match.dealer)}


def seats_dealt(match: Match, order: tuple[int, ...]) -> list[int]:
    """The seat that each card of a pack in this order goes to (C2.1, C2.2)."""
    known = given(match)
    free = iter(places(match))
    return [known[card] if card in known else next(free) for card in order]
