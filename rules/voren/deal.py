"""V3: what lies where in the pack, what is trumps, and the dealer's decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.contract import Refusal
from rules.seats import seats_from
from rules.voren.cards import CROWNS, SUIT_OF, UNSUITED
from rules.voren.records import UNDECIDED, Dealt, Said, Setup

SINGLY: Final = (1, 1, 1)
"""V3.1: three cards each, singly."""

POKE_CARDS: Final = 3


class Parted(NamedTuple):
    """The parts of a pack: each seat's cards, the turn-up, the poke's cards."""

    hands: tuple[tuple[int, ...], ...]
    turn_up: int
    poke: tuple[int, ...]


def parted(setup: Setup, dealer: int, order: Sequence[int]) -> Parted:
    """V3.1, K3.3: three cards for each seat, from Eldest on; then the turn-up, and then the poke.

    `order` are the cards of the pack, its top first, or whatever lies in their places.
    """
    hands: list[list[int]] = [[] for _ in range(setup.seats)]
    in_turn = seats_from((dealer + 1) % setup.seats, setup.seats)
    top = 0
    for packet in setup.shrunk.packets if setup.shrunk else SINGLY:
        for seat in in_turn:
            hands[seat] += order[top : top + packet]
            top += packet
    return Parted(tuple(map(tuple, hands)), order[top], tuple(order[top + 1 : top + 1 + POKE_CARDS]))


def dealt_from(setup: Setup, dealer: int, order: Sequence[int]) -> Dealt:
    """V3.1, V3.2: the deal that an order of the pack makes."""
    hands, turn_up, poke = parted(setup, dealer, order)
    return Dealt(tuple(map(sum, hands)), turn_up, trumps_by(turn_up, setup.no_trump_turnup), sum(poke))


def trumps_by(turn_up: int, no_trump_turnup: str) -> int:
    """V3.2: the cards of the trump suit that this turn-up makes; none where V3.3 says so.

    `no_trump_turnup` is the option: `crowns`, or `unsuited` for the two unsuited cards alone.
    """
    without = UNSUITED | CROWNS if no_trump_turnup == "crowns" else UNSUITED  # V3.3
    return 0 if turn_up & without else SUIT_OF[turn_up]


def nothing_said(seats: int) -> Said:
    """The words so far, as the dealer is to decide: none."""
    return Said(False, False, (UNDECIDED,) * seats, None)


def decide_first() -> Refusal:
    """The refusal of any other move before the dealer's decision."""
    sentence = "The dealer chooses first how to deal."
    return Refusal("illegal_move", "V3.4", sentence)


def decided_already() -> Refusal:
    """The refusal of a decision that comes too late."""
    return Refusal("illegal_move", "V3.4", "The dealer has already chosen.")
