"""Going out (F3.3): with which cards a seat may, and why not with the others."""

from __future__ import annotations

from rules.contract import Refusal
from rules.five_crowns.cards import card_name
from rules.five_crowns.records import Hand
from rules.melds import CARDS, UNIT, numbers_in, points_left, points_of


def why_not_out(hand: Hand, turn: int, card: int) -> Refusal | None:
    """Return the refusal of going out with this discard (F3.3); None if it is legal.

    All its other cards must go into melds, and nobody may have gone out yet.
    """
    if hand.seat_out is not None:
        return somebody_is_out(hand.seat_out)
    leftover = points_left(hand.hands[turn] - UNIT[card], hand.size)
    return cards_unmelded(card, leftover) if leftover else None


def cards_out(hand: Hand, turn: int) -> list[int]:
    """Return the cards of the seat at turn with which it may go out (F3.3).

    A card that goes out could as well be the only one left, so none that counts less than the whole hand leaves is
    asked for: in most turns that is all of them.
    """
    cards = hand.hands[turn]
    min_points = points_left(cards, hand.size)
    return [
        card
        for card in numbers_in(cards)
        if points_of(CARDS[card], hand.size) >= min_points and why_not_out(hand, turn, card) is None
    ]


def somebody_is_out(seat: int) -> Refusal:
    """Return the refusal of going out after another seat (F3.3)."""
    sentence = "Seat {seat} is out already, so discard a card."
    return Refusal("illegal_move", "F3.3", sentence, seat=seat)


def cards_unmelded(card: int, remaining: int) -> Refusal:
    """Return the refusal of going out with cards outside melds (F3.3)."""
    sentence = "You cannot go out with {card}: {left} points of your other cards are not melded."
    return Refusal("illegal_move", "F3.3", sentence, card=card_name(card), left=remaining)
