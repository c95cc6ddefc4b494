"""The contact sheets of Abracadabra."""

from __future__ import annotations

from typing import Final

from rules.contract import View
from tests.sheets import RIGHT_TO_LEFT, WIDE, Phase, Table

FOUR: Final = Table("four players", options={"deals": 1})
THREE: Final = Table("three players", 3)
DUMMY: Final = Table("two and a dummy", 2)
SHORT: Final = Table("the short pack", 2, {"two_player": "short"})
DECLARED: Final = Table("trumps declared", 3, {"trump": "declared", "success": "at_least"})
LONG: Final = Table("the longest names", names=WIDE)
DUMMY_ONE_DEAL: Final = Table("two and a dummy, one deal", 2, {"deals": 1})
TARGET: Final = Table("to 60 points", 3, {"target": 60})
RIGHT_TO_LEFT_NAMES: Final = Table("names from right to left", names=RIGHT_TO_LEFT)
TABLES: Final = (FOUR, THREE, DUMMY, SHORT, LONG)


def _holds_joker_and_barred_cards(view: View) -> bool:
    return view["phase"] == "play" and "JOKER" in (view["hand"] or ()) and bool(view["barred"])


def _is_near_the_end(view: View) -> bool:
    return view["phase"] == "play" and len(view["tricks"]) == view["length"] - 4 and bool(view["barred"])


def _has_cards_on_the_right(view: View) -> bool:
    return view["phase"] == "play" and bool(view["right"] or view["turned"]) and len(view["tricks"]) > 2


def _ends_trick_from_dummy(view: View) -> bool:
    return view["due"] == "dummy" and len(view["trick"]) == 2 and len(view["moves"]) > 1


def _may_expose(view: View) -> bool:
    return view["phase"] == "expose" and bool(view["choices"])


PHASES: Final = (
    Phase(
        "lobby",
        (
            Table("with a computer player", 1, computers=1),
            Table("all options", 2, {"deals": 7, "target": 500, "success": "at_least", "two_player": "short"}),
            LONG,
        ),
        None,
        opens="Rules",
    ),
    Phase("suit", TABLES[:3], lambda view: view["phase"] == "suit" and any(view["suits"])),
    Phase("bid", TABLES, lambda view: view["phase"] == "bid" and any(view["bids"])),
    Phase("place", TABLES, lambda view: view["phase"] == "place" and len(view["to_act"]) == 1),
    Phase("place-at-once", (FOUR, THREE, LONG), lambda view: view["phase"] == "place" and len(view["to_act"]) > 1),
    Phase("trump", (DECLARED, SHORT), lambda view: view["phase"] == "trump"),
    Phase("expose", TABLES, lambda view: view["phase"] == "expose" and len(view["to_act"]) == 1),
    Phase("expose-others", (FOUR, THREE), lambda view: view["phase"] == "expose" and len(view["to_act"]) > 1),
    Phase("expose-form", (FOUR,), _may_expose, then=("Expose bid cards …",)),
    Phase("lead", (*TABLES, RIGHT_TO_LEFT_NAMES), lambda view: view["phase"] == "play" and not view["trick"]),
    Phase("follow", TABLES, _is_near_the_end),
    Phase("joker", (FOUR, DUMMY), _holds_joker_and_barred_cards),
    Phase("doubled", (FOUR, THREE, LONG), _has_cards_on_the_right),
    Phase("from-the-dummy", (DUMMY,), _ends_trick_from_dummy),
    Phase("lead-from-the-dummy", (DUMMY,), lambda view: view["due"] == "dummy" and not view["trick"]),
    Phase("waiting", (FOUR, DUMMY), lambda view: view["phase"] == "play" and len(view["trick"]) == 1, waits=True),
    Phase("deal-over", (THREE, DUMMY, TARGET, LONG), lambda view: view["last"] is not None and not view["finished"]),
    Phase("game-over", (FOUR, DUMMY_ONE_DEAL), lambda view: view["finished"], opens="Log"),
    Phase("scores", (FOUR, THREE), lambda view: view["finished"], opens="More", then=("Scores",)),
)
