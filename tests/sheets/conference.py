"""The contact sheets of Conference."""

from __future__ import annotations

from typing import Final

from rules.contract import View
from tests.sheets import RIGHT_TO_LEFT, SUBMIT, WIDE, Phase, Table

FOUR_HANDS: Final = Table("four hands")
LEAGUE: Final = Table("League and Gallowglass", options={"league": True, "gallowglass": True, "hands": 1})
ALLEGIANCE: Final = Table("Allegiance", options={"good_evil": "allegiance", "hands": 1})
LONG: Final = Table("the longest names", 4, {"good_evil": "allegiance", "league": True, "hands": 1}, WIDE)
RIGHT_TO_LEFT_NAMES: Final = Table("names from right to left", names=RIGHT_TO_LEFT)
NO_GOOD_AND_EVIL: Final = Table("without Good and Evil", options={"good_evil": "none", "hands": 1})
CUT: Final = Table("cut", options={"between_hands": "cut", "good_evil": "allegiance"})
CUT_LONG: Final = Table("cut, the longest names", options={"between_hands": "cut"}, names=WIDE)


def _has_many_barred_cards(view: View) -> bool:
    return view["phase"] == "play" and len(view["trick"]) == 2 and len(view["barred"]) > 5


def _may_call(view: View) -> bool:
    return view["phase"] == "play" and len(view["tricks"]) > 3 and any(move.endswith("ours") for move in view["moves"])


def _calls_anew(view: View) -> bool:
    return _may_call(view) and len(view["calls"]) == 1


def _must_bring(view: View) -> bool:
    return any(why[0] == "C7.3" for why in view["barred"].values())


def _is_third_trick(view: View) -> bool:
    return view["phase"] == "play" and len(view["tricks"]) == 2 and len(view["trick"]) == 1


def _stands_in(view: View) -> bool:
    """A card of the hired suit may stand in for the suit led."""
    cards = [move.removeprefix("play ") for move in view["moves"]]
    plain = view["led"] in set("EAFW") and view["gallowglass"] not in {None, "none", view["led"]}
    return plain and {view["led"], view["gallowglass"]} <= {card[-1] for card in cards if not card.isdigit()}


NOTES: Final = ("I hold no Fire. Lead some.", "Keep your high trumps for the end: the King of Air is still out. " * 3)

PHASES: Final = (
    Phase(
        "lobby",
        (
            Table("with a computer player", 3, computers=1),
            Table(
                "every option",
                4,
                {"good_evil": "allegiance", "league": True, "gallowglass": True, "between_hands": "cut", "hands": 12},
            ),
            LONG,
        ),
        None,
        opens="Rules",
    ),
    Phase("discard", (FOUR_HANDS, NO_GOOD_AND_EVIL, LONG), lambda view: view["phase"] == "discard"),
    Phase("discard-form", (FOUR_HANDS,), lambda view: view["phase"] == "discard", then=("Discard 4 cards …",)),
    Phase(
        "discard-too-few", (FOUR_HANDS,), lambda view: view["phase"] == "discard", then=("Discard 4 cards …", SUBMIT)
    ),
    Phase("gallowglass", (LEAGUE,), lambda view: view["phase"] == "gallowglass"),
    Phase(
        "lead", (FOUR_HANDS, LEAGUE, LONG), lambda view: view["phase"] == "play" and not view["trick"] and view["hand"]
    ),
    Phase("follow", (FOUR_HANDS, LEAGUE, LONG, RIGHT_TO_LEFT_NAMES), _has_many_barred_cards),
    Phase("call", (ALLEGIANCE, LONG), _may_call),
    Phase("call-anew", (ALLEGIANCE,), _calls_anew),
    Phase("must-bring", (ALLEGIANCE,), _must_bring),
    Phase("taken-back", (ALLEGIANCE, LONG), lambda view: view["taken_back"] and view["trick"]),
    Phase("stand-in", (Table("Gallowglass, twelve hands", options={"gallowglass": True, "hands": 12}),), _stands_in),
    Phase("waiting", (FOUR_HANDS,), lambda view: view["phase"] == "play" and len(view["trick"]) == 1, waits=True),
    Phase("plan", (ALLEGIANCE, LONG), _is_third_trick, waits=True, then=("Plan next move",)),
    Phase("cut", (CUT, CUT_LONG), lambda view: view["phase"] == "cut"),
    Phase(
        "hand-over",
        (FOUR_HANDS, Table("Allegiance, four hands", options={"good_evil": "allegiance"})),
        lambda view: view["last"],
    ),
    Phase("notes", (ALLEGIANCE, LONG), _is_third_trick, notes=NOTES, waits=True),
    Phase("note-form", (FOUR_HANDS,), _is_third_trick, then=("Send note",)),
    Phase("show-question", (FOUR_HANDS,), _is_third_trick, then=("Show hand",)),
    Phase("shown-hand", (FOUR_HANDS, LONG), _is_third_trick, shown=True),
    Phase("game-over", (ALLEGIANCE, LONG), lambda view: view["finished"], opens="Log"),
    Phase("scores", (LEAGUE, LONG), lambda view: view["finished"], opens="More", then=("Scores",)),
)
