"""The contact sheets of Five Crowns."""

from __future__ import annotations

from typing import Final

from rules.contract import View
from tests.sheets import WIDE, Phase, Table

THREE: Final = Table("deals from 3 cards, four players")
SEVEN: Final = Table("7 cards, two players", 2, {"first": 7, "last": 8})
THIRTEEN: Final = Table("13 cards, four players", 4, {"first": 13})
TWELVE: Final = Table("13 cards, twelve with the longest names", 12, {"first": 13}, WIDE)
TWELVE_FEW_CARDS: Final = Table("6 cards, twelve players", 12, {"first": 6, "last": 7})
ONE_DEAL: Final = Table("one deal of 6, five players", 5, {"first": 6, "last": 6})
TWELVE_ONE_DEAL: Final = Table("one deal of 13, twelve with the longest names", 12, {"first": 13}, WIDE)
TABLES: Final = (THREE, SEVEN, THIRTEEN, TWELVE)


def _is_deal_over(view: View) -> bool:
    return view["phase"] == "deal" and view["last"] is not None


def _may_discard(view: View) -> bool:
    return view["phase"] == "discard" and view["out"] is None


def _can_go_out(view: View) -> bool:
    return view["phase"] == "discard" and any(move.startswith("out ") for move in view["moves"])


PHASES: Final = (
    Phase(
        "lobby",
        (
            Table("with a computer player", 2, computers=1),
            Table("one deal of 13", 3, {"first": 13}),
            Table("twelve with the longest names", 12, names=WIDE),
        ),
        None,
        opens="Rules",
    ),
    Phase("draw", TABLES, lambda view: view["phase"] == "draw" and view["out"] is None and len(view["log"]) > 9),
    Phase("discard", TABLES, lambda view: _may_discard(view) and not _can_go_out(view)),
    Phase("go-out", TABLES, _can_go_out),
    Phase("last-turn-draw", TABLES, lambda view: view["phase"] == "draw" and view["out"] is not None),
    Phase("last-turn-discard", TABLES, lambda view: view["phase"] == "discard" and view["out"] is not None),
    Phase("waiting", (THREE, THIRTEEN), lambda view: view["phase"] == "draw" and view["out"] is not None, waits=True),
    Phase(
        "deal-over", (THREE, SEVEN, TWELVE_FEW_CARDS, Table("12 cards, eight players", 8, {"first": 12})), _is_deal_over
    ),
    Phase("game-over", (ONE_DEAL, THIRTEEN, TWELVE_ONE_DEAL), lambda view: view["finished"], opens="Log"),
    Phase(
        "everybodys-cards",
        (THREE, TWELVE_FEW_CARDS, TWELVE_ONE_DEAL),
        lambda view: view["last"] is not None,
        opens="Everybody's cards",
    ),
    Phase("log", (THREE, TWELVE_ONE_DEAL), lambda view: view["last"] is not None, opens="Log"),
    Phase(
        "replay",
        (THREE, TWELVE_ONE_DEAL),
        lambda view: view["last"] is not None,
        opens="Log",
        then=("Replay", "Last", "Back"),
    ),
    Phase(
        "scores",
        (ONE_DEAL, Table("twelve, two deals", 12, {"last": 4})),
        lambda view: view["finished"],
        opens="More",
        then=("Scores",),
    ),
)
