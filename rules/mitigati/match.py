"""M1, M7: what a game of Mitigati is played under, what stands between its hands, and what is known of one hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.contract import Move, Option, OptionValue, Pack, Score
from rules.tarot_tuned import BIT, PACK_78, Past, mask_of
from rules.tricks import make

if TYPE_CHECKING:
    from rules.mitigati.declare import Declaration

SEATS: Final = 3
NEXT: Final = (1, 2, 0)
"""By seat: the one on its left."""
SPEAKING: Final = ((1, 2, 0), (2, 0, 1), (0, 1, 2))
"""By dealer: the seats from Eldest, going left (K1.2)."""
FULL: Final = Pack(PACK_78, (5, 5, 5, 5, 5))
"""M1.1, M2.1: the pack, and its packets to each seat; what is left over goes to the dealer."""

OPTIONS: Final[Mapping[str, Option]] = {
    "hands": Option(3, "How many hands a game has.", allowed=(1, 3, 6, 9)),
    "rotation": Option(
        "right",
        "Which way the deal goes after each hand.",
        allowed=("right", "left"),
        labels={"right": "to the dealer's right", "left": "to the dealer's left"},
    ),
    "bargaining": Option(
        True,
        "Whether a hand may be bought off while it is being dealt.",
        allowed=(True, False),
        labels={True: "with bargaining", False: "without bargaining"},
    ),
    "bonuses": Option(
        "each",
        "How a declared bonus counts: won from each opponent, or simply scored.",
        allowed=("each", "flat"),
        labels={"each": "won from each opponent", "flat": "scored by the declarer alone"},
    ),
}
"""M1.3."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The options of a game (M1.3) and its pack; `shrunk` is the pack of a test, or None for the full one."""

    hands: int
    rotation: str
    bargaining: bool
    bonuses: str
    shrunk: Pack | None
    pack: int
    packets: tuple[int, ...]
    surplus: int
    """How many cards the dealer is dealt beyond the others, and discards (M2.1, M4.1)."""

    @classmethod
    def of(cls, options: Mapping[str, OptionValue], shrunk: Pack | None) -> Setup:
        """The setup with these resolved options."""
        pack = shrunk or FULL
        return cls(
            int(options["hands"]),
            str(options["rotation"]),
            bool(options["bargaining"]),
            str(options["bonuses"]),
            shrunk,
            mask_of(pack.cards),
            pack.packets,
            len(pack.cards) - SEATS * sum(pack.packets),
        )

    def options(self) -> dict[str, OptionValue]:
        """The options by name."""
        return {
            "hands": self.hands,
            "rotation": self.rotation,
            "bargaining": self.bargaining,
            "bonuses": self.bonuses,
        }


class Match(NamedTuple):
    """What stands when a hand begins: its number and dealer, the points of those before it, and how the last went."""

    setup: Setup
    number: int
    dealer: int
    points: tuple[tuple[int, ...], ...] = ()
    last: Past | None = None

    def speaking(self) -> tuple[int, int, int]:
        """The seats from Eldest, going left (K1.2)."""
        return SPEAKING[self.dealer]

    def totals(self) -> tuple[int, ...]:
        """The points of each seat so far."""
        return tuple(sum(hand[seat] for hand in self.points) for seat in range(SEATS))

    @property
    def complete(self) -> bool:
        """Whether all hands have been played or bought off (M3.8)."""
        return len(self.points) == self.setup.hands

    def score(self) -> Score:
        """M7.3: all who share the highest total win (K8.2)."""
        totals = self.totals()
        winners = tuple(seat for seat in range(SEATS) if totals[seat] == max(totals)) if self.complete else ()
        return Score(self.points, totals, self.complete, winners)

    def after(self, points: tuple[int, ...], last: Past) -> Match:
        """The match when the hand in progress has brought these points. M1.4: the deal goes on in one direction."""
        setup, number, dealer, before, _ = self
        scored = (*before, points)
        if len(scored) == setup.hands:
            return make(Match, (setup, number, dealer, scored, last))
        step = 1 if setup.rotation == "left" else 2
        return make(Match, (setup, number + 1, (dealer + step) % 3, scored, last))


class Hand(NamedTuple):
    """A hand from its deal to its first card: the order of its pack, and what was said and done."""

    match: Match
    order: tuple[int, ...]
    dealt: tuple[int, ...]
    """All the cards dealt to each seat."""
    log: tuple[Move, ...] = ()
    discard: int = 0
    declarations: tuple[Declaration, ...] = ()
    """Of the seats from Eldest on that have declared."""

    @classmethod
    def of(cls, match: Match, order: tuple[int, ...]) -> Hand:
        """The hand that is dealt from a pack in this order."""
        packets = match.setup.packets
        masks = [0] * SEATS
        start = 0
        for size in packets:
            for seat in match.speaking():
                for card in order[start : start + size]:
                    masks[seat] |= BIT[card]
                start += size
        for card in order[start:]:
            masks[match.dealer] |= BIT[card]
        return cls(match, order, tuple(masks))

    def packets(self, seat: int, reached: int) -> list[tuple[int, ...]]:
        """The cards of the first `reached` packets to `seat`; with the last packet, the dealer's last cards (M2.1)."""
        packets = self.match.setup.packets
        place = self.match.speaking().index(seat)
        found: list[tuple[int, ...]] = []
        start = 0
        for size in packets[:reached]:
            found.append(self.order[start + place * size : start + (place + 1) * size])
            start += SEATS * size
        if reached == len(packets) and seat == self.match.dealer and start < len(self.order):
            found.append(self.order[start:])
        return found

    def seen(self, seat: int, reached: int) -> int:
        """The set of those cards (M2.2: all that the seat has seen of its own)."""
        return sum(BIT[card] for packet in self.packets(seat, reached) for card in packet)

    def after_words(self, log: tuple[Move, ...]) -> Hand:
        """The hand when all this has been said in the bargaining."""
        match, order, dealt, _, _, _ = self
        return make(Hand, (match, order, dealt, log, 0, ()))

    def after_discard(self, move: Move, discard: int) -> Hand:
        """The hand when the dealer has laid these cards away."""
        match, order, dealt, log, _, _ = self
        return make(Hand, (match, order, dealt, (*log, move), discard, ()))

    def after_declaration(self, move: Move, declaration: Declaration) -> Hand:
        """The hand when the next seat has declared."""
        match, order, dealt, log, discard, declarations = self
        return make(Hand, (match, order, dealt, (*log, move), discard, (*declarations, declaration)))

    def by_seat(self) -> list[Declaration]:
        """The declarations seat by seat, when all have declared."""
        first = 2 - self.match.dealer  # seat 0 among the speaking
        return [*self.declarations[first:], *self.declarations[:first]]

    def held(self, seat: int) -> int:
        """The cards of `seat` when all are dealt, without what it has discarded."""
        return self.dealt[seat] & ~self.discard
