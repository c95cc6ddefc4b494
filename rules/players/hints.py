"""A hint: a move to think of, and the reason for it."""

from __future__ import annotations

from typing import NamedTuple


class Hint(NamedTuple):
    """A legal move, why a computer player would make it, and other moves that are about as good, the best first."""

    move: str
    why: str
    others: tuple[str, ...] = ()
