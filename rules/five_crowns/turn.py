"""A seat's turn (F3.1, F3.2): a card comes in, from the stock or the pile, and one goes; and why not otherwise."""

from __future__ import annotations

from typing import Final

from rules.contract import Refusal
from rules.five_crowns.cards import named
from rules.five_crowns.moves import Said
from rules.five_crowns.out import cards_out, why_not_out
from rules.five_crowns.records import DISCARD, DRAW, OUT, TAKE, Done, Hand
from rules.melds import UNIT, copies, numbers_in
from rules.seats import with_seat

FIRST: Final = (Said(DRAW), Said(TAKE))
"""F3.1: a turn's first move."""


def why_not_first(hand: Hand, turn: int, action: Said) -> Refusal | None:
    """The refusal of a turn's first move; None if it is one of `FIRST`."""
    if action in FIRST:
        return None
    return _not_held(hand, turn, action) or Refusal(
        "illegal_move", "F3.1", "First draw a card or take the top discard."
    )


def after_first_move(hand: Hand, turn: int, action: Said) -> tuple[Hand, Done]:
    """The deal after a turn's first move: the top of the stock, or of the discard pile, has come in (F3.1).

    The move is returned beside it: it goes into the deal's log when the turn is over.
    """
    if action.verb == DRAW:
        card, stock, pile = hand.stock[0], hand.stock[1:], hand.pile
    else:
        card, stock, pile = hand.pile[-1], hand.stock, hand.pile[:-1]
    hands = with_seat(hand.hands, turn, hand.hands[turn] + UNIT[card])
    after = Hand(hand.sheet, hand.orders, hands, stock, pile, hand.log, hand.out)
    return after, Done(turn, action.verb, card)


def second_moves(hand: Hand, turn: int) -> list[Said]:
    """F3.1: a turn's second move: a discard of any card, one just taken too (F3.2), or going out (F3.3)."""
    discards = [Said(DISCARD, card) for card in numbers_in(hand.hands[turn])]
    return discards + [Said(OUT, card) for card in cards_out(hand, turn)]


def why_not_second(hand: Hand, turn: int, action: Said) -> Refusal | None:
    """The refusal of a turn's second move; None if it is one of `second_moves`."""
    if action.card is None:
        return Refusal("illegal_move", "F3.1", "You have drawn. Now discard a card.")
    refusal = _not_held(hand, turn, action)
    return why_not_out(hand, turn, action.card) if action.verb == OUT and refusal is None else refusal


def after_second_move(hand: Hand, turn: int, fresh: Done, action: Said) -> Hand:
    """The deal after a turn's second move: the card lies on the discard pile, and the seat may have gone out (F3.3)."""
    assert action.card is not None
    hands = with_seat(hand.hands, turn, hand.hands[turn] - UNIT[action.card])
    pile = (*hand.pile, action.card)
    log = (*hand.log, fresh, Done(turn, action.verb, action.card))
    return Hand(hand.sheet, hand.orders, hands, hand.stock, pile, log, turn if action.verb == OUT else hand.out)


def _not_held(hand: Hand, turn: int, action: Said) -> Refusal | None:
    """K4.3: why a card cannot be laid down by a seat that does not hold it."""
    if action.card is None or copies(hand.hands[turn], action.card):
        return None
    return Refusal("illegal_move", "K4.3", "You do not hold {card}.", card=named(action.card))
