"""Rows of every benchmark: our figure, a peer's in the same run, their ratio, and the goal."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One line of the benchmark: a figure of ours, the peer's, their ratio, and the goal in words."""

    name: str
    ours: str
    peer: str
    ratio: float
    goal: str
