"""Seats around a table (K1)."""

from __future__ import annotations


def seats_from(first: int, seats: int) -> tuple[int, ...]:
    """All seats in the order of play, from `first` to the left (K1.1)."""
    return tuple([(first + step) % seats for step in range(seats)])
