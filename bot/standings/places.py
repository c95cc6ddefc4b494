"""Places in a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Who = TypeVar("Who")


def places(totals: Mapping[Who, int], *, fewest_win: bool) -> dict[Who, int]:
    """Return the place of each, from 1. Ties share the better place."""
    worth = {who: -total if fewest_win else total for who, total in totals.items()}
    return {who: 1 + sum(other > own for other in worth.values()) for who, own in worth.items()}
