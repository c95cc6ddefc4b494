"""The phases of lessons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

PHASES: Mapping[str, Sequence[str]] = {
    "voren": ("stay", "play"),
    "five_crowns": ("draw", "discard"),
    "mitigati": ("bargain", "discard", "declare", "play"),
    "conference": ("discard", "play"),
    "abracadabra": ("suit", "bid", "place", "expose", "play"),
}
"""Where a first hand lets its learner decide."""
