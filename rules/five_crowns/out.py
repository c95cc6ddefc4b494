"""Going out (F3.3): with which cards a seat may, and why not with the others."""

from __future__ import annotations

from rules.contract import Refusal
from rules.five_crowns.cards import named
from rules.five_crowns.meld import left_without
from rules.five_crowns.records import Hand
from rules.melds import numbers_in


def why_not_out(hand: Hand, turn: int) -> dict[int, Refusal | None]:
    """F3.3: for each distinct card of the seat at turn, why it may not discard it and go out; None where it may.

    All its other cards must go into melds, and nobody may have gone out yet.
    """
    cards = hand.hands[turn]
    if hand.out is not None:
        return dict.fromkeys(numbers_in(cards), gone_out_already(hand.out))
    return {
        card: not_all_in_melds(card, left) if left else None for card, left in left_without(cards, hand.size).items()
    }


def gone_out_already(seat: int) -> Refusal:
    """F3.3: nobody may have gone out."""
    sentence = (
        "Seat {seat} has gone out already. Discard a card; your melds are laid down for you after the last turns."
    )
    return Refusal("illegal_move", "F3.3", sentence, seat=seat)


def not_all_in_melds(card: int, left: int) -> Refusal:
    """F3.3: the other cards cannot all be arranged in melds."""
    sentence = "Without {card} your other cards do not all go into melds: cards for {left} points would be left."
    return Refusal("illegal_move", "F3.3", sentence, card=named(card), left=left)
