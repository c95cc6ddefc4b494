"""A seat's turn (F3.1, F3.2): a card comes in, from the stock or the pile, and one goes; and why not otherwise."""

from __future__ import annotations

from typing import Final

from rules.contract import Refusal
from rules.five_crowns.cards import card_name
from rules.five_crowns.moves import Action
from rules.five_crowns.out import cards_out, why_not_out
from rules.five_crowns.records import DISCARD, DRAW, OUT, TAKE, Hand, LogEntry
from rules.melds import UNIT, copies, numbers_in
from rules.seats import with_seat

FIRST_ACTIONS: Final = (Action(DRAW), Action(TAKE))
"""F3.1: a turn's first move."""


def why_not_first(hand: Hand, turn: int, action: Action) -> Refusal | None:
    """Return the refusal of a turn's first move; None if it is one of `FIRST_ACTIONS`."""
    if action in FIRST_ACTIONS:
        return None
    return _why_not_held(hand, turn, action) or Refusal(
        "illegal_move", "F3.1", "First draw a card or take the top discard."
    )


def after_first_move(hand: Hand, turn: int, action: Action) -> tuple[Hand, LogEntry]:
    """Return the deal after a turn's first move: the seat has drawn or taken a card (F3.1).

    The move is returned beside it: it goes into the deal's log when the turn is over.
    """
    if action.verb == DRAW:
        card, stock, pile = hand.stock[0], hand.stock[1:], hand.pile
    else:
        card, stock, pile = hand.pile[-1], hand.stock, hand.pile[:-1]
    hands = with_seat(hand.hands, turn, hand.hands[turn] + UNIT[card])
    new_hand = Hand(hand.sheet, hand.orders, hands, stock, pile, hand.log, hand.seat_out)
    return new_hand, LogEntry(turn, action.verb, card)


def second_actions(hand: Hand, turn: int) -> list[Action]:
    """Return a turn's second move: a discard of any card, one just taken too (F3.2), or going out (F3.1, F3.3)."""
    discards = [Action(DISCARD, card) for card in numbers_in(hand.hands[turn])]
    return discards + [Action(OUT, card) for card in cards_out(hand, turn)]


def why_not_second(hand: Hand, turn: int, action: Action) -> Refusal | None:
    """Return the refusal of a turn's second move; None if it is one of `second_actions`."""
    if action.card is None:
        return Refusal("illegal_move", "F3.1", "You have drawn. Now discard a card.")
    refusal = _why_not_held(hand, turn, action)
    return why_not_out(hand, turn, action.card) if action.verb == OUT and refusal is None else refusal


def after_second_move(hand: Hand, turn: int, fresh: LogEntry, action: Action) -> Hand:
    """Return the deal after a turn's second move: the card lies on the discard pile, and the seat may have gone
    out (F3.3).
    """
    assert action.card is not None
    hands = with_seat(hand.hands, turn, hand.hands[turn] - UNIT[action.card])
    pile = (*hand.pile, action.card)
    log = (*hand.log, fresh, LogEntry(turn, action.verb, action.card))
    return Hand(hand.sheet, hand.orders, hands, hand.stock, pile, log, turn if action.verb == OUT else hand.seat_out)


def _why_not_held(hand: Hand, turn: int, action: Action) -> Refusal | None:
    """Return the refusal of a card that the seat does not hold; None if it holds it (K4.3)."""
    if action.card is None or copies(hand.hands[turn], action.card):
        return None
    return Refusal("illegal_move", "K4.3", "You do not hold {card}.", card=card_name(action.card))
