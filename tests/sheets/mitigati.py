"""The contact sheets of Mitigati."""

from __future__ import annotations

from typing import Final

from rules.contract import View
from tests.sheets import RIGHT_TO_LEFT, SUBMIT, WIDE, Phase, Table

HANDS: Final = Table("three hands", 3)
PLAIN: Final = Table("no bargaining", 3, {"bargaining": False, "hands": 1})
LONG: Final = Table("the longest names", 3, {"bargaining": False, "hands": 1}, WIDE)
OTHERS: Final = Table("names from right to left", 3, {"bargaining": False, "hands": 1}, RIGHT_TO_LEFT)
LONGEST: Final = Table("bargaining, the longest names", 3, names=WIDE)


def _barred(view: View) -> bool:
    return view["phase"] == "play" and len(view["trick"]) == 2 and len(view["barred"]) > 5


def _bargaining(view: View) -> bool:
    return view["phase"] == "bargain" and len(view["order"]) == 2


def _has_bonus(view: View) -> bool:
    return view["phase"] == "declare" and bool(view["choices"])


PHASES: Final = (
    Phase(
        "lobby",
        (Table("with a computer player", 2, computers=1), Table("flat bonuses", 3, {"bonuses": "flat"}), LONG),
        None,
        opens="Rules",
    ),
    Phase("bargain", (HANDS, LONGEST), _bargaining),
    Phase("discard", (PLAIN, LONG), lambda view: view["phase"] == "discard"),
    Phase("declare", (PLAIN, LONG), lambda view: view["phase"] == "declare"),
    Phase("ask-form", (HANDS,), _bargaining, then=("Ask …",)),
    Phase("discard-form", (PLAIN,), lambda view: view["phase"] == "discard", then=("Discard 3 cards …",)),
    Phase(
        "discard-too-few",
        (PLAIN,),
        lambda view: view["phase"] == "discard",
        then=("Discard 3 cards …", SUBMIT),
    ),
    Phase("declare-form", (PLAIN,), _has_bonus, then=("Choose bonuses …",)),
    Phase("declare-confirm", (PLAIN,), _has_bonus, then=("Choose bonuses …", SUBMIT)),
    Phase("declare-change", (PLAIN,), _has_bonus, then=("Choose bonuses …", SUBMIT, "Change")),
    Phase("lead", (PLAIN, LONG, OTHERS), lambda view: view["phase"] == "play" and not view["trick"] and view["hand"]),
    Phase("follow", (PLAIN, LONG), _barred),
    Phase("waiting", (PLAIN,), lambda view: view["phase"] == "play" and len(view["trick"]) == 1, waits=True),
    Phase(
        "hand-over", (Table("no bargaining, three hands", 3, {"bargaining": False}), HANDS), lambda view: view["last"]
    ),
    Phase("game-over", (PLAIN, LONG), lambda view: view["finished"], opens="Log"),
    Phase("scores", (PLAIN, LONG), lambda view: view["finished"], opens="More", then=("Scores",)),
)
