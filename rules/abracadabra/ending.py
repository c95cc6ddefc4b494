"""A1.4, A4.2: what a hand that is over writes on the score sheet, and who deals next."""

from __future__ import annotations

from rules.abracadabra.records import Hand, Last, Sheet, Trick
from rules.abracadabra.scoring import settle


def with_hand(hand: Hand, tricks: tuple[Trick, ...]) -> Sheet:
    """Return the sheet with this hand's points.

    A void one (A4.2), which has no tricks, brings none and does not count.
    """
    sheet, deal = hand.sheet, hand.deal
    points = tuple(map(sum, settle(sheet.setup, deal, tricks)))
    return sheet._replace(
        points=(*sheet.points, points),
        deals_counted=sheet.deals_counted + 1 if tricks else sheet.deals_counted,
        voids_in_row=0 if tricks else sheet.voids_in_row + 1,
        last=Last(sheet.number, sheet.dealer, deal, tricks),
    )


def next_hand(sheet: Sheet) -> Sheet:
    """Return the sheet while the next hand is awaited."""
    return sheet._replace(number=sheet.number + 1, dealer=sheet.eldest)  # A1.4
