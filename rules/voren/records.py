"""The facts that positions of Voren are made of: the table, the score sheet, a deal, what was said, the last hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from rules.contract import OptionValue, Pack
from rules.tricks import seats_from
from rules.voren.cards import ALL, CARDS, PACK, TRUMPS_BY
from rules.voren.settle import Settlement
from rules.voren.words import FOLD, POKE

SINGLY = (1, 1, 1)
"""V3.1: three cards each, singly."""

UNDECIDED, IN, FOLDED = 0, 1, 2
STATES = ("undecided", "in", "folded")


class _Setup(NamedTuple):
    seats: int
    ante: int
    hands: int
    no_trump_turnup: str
    limit: int
    pack: Pack | None


class Setup(_Setup):
    """The table: V1.2 and the options of V1.3. `pack` is None but in tests on a shrunken pack."""

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options by name."""
        return {
            "ante": self.ante,
            "hands": self.hands,
            "no_trump_turnup": self.no_trump_turnup,
            "limit": self.limit,
        }

    @property
    def cards(self) -> tuple[str, ...]:
        """The pack in canonical order."""
        return self.pack.cards if self.pack else PACK

    @property
    def whole(self) -> int:
        """The pack as a set."""
        return CARDS.mask(self.pack.cards) if self.pack else ALL

    @property
    def packets(self) -> tuple[int, ...]:
        """The packets in which the cards are dealt."""
        return self.pack.packets if self.pack else SINGLY

    @cached_property
    def length(self) -> int:
        """How many hands the game has."""
        return self.hands or 2 * self.seats


class Sheet(NamedTuple):
    """The score sheet while hand `number` is awaited or played, or after the last one."""

    setup: Setup
    number: int
    dealer: int
    totals: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    owed: tuple[int, ...]
    last: Last | None


class Dealt(NamedTuple):
    """A deal: the order of the pack, each seat's cards, the turn-up, the trump suit, and the cards of a poke."""

    sheet: Sheet
    order: tuple[int, ...]
    hands: tuple[int, ...]
    turn_up: int
    trumps: int
    poke: int


class Said(NamedTuple):
    """What was said before play: the dealer's decision (V3.4), each seat's word, and who took the poke (V4.2)."""

    poke: bool
    all_play: bool
    states: tuple[int, ...]
    taker: int | None

    @property
    def stayed(self) -> tuple[int, ...]:
        """The seats that have not folded."""
        return stayed_in(self.states)


class Last(NamedTuple):
    """A hand that is over, whole: everything in it is public (K5.2)."""

    number: int
    dealer: int
    order: tuple[int, ...]
    said: Said
    plays: tuple[int, ...]
    paid: tuple[int, ...]
    settlement: Settlement


@cache
def places(seats: int, dealer: int, packets: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], int]:
    """K3.3: the places in the pack of each seat's three cards, and the place of the turn-up after them."""
    held: list[list[int]] = [[] for _ in range(seats)]
    place = 0
    for packet in packets:
        for seat in seats_from((dealer + 1) % seats, seats):
            held[seat] += range(place, place + packet)
            place += packet
    return tuple(map(tuple, held)), place


def cut_up(setup: Setup, dealer: int, order: Sequence[int]) -> tuple[tuple[int, ...], int, int, int]:
    """V3.1, V3.2: from the order of the pack each seat's hand, the turn-up, the trump suit, the poke's cards."""
    held, place = places(setup.seats, dealer, setup.packets)
    hands = tuple([order[one] | order[two] | order[three] for one, two, three in held])
    turn_up = order[place]
    return hands, turn_up, TRUMPS_BY[setup.no_trump_turnup][turn_up], sum(order[place + 1 : place + 4])


@cache
def stayed_in(states: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that have not folded."""
    return tuple(seat for seat, state in enumerate(states) if state != FOLDED)


@lru_cache(maxsize=4096)
def said_by(dealer: int, seats: int, poke: bool, all_play: bool, words: tuple[str, ...]) -> Said:
    """What has been said when `words` are those of the seats that have spoken, from Eldest on (V4.1)."""
    states = [UNDECIDED] * seats
    taker: int | None = None
    for seat, word in zip(seats_from((dealer + 1) % seats, seats), words, strict=False):
        states[seat] = FOLDED if word == FOLD else IN
        if word == POKE:
            taker = seat
    return Said(poke, all_play, tuple(states), taker)


@cache
def left_of(stayed: tuple[int, ...]) -> tuple[int, ...]:
    """For each seat that is in the next one to its left that is in; for others a number without meaning."""
    after = dict(zip(stayed, (*stayed[1:], stayed[0]), strict=True))
    return tuple(after.get(seat, 0) for seat in range(stayed[-1] + 1))


def first_of(dealer: int, stayed: Sequence[int]) -> int:
    """V5.1: the first seat at or after the dealer's left that is still in. `stayed` is sorted."""
    for seat in stayed:
        if seat > dealer:
            return seat
    return stayed[0]


def texts(order: Sequence[int]) -> list[str]:
    """The texts of cards in this order."""
    return [CARDS.text[card] for card in order]
