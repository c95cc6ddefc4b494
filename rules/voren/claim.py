"""A claim of all tricks that are left, proved from the view of the seat on lead (see `Conduct.claim`)."""

# Most of the pack is in nobody's hand here, and any card that has not been seen may be anywhere: with many players a
# proof is rare. Two alone often come to one, for a seat that did not beat a card could not (V5.5).
#
# A seat that takes all tricks left is paid for them, and who took none owes the same match (V6.1, V6.2), however they
# are played. V6.3 frees nobody on the way: as two cards or more are claimed, and only Treachery is above the Wolf,
# nobody else can hold the Wolf where the claimant holds Treachery, nor Treachery at all.

from __future__ import annotations

from collections.abc import Sequence

from rules.cards import each
from rules.claims import MIN_TRICKS, Line, on_lead, wins_every_trick
from rules.contract import View
from rules.voren.cards import CARDS, SUIT, TREACHERY, WOLF, with_unsuited
from rules.voren.knowledge import find_lacked_cards
from rules.voren.moves import plays
from rules.voren.records import IN
from rules.voren.views import sheet_of, tricks_in, trumps_of


def claim(view: View) -> tuple[str, ...]:
    """Return the moves by which the seat on lead plays out the hand; none where it cannot be sure of every trick (V5).

    Cards of the trump suit are led first, as V5.2 and V5.8 want it.
    """
    if not on_lead(view):
        return ()
    hand = CARDS.mask(view["hand"])
    if hand.bit_count() < MIN_TRICKS:
        return ()
    tricks, trumps = tricks_in(view), trumps_of(view)
    played_cards = sum(card for trick in tricks for _, card in trick.cards)
    seen_cards = hand | played_cards | CARDS.mask([view["turn_up"], *(view["laid"] or ())])
    unseen = CARDS.mask(sheet_of(view).setup.pack) & ~seen_cards
    lacked = find_lacked_cards(tricks, trumps, list(each(unseen)))
    other_hands = [
        unseen & ~lacked.get(seat, 0)
        for seat, state in enumerate(view["states"])
        if state == IN and seat != view["seat"]
    ]
    size = hand.bit_count()
    # Nobody has to follow the Wolf or Treachery (V5.6): as leads they draw no trumps. They win, for what beats the Wolf
    # would beat the card beside it as well.
    trump_line = _line(hand & trumps, [cards & with_unsuited(trumps) for cards in other_hands], size)
    suits = [suit for suit in SUIT.values() if suit != trumps]
    if not wins_every_trick(
        trump_line, [_line(hand & suit, [cards & suit for cards in other_hands], size) for suit in suits]
    ):
        return ()
    order = (hand & trumps, hand & TREACHERY, hand & WOLF, *(hand & suit for suit in suits))
    return tuple(move for cards in order for move in reversed(plays(cards)))


def _line(own_cards: int, other_hands: Sequence[int], size: int) -> Line:
    """Return the line of a suit, or of trumps, where each holds `size` cards."""
    line = Line.from_heights(_heights(own_cards), [_heights(cards) for cards in other_hands])
    return line._replace(rounds=min(line.rounds, size))


def _heights(cards: int) -> list[int]:
    """Return how high these cards of one suit, or trumps, are: the Wolf above all suits, Treachery above the Wolf
    (V5.3).
    """
    return [(WOLF << 1 if card == TREACHERY else card).bit_length() for card in each(cards)]
