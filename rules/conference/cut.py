"""C2.3: the pack is gathered after a hand and cut by Youngest; anybody may call for a shuffle instead."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rules.cards import each
from rules.conference.moves import RESHUFFLE, cut_text
from rules.conference.records import SEATS, SIDES, Exchange, Last, Sheet, Trick, side
from rules.contract import Cut, Expects, Legal, Refusal
from rules.tarot.cards import CARDS, FOOL

MIN_PILE_CARDS: Final = 4
"""How many cards a pile of a fair cut has at least; whoever supplies the order must only leave none empty."""
PILE_COUNTS: Final = (3, 4)
"""Into how many piles Youngest may cut."""
ALL_SEATS: Final = tuple(range(SEATS))
"""Any seat may call for a shuffle; the first move decides."""


def legal_moves(sheet: Sheet, seat: int) -> Legal:
    """Return the legal moves of `seat` with the gathered pack."""
    cuts = [cut_text(piles) for piles in PILE_COUNTS if not why_not_cut(sheet, seat, piles)]
    return Legal((*cuts, RESHUFFLE))


def why_not_cut(sheet: Sheet, seat: int, piles: int) -> Refusal | None:
    """Return the refusal of a cut by `seat` into so many piles; None if it is legal."""
    if piles not in PILE_COUNTS:
        return Refusal("illegal_move", "C2.3", "Cut the pack into 3 or 4 piles.")
    if seat != sheet.youngest:
        sentence = "Only the player to the dealer's right may cut. You may shuffle."
        return Refusal("illegal_move", "C2.3", sentence)
    return None


def gathered_pack(last: Last) -> tuple[int, ...]:
    """Return the pack as it is gathered after a hand, top first."""
    return gather_pack(last.tricks, last.discard, last.result.exchange)


def gather_pack(tricks: Sequence[Trick], discard: int, exchange: Exchange | None) -> tuple[int, ...]:
    """Return side 0's tricks in the order won, each in the order of play, side 1's likewise, the discard in canonical
    order.

    A card that was given for the Fool lies where the Fool lay, and the Fool where that card lay.
    """
    order = [
        card for side_index in range(SIDES) for trick in tricks if _won_by(trick, side_index) for _, card in trick.cards
    ]
    if exchange and exchange.given_card != FOOL:
        given_card = exchange.given_card
        swapped = {given_card: FOOL, FOOL: given_card}
        order = [swapped.get(card, card) for card in order]
        if given_card & discard:
            discard ^= given_card | FOOL
    return (*order, *each(discard))


def _won_by(trick: Trick, side_index: int) -> bool:
    return trick.winner is not None and side(trick.winner) == side_index


def expected_deal(sheet: Sheet, piles: int) -> Expects:
    """Return the deal that is awaited: the gathered pack cut into so many `piles`, or any order of the pack where 0."""
    cards = tuple(CARDS.listed(sheet.setup.pack))
    if not piles or sheet.last is None:
        return Expects("deal", cards)
    return Expects(
        "deal", cards, Cut(tuple(CARDS.text[card] for card in gathered_pack(sheet.last)), piles, MIN_PILE_CARDS)
    )


def why_not_order(sheet: Sheet, order: Sequence[int], piles: int) -> Refusal | None:
    """Return the refusal of this order of the pack after a cut into `piles`; None if it is possible."""
    if not piles or sheet.last is None or is_cut(gathered_pack(sheet.last), order, piles):
        return None
    sentence = "This is not the gathered pack, parted into {piles} piles and restacked in another order."
    return Refusal("bad_cards", "C2.3", sentence, piles=piles)


def is_cut(pack: Sequence[int], order: Sequence[int], piles: int) -> bool:
    """Whether `order` is `pack` cut into so many piles, none empty, restacked in another order."""
    # The cards of a pack are all different, so the order falls into unbroken runs in one way only. Runs can be parted
    # further into piles but never joined; and an order of one single run is the pack as it was.
    card_below = dict(pairwise(pack))
    runs = 1 + sum(card_below.get(upper) != lower for upper, lower in pairwise(order))
    return 2 <= runs <= piles <= len(pack)
