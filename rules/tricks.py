"""Tricks of all games: how many each seat has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Trick(Protocol):
    """A trick of any game."""

    @property
    def winner(self) -> int | None:
        """The seat that has won it; None while nobody has."""
        ...


def tricks_won(tricks: Sequence[Trick], seats: int) -> tuple[int, ...]:
    """By seat how many of these tricks it has won."""
    winners = [trick.winner for trick in tricks]
    return tuple([winners.count(seat) for seat in range(seats)])
