"""The free pad: any game of cards, whose points people work out themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from data.pad_records import FREE
from rules.contract import Conduct, Known, Option, OptionValue, Refusal, resolved

MOST: Final = 24
"""Players of a hand: as many as a pad has at most."""

DIGITS: Final = 30
"""Digits of a player's points in a hand."""


class FreePad:
    """What the other pads have from their game."""

    id: ClassVar[str] = FREE
    name: ClassVar[str] = "Any game"
    seats: ClassVar[tuple[int, int]] = (1, MOST)
    version: ClassVar[int] = 1
    conduct: ClassVar[Conduct] = Conduct()
    options: ClassVar[Mapping[str, Option]] = {
        "wins": Option(
            "most",
            "Who wins.",
            allowed=("most", "fewest"),
            labels={"most": "highest total", "fewest": "lowest total"},
        ),
        "target": Option(0, "Total that ends the game (0: none).", low=0, high=10**9, labels={0: "none"}),
        "rounds": Option(
            0,
            "How many hands to play (0: no limit).",
            low=0,
            high=500,
            labels={0: "no limit"},
        ),
        "ties": Option(
            "shared",
            "Who wins a tie.",
            allowed=("shared", "earlier", "none"),
            labels={
                "shared": "all tied players",
                "earlier": "the first to reach it",
                "none": "nobody: play on",
            },
        ),
    }

    def resolve(self, options: Mapping[str, object], seats: int | None = None) -> dict[str, OptionValue]:
        """All options with their values. Raises Refusal `bad_option`."""
        return resolved(self.name, self.options, options)

    def pad_entry(self, told: Mapping[str, Any], known: Known) -> dict[str, Any]:
        """`points`: what was written down is all there is."""
        return dict(told)

    def pad(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """The points as they are (6-pads). Raises Refusal `bad_entry` for numbers that are too long to be points."""
        for points in entry["points"]:
            if abs(points) >= 10**DIGITS:
                raise Refusal("bad_entry", "P", "Points have at most {digits} digits.", digits=DIGITS)
        return {"points": list(entry["points"])}

    def pad_played(self, entry: Mapping[str, Any]) -> bool:
        """Whether a hand was played: every one is."""
        return True
