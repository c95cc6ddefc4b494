"""M3.6, M7.2: what a hand brings that is bought off: the settlement alone."""

from __future__ import annotations

from collections.abc import Sequence

from rules.mitigati.records import Word

Standing = Sequence[Word | None]
"""By seat what it stands by."""


def offered(standing: Standing) -> int:
    """The sum of the standing offers."""
    return sum(word.number for word in standing if word and word.kind == "offer")


def asked(standing: Standing) -> int:
    """The sum of the standing asks."""
    return sum(word.number for word in standing if word and word.kind == "ask")


def settle(standing: Standing, speaking: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """M3.6: the points of a hand bought off.

    `speaking` are the seats from Eldest, going left; `order` the seats as their standing words were spoken, which
    matters only where every seat has one and the offers add up to more than the asks.
    """
    points = [0 if not word else word.number if word.kind == "ask" else -word.number for word in standing]
    more = offered(standing) - asked(standing)
    silent = [seat for seat in speaking if not standing[seat]]
    if silent:
        share, rest = divmod(more, len(silent))
        for place, seat in enumerate(silent):
            points[seat] = share + (place < rest)
        return tuple(points)
    for seat in reversed(order):
        word = standing[seat]
        if word and word.kind == "offer":
            cut = min(more, word.number)
            points[seat] += cut
            more -= cut
    return tuple(points)
