"""The contact sheets of Voren."""

from __future__ import annotations

from typing import Final

from rules.contract import View
from tests.sheets import WIDE, Phase, Table

FOUR: Final = Table("four players")
TWO: Final = Table("two players", 2)
TEN: Final = Table("ten with the longest names", 10, names=WIDE)
HIGH_ANTE: Final = Table("ante 300, limit 2", 5, {"ante": 300, "limit": 2})
UNSUITED: Final = Table("unsuited turn-up", 3, {"no_trump_turnup": "unsuited"})
ONE_HAND: Final = Table("one hand", 3, {"hands": 1})


def _is_hand_over(view: View) -> bool:
    return view["phase"] == "deal" and view["last"] is not None


def _is_won_without_play(view: View) -> bool:
    return _is_hand_over(view) and view["last"]["alone"] is not None


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
    Phase("dealer", (FOUR, TEN, HIGH_ANTE), lambda view: view["phase"] == "dealer"),
    Phase("dealer-owing", (FOUR, HIGH_ANTE), lambda view: view["phase"] == "dealer" and any(view["owed"])),
    Phase("stay", (FOUR, TEN, HIGH_ANTE), lambda view: view["phase"] == "stay"),
    Phase("stay-poke", (FOUR, TWO), lambda view: view["phase"] == "stay" and view["poke"] == "open"),
    Phase("stay-no-trumps", (FOUR, UNSUITED), lambda view: view["phase"] == "stay" and view["trumps"] is None),
    Phase("lead", (FOUR, HIGH_ANTE), lambda view: view["phase"] == "play" and not view["trick"]),
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
    Phase("hand-over", (FOUR, TEN, HIGH_ANTE), _is_hand_over),
    Phase("all-folded", (FOUR, TWO), _is_won_without_play),
    Phase("game-over", (ONE_HAND, TWO, TEN), lambda view: view["finished"], opens="Log"),
    Phase("log", (FOUR, TEN), _is_hand_over, opens="Log"),
    Phase("replay", (FOUR, TEN), _is_hand_over, opens="Log", then=("Replay", "Last", "Back")),
    Phase("scores", (TWO, TEN), lambda view: view["finished"], opens="More", then=("Scores",)),
    Phase("more", (FOUR,), lambda view: view["phase"] == "play", opens="More"),
)
