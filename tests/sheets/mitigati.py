"""The contact sheets of Mitigati."""

from __future__ import annotations

from typing import Final

from rules.contract import View
from tests.sheets import RIGHT_TO_LEFT, SUBMIT, WIDE, Phase, Table

THREE_HANDS: Final = Table("three hands", 3)
NO_BARGAINING: Final = Table("no bargaining", 3, {"bargaining": False, "hands": 1})
LONG: Final = Table("the longest names", 3, {"bargaining": False, "hands": 1}, WIDE)
RIGHT_TO_LEFT_NAMES: Final = Table("names from right to left", 3, {"bargaining": False, "hands": 1}, RIGHT_TO_LEFT)
LONGEST: Final = Table("bargaining, the longest names", 3, names=WIDE)


def _has_many_barred_cards(view: View) -> bool:
    return view["phase"] == "play" and len(view["trick"]) == 2 and len(view["barred"]) > 5


def _is_second_to_bargain(view: View) -> bool:
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
    Phase("bargain", (THREE_HANDS, LONGEST), _is_second_to_bargain),
    Phase("discard", (NO_BARGAINING, LONG), lambda view: view["phase"] == "discard"),
    Phase("declare", (NO_BARGAINING, LONG), lambda view: view["phase"] == "declare"),
    Phase("ask-form", (THREE_HANDS,), _is_second_to_bargain, then=("Ask …",)),
    Phase("discard-form", (NO_BARGAINING,), lambda view: view["phase"] == "discard", then=("Discard 3 cards …",)),
    Phase(
        "discard-too-few",
        (NO_BARGAINING,),
        lambda view: view["phase"] == "discard",
        then=("Discard 3 cards …", SUBMIT),
    ),
    Phase("declare-form", (NO_BARGAINING,), _has_bonus, then=("Choose bonuses …",)),
    Phase("declare-confirm", (NO_BARGAINING,), _has_bonus, then=("Choose bonuses …", SUBMIT)),
    Phase("declare-change", (NO_BARGAINING,), _has_bonus, then=("Choose bonuses …", SUBMIT, "Change")),
    Phase(
        "lead",
        (NO_BARGAINING, LONG, RIGHT_TO_LEFT_NAMES),
        lambda view: view["phase"] == "play" and not view["trick"] and view["hand"],
    ),
    Phase("follow", (NO_BARGAINING, LONG), _has_many_barred_cards),
    Phase("waiting", (NO_BARGAINING,), lambda view: view["phase"] == "play" and len(view["trick"]) == 1, waits=True),
    Phase(
        "hand-over",
        (Table("no bargaining, three hands", 3, {"bargaining": False}), THREE_HANDS),
        lambda view: view["last"],
    ),
    Phase("game-over", (NO_BARGAINING, LONG), lambda view: view["finished"], opens="Log"),
    Phase("scores", (NO_BARGAINING, LONG), lambda view: view["finished"], opens="More", then=("Scores",)),
)
