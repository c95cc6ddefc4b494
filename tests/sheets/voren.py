"""The contact sheets of Voren."""

from __future__ import annotations

from typing import Final

from rules.contract import View
from tests.sheets import WIDE, Phase, Table

FOUR: Final = Table("four players")
TWO: Final = Table("two players", 2)
TEN: Final = Table("ten with the longest names", 10, names=WIDE)
DEAR: Final = Table("ante 300, limit 2", 5, {"ante": 300, "limit": 2})
UNSUITED: Final = Table("unsuited turn-up", 3, {"no_trump_turnup": "unsuited"})
SHORT: Final = Table("one hand", 3, {"hands": 1})


def _over(view: View) -> bool:
    return view["phase"] == "deal" and view["last"] is not None


def _folded(view: View) -> bool:
    return _over(view) and view["last"]["alone"] is not None


PHASES: Final = (
    Phase(
        "lobby",
        (
            Table("with a computer player", 2, computers=1),
            Table("all options", 3, {"ante": 300, "hands": 7, "no_trump_turnup": "unsuited", "limit": 2}),
            TEN,
        ),
        None,
        opens="Rules",
    ),
    Phase("dealer", (FOUR, TEN, DEAR), lambda view: view["phase"] == "dealer"),
    Phase("dealer-owing", (FOUR, DEAR), lambda view: view["phase"] == "dealer" and any(view["owed"])),
    Phase("stay", (FOUR, TEN, DEAR), lambda view: view["phase"] == "stay"),
    Phase("stay-poke", (FOUR, TWO), lambda view: view["phase"] == "stay" and view["poke"] == "open"),
    Phase("stay-no-trumps", (FOUR, UNSUITED), lambda view: view["phase"] == "stay" and view["trumps"] is None),
    Phase("lead", (FOUR, DEAR), lambda view: view["phase"] == "play" and not view["trick"]),
    Phase(
        "follow-barred",
        (FOUR, TEN, TWO),
        lambda view: view["phase"] == "play" and bool(view["trick"]) and bool(view["barred"]),
    ),
    Phase(
        "second-trick",
        (FOUR, TEN),
        lambda view: view["phase"] == "play" and len(view["tricks"]) == 1 and bool(view["trick"]),
    ),
    Phase("waiting", (FOUR, TWO), lambda view: view["phase"] == "play" and bool(view["trick"]), waits=True),
    Phase("hand-over", (FOUR, TEN, DEAR), _over),
    Phase("all-folded", (FOUR, TWO), _folded),
    Phase("game-over", (SHORT, TWO, TEN), lambda view: view["finished"], opens="Log"),
    Phase("log", (FOUR, TEN), _over, opens="Log"),
    Phase("replay", (FOUR, TEN), _over, opens="Log", then=("Replay", "Last", "Back")),
    Phase("scores", (TWO, TEN), lambda view: view["finished"], opens="More", then=("Scores",)),
    Phase("more", (FOUR,), lambda view: view["phase"] == "play", opens="More"),
)
