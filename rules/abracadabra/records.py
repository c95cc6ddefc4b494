"""The facts that positions of Abracadabra are made of: the table, the score sheet, a deal, who plays when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from rules.abracadabra.cards import CARDS, JOKER, NO_TRUMPS, UNNAMED, pack, suit_of
from rules.abracadabra.words import Words
from rules.contract import OptionValue, Pack
from rules.tricks import make, seats_from

NOT_YET = -1
"""Where a seat has not bid, placed or exposed yet."""
PASSED = 0
NOBODY = -1

Log = tuple[tuple[int, Words], ...]
"""What was said in a deal: who, and what."""


class _Setup(NamedTuple):
    seats: int
    trump: str
    success: str
    two_player: str
    deals: int
    target: int
    pack: Pack | None


class Setup(_Setup):
    """The table: the seats and options of A1.1. `pack` is None but in tests on a shrunken pack.

    What follows from them is found once.
    """

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options by name."""
        return {
            "trump": self.trump,
            "success": self.success,
            "two_player": self.two_player,
            "deals": self.deals,
            "target": self.target,
        }

    @cached_property
    def everybody(self) -> tuple[int, ...]:
        """All seats."""
        return tuple(range(self.seats))

    @cached_property
    def dummy(self) -> bool:
        """Whether a dummy plays along."""
        return self.seats == 2 and self.two_player == "dummy"

    @cached_property
    def holders(self) -> int:
        """How many hands are dealt; the dummy's comes after those of the seats."""
        return self.seats + self.dummy

    @cached_property
    def turned(self) -> bool:
        """Whether a card is turned up for trumps (A2.1)."""
        return self.trump == "turnup"

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """A1.2: the pack in canonical order."""
        if self.pack:
            return self.pack.cards
        lowest = "2" if self.seats == 4 else "9" if self.seats == 2 and not self.dummy else "6"
        return pack(lowest, self.turned)

    @cached_property
    def whole(self) -> int:
        """The pack as a set."""
        return CARDS.mask(self.cards)

    @cached_property
    def packets(self) -> tuple[int, ...]:
        """The packets in which the cards are dealt: singly (A2.1)."""
        return self.pack.packets if self.pack else (1,) * self.tricks

    @cached_property
    def tricks(self) -> int:
        """How many tricks a deal has, which is also how many bid cards a suit has (A1.3)."""
        return sum(self.pack.packets) if self.pack else 13 if self.seats == 4 else 12

    @cached_property
    def bid_cards(self) -> int:
        """A1.3: all bid cards of a suit."""
        return (1 << self.tricks) - 1

    @cached_property
    def limit(self) -> int:
        """A8.6: after how many deals that count the game ends; 0 where only a target ends it."""
        return self.deals or (0 if self.target else self.seats)


class Sheet(NamedTuple):
    """The score sheet while hand `number` is awaited or played, or after the last one.

    `counted` are the deals that were not void so far, `voids` the void ones in a row (A4.2).
    """

    setup: Setup
    number: int
    dealer: int
    totals: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    counted: int
    voids: int
    last: Last | None

    @property
    def eldest(self) -> int:
        """The seat to the dealer's left (K1.2)."""
        return (self.dealer + 1) % self.setup.seats


class Deal(NamedTuple):
    """A deal and what each phase since has brought. `hands` are by holder, all else is by seat.

    While a phase lasts, what it has brought so far is in the position, and comes here once as the phase ends.
    """

    order: tuple[int, ...]
    hands: tuple[int, ...]
    turn_up: int
    trumps: int
    suits: tuple[int, ...]
    bids: tuple[int, ...]
    declarer: int
    """A4.1: the highest bidder, NOBODY until the bidding is over."""
    further: bool
    """Whether the bidding is in its further round, with the dummy laid open (A4.2)."""
    placed: tuple[int, ...]
    """The bid cards that each seat placed, Declarer's right-hand ones included."""
    right: int
    """The bid cards on Declarer's right (A6.1), whether they still lie face up or not."""
    piles: tuple[int, ...]
    """Whether each seat exposed its pile."""

    # Each of these is a `_replace`, in half the time.

    def with_suits(self, suits: tuple[int, ...]) -> Deal:
        """The deal once these suits are chosen (A3.1)."""
        order, hands, turn_up, trumps, _, bids, declarer, further, placed, right, piles = self
        return make(Deal, (order, hands, turn_up, trumps, suits, bids, declarer, further, placed, right, piles))

    def with_bids(self, bids: tuple[int, ...], declarer: int) -> Deal:
        """The deal after these bids and passes (A4.1)."""
        order, hands, turn_up, trumps, suits, _, _, further, placed, right, piles = self
        return make(Deal, (order, hands, turn_up, trumps, suits, bids, declarer, further, placed, right, piles))

    def with_placed(self, placed: tuple[int, ...]) -> Deal:
        """The deal once these bid cards are placed (A5)."""
        order, hands, turn_up, trumps, suits, bids, declarer, further, _, right, piles = self
        return make(Deal, (order, hands, turn_up, trumps, suits, bids, declarer, further, placed, right, piles))

    def with_exposed(self, right: int, piles: tuple[int, ...]) -> Deal:
        """The deal once it is said what is exposed (A6)."""
        order, hands, turn_up, trumps, suits, bids, declarer, further, placed, _, _ = self
        return make(Deal, (order, hands, turn_up, trumps, suits, bids, declarer, further, placed, right, piles))


Taken = tuple[int, tuple[int, ...]]
"""A finished trick: the seat that won it, and its cards in the order played."""


class Last(NamedTuple):
    """A hand that is over, whole: everything in it is public (K5.2). No tricks if it was void."""

    number: int
    dealer: int
    deal: Deal
    tricks: tuple[Taken, ...]


@cache
def places(seats: int, holders: int, dealer: int, packets: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """A2.1, K3.3: for each holder its places in the pack. A dummy is dealt to last; the turn-up is what remains."""
    held: list[list[int]] = [[] for _ in range(holders)]
    place = 0
    for packet in packets:
        for holder in (*seats_from((dealer + 1) % seats, seats), *range(seats, holders)):
            held[holder] += range(place, place + packet)
            place += packet
    return tuple(map(tuple, held))


def dealt(setup: Setup, dealer: int, order: Sequence[int]) -> Deal:
    """A2.1: the deal that an order of the pack gives."""
    held = places(setup.seats, setup.holders, dealer, setup.packets)
    hands = tuple([sum([order[place] for place in spots]) for spots in held])
    turn_up = order[-1] if setup.turned else 0
    trumps = UNNAMED
    if turn_up:
        trumps = NO_TRUMPS if turn_up == JOKER else suit_of(turn_up)
    nobody = (NOT_YET,) * setup.seats
    return Deal(tuple(order), hands, turn_up, trumps, nobody, nobody, NOBODY, False, nobody, 0, nobody)


@dataclass(frozen=True, slots=True)
class Step:
    """One card's turn in a trick: who plays (`seat`), from whose cards (`holder`), and which turn comes after.

    `station` tells the two apart that play from the dummy: seats come first, then "from the dummy by seat 0, 1".
    """

    station: int
    seat: int
    holder: int
    after: Step | None
    acts: tuple[int, ...]
    """The seat alone, as `to_act` has it."""


@cache
def steps(seats: int, dummy: bool) -> tuple[Step, ...]:
    """For each station the turns of a trick that it leads (A7.1; A7.2 with a dummy)."""
    if not dummy:
        return tuple(_chain([(seat, seat, seat) for seat in seats_from(first, seats)]) for first in range(seats))
    own = [(seat, seat, seat) for seat in (0, 1)]
    table = [(seat + 2, seat, 2) for seat in (0, 1)]
    return (
        *(_chain([own[seat], own[1 - seat], table[seat]]) for seat in (0, 1)),
        *(_chain([table[seat], own[1 - seat], own[seat]]) for seat in (0, 1)),
    )


def _chain(turns: list[tuple[int, int, int]]) -> Step:
    after = None
    for station, seat, holder in reversed(turns):
        after = Step(station, seat, holder, after, (seat,))
    assert after
    return after
