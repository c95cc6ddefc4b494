"""The ledger of Mitigati against the core: every hand of random games, from what a view shows alone."""

from __future__ import annotations

import re

import pytest

from bot.ui.pictures import lay
from bot.ui.pictures.lettering import ELLIPSIS
from bot.ui.scene import text as scene_text
from bot.ui.scene.scene import Ledger
from rules.mitigati.records import Word
from rules.mitigati.settlement import asked, offered
from tests.cogs.games.mitigati.games import HANDS, LOOK, NAMES, TITLE, WIDE, players, states

NUMBER = re.compile(r"[+\u2212]?\d+")
WORTH = {"A": 5, "K": 5, "Q": 4, "C": 3, "J": 2, "1": 5, "21": 5, "FOOL": 5}


def worth(card: str) -> int:
    """M1.2, read once more."""
    return WORTH.get(card) or (1 if card.isdigit() else WORTH.get(card[:-1], 1))


@pytest.mark.parametrize("bonuses", ["each", "flat"])
@pytest.mark.parametrize("bargaining", [True, False])
def test_every_column_adds_up_to_what_the_core_says(bonuses: str, bargaining: bool) -> None:
    """Card points less 49 and bonuses, or a word and what was shared; net is the hand's points, total the score."""
    seen = {"played": 0, "bought off": 0, "bonus": 0, "rest": 0}
    for seed in range(10):
        for state, log in states(seed, bonuses=bonuses, bargaining=bargaining):
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
                parts = dict(zip((column.title for column in ledger.parts), row.parts, strict=True))
                if last["bought_off"]:
                    said = last["words"][row.seat]
                    own = 0 if said is None else said[1] if said[0] == "ask" else -said[1]
                    assert parts["Word"] == own
                    assert row.note == ("passed" if said is None else f"{said[0]}ed {said[1]}")
                    seen["rest"] += bool(parts.get("Rest"))
                else:
                    counted = sum(worth(card) for card in last["piles"][row.seat])
                    assert parts["Cards"] == counted - 49
                    assert row.note == f"{counted} less 49"
                    assert parts.get("Bonus", 0) == last["bonuses"][row.seat]
                    seen["bonus"] += "Bonus" in parts
            if last["bought_off"]:
                standing = [word and Word(*word) for word in last["words"]]
                rest = sum(row.parts[1] for row in ledger.rows) if len(ledger.parts) > 1 else 0
                assert rest == offered(standing) - asked(standing)
            written_as_drawn(ledger)
            seen["bought off" if last["bought_off"] else "played"] += 1
    assert seen["played"] > 5
    assert seen["bonus"]
    assert (seen["bought off"] > 3 and seen["rest"] > 3) is bargaining
    assert seen["played"] + seen["bought off"] == 10 * HANDS


def written_as_drawn(ledger: Ledger) -> None:
    """Every number stands in the words, in their order."""
    for row, line in zip(ledger.rows, scene_text.ledger_lines(ledger)[1:], strict=False):
        numbers = [int(found.replace("\u2212", "-")) for found in NUMBER.findall(line.rpartition(":")[2])]
        parts = row.parts if len(row.parts) > 1 else ()  # one alone is the sum, and is told once
        assert numbers == [*parts, row.net, row.total]


@pytest.mark.parametrize("names", [NAMES, WIDE], ids=["short", "wide"])
def test_all_columns_have_room_in_the_picture(names: tuple[str, ...]) -> None:
    """Names, notes and all numbers; nothing short is cut, and nothing that a player is called covers a number."""
    for state, log in states(3, bargaining=False):
        if log is None:
            continue
        view = state.view(None)
        scene = LOOK.table(view, players(None, names), TITLE)
        assert scene.ledger is not None
        drawn = [one.text for one in lay(scene).words()]
        for row in scene.ledger.rows:
            assert f"{row.net:+d}".replace("-", "\u2212") in drawn or not row.net
        assert "M7.1" in drawn
        if names is NAMES:
            assert not [text for text in drawn if ELLIPSIS in text]
            assert all(row.note in drawn for row in scene.ledger.rows)
