"""The ledger of Conference against the core: every hand of random games, from what a view shows alone."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from bot.ui.pictures import lay
from bot.ui.pictures.lettering import ELLIPSIS
from bot.ui.scene import text as scene_text
from bot.ui.scene.scene import Ledger
from tests.cogs.games.conference.games import EVERY, LOOK, NAMES, TITLE, WIDE, Options, players, states

NUMBER = re.compile(r"[+\u2212]?\d+")


@pytest.mark.parametrize("options", EVERY, ids=str)
def test_every_column_adds_up_to_what_the_core_says(options: Options) -> None:
    """Card points and tricks less what the others have, or less the target; net is the hand's points (C8)."""
    for seed in range(6):
        for state, log in states(seed, options, 4 if options.get("between_hands") == "cut" else 1):
            if log is None:
                continue
            view, score = state.view(None), state.score()
            last = view["last"]
            ledger = LOOK.ledger(last, view["points"], players())
            assert ledger == LOOK.table(view, players(), TITLE).ledger
            assert [row.net for row in ledger.rows] == list(score.hands[last["number"]])
            assert [row.total for row in ledger.rows] == list(score.totals)
            assert [row.name for row in ledger.rows] == list(NAMES)
            for row in ledger.rows:
                cards, tricks = re.findall(r"\d+", row.note)
                assert [int(cards), int(tricks)] == [last[key][row.seat // 2] for key in ("card_points", "won")]
            assert ledger.net.clause == ("C8.4" if last["calls"] else clause(last))
            written_as_drawn(ledger)


def clause(last: dict[str, Any]) -> str:
    """C8.2, C8.3: which of them a hand without a call comes under."""
    return "C8.2" if last["gallowglass"] in {None, "none"} else "C8.3"


def test_hands_come_under_every_clause_and_short_of_the_target_too() -> None:
    """C8.3: where neither side has 83 the dealer's side pays what it lacks."""
    seen: Counter[str] = Counter()
    for seed in range(40):
        for state, log in states(seed, EVERY[(0, 1, 3)[seed % 3]]):
            if log is None:
                continue
            view = state.view(None)
            last = view["last"]
            ledger = LOOK.ledger(last, view["points"], players())
            seen[ledger.net.clause] += 1
            if ledger.parts[1].title == "Target":
                dealers = last["dealer"] // 2
                assert max(last["totals"]) < 83
                for row in ledger.rows:
                    sign = 1 if row.seat // 2 == dealers else -1
                    assert row.parts == (sign * last["totals"][dealers], -sign * 83)
                seen["short"] += 1
            else:
                for row in ledger.rows:
                    side = row.seat // 2
                    assert row.parts == (last["card_points"][side] + last["won"][side], -last["totals"][1 - side])
    assert set(seen) == {"C8.2", "C8.3", "C8.4", "short"}, seen


def written_as_drawn(ledger: Ledger) -> None:
    """Every number stands in the words, in their order."""
    for row, line in zip(ledger.rows, scene_text.ledger_lines(ledger)[1:], strict=False):
        numbers = [int(found.replace("\u2212", "-")) for found in NUMBER.findall(line.rpartition(":")[2])]
        assert numbers == [*row.parts, row.net, row.total]


@pytest.mark.parametrize("names", [NAMES, WIDE], ids=["short", "wide"])
def test_all_columns_have_room_in_the_picture(names: tuple[str, ...]) -> None:
    """Names, notes and all numbers; nothing short is cut, and nothing that a player is called covers a number."""
    for state, log in states(3, EVERY[1], 4):
        if log is None:
            continue
        scene = LOOK.table(state.view(None), players(None, names), TITLE)
        assert scene.ledger is not None
        drawn = [one.text for one in lay(scene).words()]
        for row in scene.ledger.rows:
            assert f"{row.net:+d}".replace("-", "\u2212") in drawn or not row.net
        assert "C8.1" in drawn
        if names is NAMES:
            assert not [text for text in drawn if ELLIPSIS in text]
            assert all(row.note in drawn for row in scene.ledger.rows)
