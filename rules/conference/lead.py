"""C5.1: who leads, and which way play goes."""

from __future__ import annotations

from rules.conference.records import SEATS, Sheet, partner


def first_leader(sheet: Sheet) -> int:
    """Return the leader of the first trick: Eldest, in League the dealer."""
    return sheet.dealer if sheet.setup.league else sheet.eldest


def next_player(sheet: Sheet, seat: int) -> int:
    """Return the seat that plays after `seat`: its left; in League the seat away from the dealer's partner."""
    goes_right = sheet.setup.league and partner(sheet.dealer) == sheet.eldest
    return (seat - 1 if goes_right else seat + 1) % SEATS
