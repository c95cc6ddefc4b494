"""Switching a clause off: one change of source that breaks one rule, which a test of that clause must notice."""

from typing import NamedTuple


class Switch(NamedTuple):
    """In `file`, the only place that reads `old` becomes `new`; then a test marked with `clause` has to fail."""

    clause: str
    file: str
    old: str
    new: str
