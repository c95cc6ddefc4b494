"""A hint: a move to think of, and the reason for it."""

from __future__ import annotations

from typing import NamedTuple


class Hint(NamedTuple):
    """A legal move, and why a computer player would make it."""

    move: str
    why: str
