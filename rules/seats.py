"""Seats around a table (K1)."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def seats_from(first: int, seats: int) -> tuple[int, ...]:
    """Return all seats in the order of play, from `first` to the left (K1.1)."""
    return tuple([(first + step) % seats for step in range(seats)])


def with_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return these values by seat, with another one for this seat."""
    new_values = list(values)
    new_values[seat] = value
    return tuple(new_values)
