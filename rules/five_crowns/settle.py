"""Counting a deal (F5)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.melds import least


def settled(hands: Sequence[int], wild: int, out: int) -> tuple[int, ...]:
    """F5.1, F5.2: what the best arrangement leaves each seat; the seat that went out counts 0."""
    return tuple(0 if seat == out else least(hand, wild) for seat, hand in enumerate(hands))


def winners(totals: Sequence[int]) -> tuple[int, ...]:
    """F5.3, K8.2: the seats with the lowest total."""
    best = min(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)
