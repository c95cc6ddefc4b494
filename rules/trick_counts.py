"""Tricks of each seat, counted. A trick's winner is decided in `trick.py` of each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Trick(Protocol):
    """A trick of any game."""

    @property
    def winner(self) -> int | None:
        """The seat that has won it; None while nobody has."""
        ...


def count_tricks_won(tricks: Sequence[Trick], seats: int) -> tuple[int, ...]:
    """Return how many of these tricks each seat has won."""
    winners = [trick.winner for trick in tricks]
    return tuple([winners.count(seat) for seat in range(seats)])
