"""The deal (F2): who gets which card, what is turned up, what is the stock."""

from __future__ import annotations

from rules.five_crowns.cards import Cards
from rules.five_crowns.records import Hand, Sheet
from rules.melds import UNIT


def receiving_seat(place: int, eldest: int, seats: int) -> int:
    """Return who is dealt the card at this place of the pack: they go singly, from the dealer's left (F2.1)."""
    return (eldest + place) % seats


def dealt_cards(order: Cards, seats: int, eldest: int, size: int) -> tuple[Cards, ...]:
    """Return the cards dealt to each seat, in the order dealt: as many as the deal says (F2.1)."""
    hands: list[list[int]] = [[] for _ in range(seats)]
    for place in range(size * seats):
        hands[receiving_seat(place, eldest, seats)].append(order[place])
    return tuple(tuple(hand) for hand in hands)


def deal_hand(sheet: Sheet, order: Cards) -> Hand:
    """Return the deal as it begins: the next card is turned up to start the discard pile, the rest is the stock
    (F2.1).
    """
    seats = sheet.setup.seats
    hands = dealt_cards(order, seats, sheet.eldest, sheet.size)
    turn_up = sheet.size * seats
    return Hand(
        sheet=sheet,
        orders=(order,),
        hands=tuple(sum(UNIT[card] for card in hand) for hand in hands),
        stock=order[turn_up + 1 :],
        pile=(order[turn_up],),
    )
