"""C2.3: the pack is gathered after a hand and cut by Youngest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rules.conference.match import SEATS, SIDES, side
from rules.tarot_tuned import BIT, FOOL, indices


def gathered(cards: bytes, takers: bytes, discard: int, given: int | None) -> tuple[int, ...]:
    """The pack, top first: side 0's tricks in the order won, side 1's, then the discard in canonical order.

    `cards` are all cards in the order of play, `takers` the winners of the tricks. `given` is the card that was given
    for the Fool (None for none): those two change places.
    """
    order: list[int] = []
    for one in range(SIDES):
        for number, taker in enumerate(takers):
            if side(taker) == one:
                order += cards[SEATS * number : SEATS * (number + 1)]
    if given is not None and given != FOOL:
        swap = {given: FOOL, FOOL: given}
        order = [swap.get(card, card) for card in order]
        if BIT[given] & discard:
            discard ^= BIT[given] | BIT[FOOL]
    return (*order, *indices(discard))


def is_cut(pack: Sequence[int], order: Sequence[int], piles: int) -> bool:
    """Whether `order` is `pack` parted into so many unbroken piles, none empty, restacked in another order.

    The cards of a pack are all different, so the order falls into unbroken runs in one way only. Runs can be parted
    further into piles but never joined; and an order of one single run is the pack as it was.
    """
    after = dict(pairwise(pack))
    runs = 1 + sum(after.get(upper) != lower for upper, lower in pairwise(order))
    return 2 <= runs <= piles <= len(pack)
