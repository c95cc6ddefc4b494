"""Voren's ledger against the core: every hand of random games, from what a view shows alone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.show import words
from bot.show.look import Players
from bot.show.pictures import lay
from bot.show.scenes import Ledger
from tests.cogs.voren.test_story import LOOK, NAMES, games, states

NUMBER = re.compile(r"[+\u2212]?\d+")


def value(text: str) -> int:
    return int(text.replace("\u2212", "-"))


@pytest.mark.parametrize(("seats", "options"), games())
def test_every_column_adds_up_to_what_the_core_says(seats: int, options: dict[str, Any]) -> None:
    """Paid and won are the pot's; net is the hand's points, which sum to nothing; total is the score."""
    players, matches = Players(NAMES[:seats]), 0
    for seed in range(4):
        for state, log in states(seats, seed, **options):
            if log is None:
                continue
            view, score = state.view(None), state.score()
            last = view["last"]
            ledger = LOOK.ledger(last, view["points"], players)
            assert ledger == LOOK.table(view, players, "Voren").ledger
            assert [row.net for row in ledger.rows] == list(score.hands[last["number"]])
            assert [row.total for row in ledger.rows] == list(score.totals)
            assert sum(row.net for row in ledger.rows) == 0
            sums = {
                column.title: sum(row.parts[place] for row in ledger.rows) for place, column in enumerate(ledger.parts)
            }
            assert sums.pop("Paid") == -last["pot"]
            due = sums.pop("Match", 0)
            assert sums == {"Won": last["pot"] - due}
            matches += due < 0
            written_as_drawn(ledger)
    assert matches


def written_as_drawn(ledger: Ledger) -> None:
    """Every number stands in the words, in their order; the rows of the words add up as they are read."""
    lines = words.ledger_lines(ledger)
    for row, line in zip(ledger.rows, lines[1:], strict=False):
        assert row.name in line
        numbers = [value(found) for found in NUMBER.findall(line.partition(": ")[2])]
        assert numbers == [*row.parts, row.net, row.total]
        assert sum(numbers[: len(row.parts)]) == row.net
    assert value(NUMBER.findall(lines[-1])[-1]) == 0


def test_the_picture_has_a_row_a_player_and_every_number() -> None:
    """Of ten, with their clauses, and a true minus sign."""
    for state, log in states(10, 3, hands=2):
        if log is None:
            continue
        scene = LOOK.table(state.view(None), Players(NAMES), "Voren, table 1")
        drawn = [one.text for one in lay(scene).words()]
        assert scene.ledger is not None
        for row in scene.ledger.rows:
            assert row.name in drawn
            assert {words.signed(number) for number in (*row.parts, row.net, row.total)} <= set(drawn)
        assert {"V2.1", "V6.6", "All together"} <= set(drawn)
        assert any(text.startswith("\u2212") for text in drawn)
