"""M3.6, M7.2: what a hand brings that is bought off: the settlement alone."""

from __future__ import annotations

from collections.abc import Sequence

from rules.mitigati.records import Word

Standing = Sequence[Word | None]
"""By seat what it stands by."""


def sum_offers(standing: Standing) -> int:
    """Return the sum of the standing offers."""
    return sum(word.number for word in standing if word and word.kind == "offer")


def sum_asks(standing: Standing) -> int:
    """Return the sum of the standing asks."""
    return sum(word.number for word in standing if word and word.kind == "ask")


def settle(standing: Standing, seats_from_eldest: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """Return the points of a hand bought off (M3.6).

    `seats_from_eldest` are the seats from Eldest, going left; `order` the seats as their standing words were spoken,
    which matters only where every seat has one and the offers add up to more than the asks.
    """
    points = [0 if not word else word.number if word.kind == "ask" else -word.number for word in standing]
    surplus = sum_offers(standing) - sum_asks(standing)
    silent_seats = [seat for seat in seats_from_eldest if not standing[seat]]
    if silent_seats:
        share, remainder = divmod(surplus, len(silent_seats))
        for place, seat in enumerate(silent_seats):
            points[seat] = share + (place < remainder)
        return tuple(points)
    for seat in reversed(order):
        word = standing[seat]
        if word and word.kind == "offer":
            refund = min(surplus, word.number)
            points[seat] += refund
            surplus -= refund
    return tuple(points)
