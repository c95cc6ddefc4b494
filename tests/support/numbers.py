"""The numbers of the interactions of a test."""

from __future__ import annotations

from itertools import count


class Numbers:
    """The numbers of interactions, from 1000 on and begun anew for every test.

    What is dealt is drawn from them, so a test plays the same cards whichever tests ran before it.
    """

    def __init__(self) -> None:
        self.again()

    def again(self) -> None:
        """Begin with the first number once more."""
        self._next = count(1000)

    def __next__(self) -> int:
        return next(self._next)


IDS = Numbers()
