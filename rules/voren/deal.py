"""V3: what lies where in the pack, what is trumps, and the dealer's decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.contract import Refusal
from rules.seats import seats_from
from rules.voren.cards import CROWNS, SUIT_OF, UNSUITED
from rules.voren.records import UNDECIDED, Deal, Setup, Words

SINGLY: Final = (1, 1, 1)
"""V3.1: three cards each, singly."""

POKE_CARDS: Final = 3


class PackParts(NamedTuple):
    """The parts of a pack: each seat's cards, the turn-up, the poke's cards."""

    hands: tuple[tuple[int, ...], ...]
    turn_up: int
    poke: tuple[int, ...]


def split_pack(setup: Setup, dealer: int, order: Sequence[int]) -> PackParts:
    """Return three cards for each seat, from Eldest on (V3.1, K3.3); then the turn-up, and then the poke.

    `order` are the cards of the pack, its top first, or whatever lies in their places.
    """
    hands: list[list[int]] = [[] for _ in range(setup.seats)]
    in_turn = seats_from((dealer + 1) % setup.seats, setup.seats)
    top = 0
    for packet in setup.shrunk.packets if setup.shrunk else SINGLY:
        for seat in in_turn:
            hands[seat] += order[top : top + packet]
            top += packet
    return PackParts(tuple(map(tuple, hands)), order[top], tuple(order[top + 1 : top + 1 + POKE_CARDS]))


def deal_pack(setup: Setup, dealer: int, order: Sequence[int]) -> Deal:
    """Return the deal that an order of the pack makes (V3.1, V3.2)."""
    hands, turn_up, poke = split_pack(setup, dealer, order)
    return Deal(tuple(map(sum, hands)), turn_up, trumps_from(turn_up, setup.no_trump_turnup), sum(poke))


def trumps_from(turn_up: int, no_trump_turnup: str) -> int:
    """Return the cards of the trump suit that this turn-up makes (V3.2); none where V3.3 says so.

    `no_trump_turnup` is the option: `crowns`, or `unsuited` for the two unsuited cards alone.
    """
    trumpless = UNSUITED | CROWNS if no_trump_turnup == "crowns" else UNSUITED  # V3.3
    return 0 if turn_up & trumpless else SUIT_OF[turn_up]


def initial_words(seats: int) -> Words:
    """Return the words so far, as the dealer is to decide: none."""
    return Words(False, False, (UNDECIDED,) * seats, None)


def decision_due() -> Refusal:
    """Return the refusal of any other move before the dealer's decision."""
    sentence = "The dealer chooses first how to deal."
    return Refusal("illegal_move", "V3.4", sentence)


def decision_made() -> Refusal:
    """Return the refusal of a decision that comes too late."""
    return Refusal("illegal_move", "V3.4", "The dealer has already chosen.")
