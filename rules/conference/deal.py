"""C2.1, C2.2: who is dealt which cards of the pack."""

from __future__ import annotations

from rules.conference.cards import CATCHER, DRIVER
from rules.conference.records import SEATS, Hand, Sheet, partner, side
from rules.contract import Move


def league_cards(sheet: Sheet) -> dict[int, int]:
    """Return the seat of each card that League gives openly (C2.2)."""
    if not sheet.setup.league:
        return {}
    return {DRIVER: sheet.dealer, CATCHER: partner(sheet.dealer)}


def seats_by_place(sheet: Sheet) -> list[int]:
    """Return the seats that the cards of the pack go to, from the top; in League without the cards that are taken
    out.
    """
    setup = sheet.setup
    seats: list[int] = []
    for number, size in enumerate(setup.packets):
        for step in range(1, SEATS + 1):
            seat = (sheet.dealer + step) % SEATS
            fewer = setup.league and number == 0 and side(seat) == side(sheet.dealer)
            seats += [seat] * (size - fewer)  # C2.2: three cards in the first packet, not four
    return seats + [sheet.dealer] * setup.extra


def seats_dealt(sheet: Sheet, order: tuple[int, ...]) -> list[int]:
    """Return the seat that each card of a pack in this order goes to (C2.1, C2.2)."""
    public_cards = league_cards(sheet)
    ordinary_seats = iter(seats_by_place(sheet))
    return [public_cards[card] if card in public_cards else next(ordinary_seats) for card in order]


def deal_hand(sheet: Sheet, opening: tuple[Move, ...], order: tuple[int, ...]) -> Hand:
    """Return the hand that is dealt from a pack in this order."""
    hands = [0] * SEATS
    for card, seat in zip(order, seats_dealt(sheet, order), strict=True):
        hands[seat] |= card
    return Hand(sheet, opening, order, tuple(hands))
