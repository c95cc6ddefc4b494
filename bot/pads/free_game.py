"""The free pad: any card game, whose points people work out themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from data.pads.records import FREE_GAME_ID
from rules.contract import Conduct, Option, OptionValue, PadContext, Refusal, resolve_options

MAX_PLAYERS: Final = 24
"""Players of a hand: as many as a pad has at most."""

MAX_POINT_DIGITS: Final = 30
"""Digits of a player's points in a hand."""


class FreeGame:
    """The game of a free pad, as pads need it."""

    id: ClassVar[str] = FREE_GAME_ID
    name: ClassVar[str] = "Any game"
    seats: ClassVar[tuple[int, int]] = (1, MAX_PLAYERS)
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
        """Return all options with their values. Raises Refusal `bad_option`."""
        return resolve_options(self.name, self.options, options)

    def pad_entry(self, facts: Mapping[str, Any], context: PadContext) -> dict[str, Any]:
        """Return the entry: the points as written."""
        return dict(facts)

    def pad(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return the points as they are (6-pads).

        Raises Refusal `bad_entry` for numbers that are too long to be points.
        """
        for points in entry["points"]:
            if abs(points) >= 10**MAX_POINT_DIGITS:
                raise Refusal("bad_entry", "P", "Points have at most {digits} digits.", digits=MAX_POINT_DIGITS)
        return {"points": list(entry["points"])}

    def pad_played(self, entry: Mapping[str, Any]) -> bool:
        """Whether a hand was played: every one is."""
        return True
