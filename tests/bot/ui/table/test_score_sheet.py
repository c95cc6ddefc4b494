"""The score sheet: every hand and every total, at any width and length."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.common.text import count_columns
from bot.tables.model.table_state import TableState
from bot.ui.table.score_sheet import HANDS_PER_PAGE, MAX_COLUMNS, score_page
from rules.contract import Score
from tests.bot.tables.samples import make_table
from tests.support.messages import buttons, text


class ScoredPosition:
    """A position that has nothing but a score."""

    def __init__(self, hands: list[tuple[int, ...]]) -> None:
        self.hands = hands

    def score(self) -> Score:
        """Return the score."""
        return Score(tuple(self.hands), tuple(map(sum, zip(*self.hands, strict=True))), finished=False, winners=())


def make_scored_table(names: list[str], hands: list[tuple[int, ...]]) -> TableState:
    """Return a table of these people after these hands."""
    sample = make_table().record
    seats = tuple(replace(sample.seats[0], seat=seat, name=name) for seat, name in enumerate(names))
    live = TableState(replace(sample, seats=seats), asyncio.Lock())
    state: Any = ScoredPosition(hands)
    live.state = state
    return live


def read_page(live: TableState, number: int) -> tuple[str, dict[str, str]]:
    message = {"content": "", "components": score_page(live, number).parts}
    return text(message), buttons(message)


@pytest.mark.parametrize("seats", [2, 5, 6, 10])
def test_every_hand_and_the_totals_line_up(seats: int) -> None:
    """In blocks of a few players side by side, each as wide as a phone shows."""
    hands = [tuple((hand + 1) * (seat - 1) for seat in range(seats)) for hand in range(4)]
    sentence, message = read_page(make_scored_table([f"Person{seat}" for seat in range(seats)], hands), -1)
    blocks = [block.strip().splitlines() for block in re.findall(r"```\n(.*?)```", sentence, re.DOTALL)]
    assert len(blocks) == -(-seats // MAX_COLUMNS)
    results = [list(map(str.split, block)) for block in blocks]
    for number, hand in enumerate(hands):
        cells = [cell for block in results for cell in block[number + 1][1:]]
        assert [int(cell.replace("\u2212", "-")) for cell in cells] == list(hand)
    totals = [cell for block in results for cell in block[-1][1:]]
    assert [int(cell.replace("\u2212", "-")) for cell in totals] == [sum(pair) for pair in zip(*hands, strict=True)]
    assert all(len({len(line) for line in block[1:]}) == 1 for block in blocks)
    assert max(len(line) for block in blocks for line in block) <= 38  # what a phone shows
    assert not message


def test_names_above_their_columns_are_told_apart_and_stand_over_them() -> None:
    """Names cut alike have the seats' numbers; wide letters take two columns."""
    names = ["Alexander", "Alexandra", "李小龙", "さくらももこ"]
    sentence, _ = read_page(make_scored_table(names, [(1, -1, 20, -20)]), -1)
    lines = sentence.split("```")[1].strip("\n").splitlines()
    assert lines[0].split() == ["1", "Alex…", "2", "Alex…", "李小龙", "さくら…"]
    assert len({count_columns(line) for line in lines}) == 1
    assert count_columns(lines[0]) <= 38
    assert (count_columns("ab"), count_columns("李a"), count_columns("e\u0301"), count_columns("\u2068שרה\u2069")) == (
        2,
        3,
        1,
        3,
    )


def test_a_long_game_has_pages_and_all_of_it_is_found() -> None:
    hands = [(hand, -hand) for hand in range(2 * HANDS_PER_PAGE + 3)]
    live, cases = make_scored_table(["Ada", "Bela"], hands), set[int]()
    sentence, message = read_page(live, -1)
    for turned in range(3):
        cases |= {int(line.split()[0]) for line in sentence.splitlines() if re.match(r" *\d+ ", line)}
        assert (
            f"{sum(number for number, _ in hands)}"
            in sentence.splitlines()[-2 if "```" in sentence.splitlines()[-1] else -1]
        )
        if turned < 2:
            sentence, message = read_page(live, int(message["Older"].split(":")[3]))
    assert cases == set(range(1, len(hands) + 1))
    assert "Older" not in message
    assert "Newer" in message


def test_the_worst_that_can_be_fits_a_message() -> None:
    """Ten players, fifteen hands, numbers of any size, names that would break out of the block."""
    hands = [tuple(-(10**300) + seat for seat in range(10)) for _ in range(40)]
    sentence, _ = read_page(make_scored_table(["```@everyone" + "W" * 20] * 10, hands), -1)
    assert len(sentence) < 3900
    assert sentence.count("```") == 2 * -(-10 // MAX_COLUMNS)
    assert "\u22481" not in sentence
    assert "≈\u22124.00e301" in sentence


def test_before_the_first_hand_is_over_it_says_so() -> None:
    for live in (make_table(), make_scored_table(["Ada", "Bela"], [])):
        assert "No hand is finished yet." in read_page(live, -1)[0]


def test_a_sum_that_is_not_0_is_explained_where_the_game_has_a_reason() -> None:
    live = make_scored_table(["Ada", "Bela", "Cleo"], [(23, -18, -6), (5, -5, 0)])
    assert text({"content": "", "components": score_page(live, -1, sum_note="One is lost.").parts}).endswith(
        "One is lost."
    )
    even = make_scored_table(["Ada", "Bela", "Cleo"], [(5, -5, 0)])
    assert "One is lost." not in text(
        {"content": "", "components": score_page(even, -1, sum_note="One is lost.").parts}
    )
