"""The ledger of every game: each hand's columns add up to what was scored, and all hands to the score sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.ui.game.presenter import Presenter
from bot.ui.pictures import lay_scene
from bot.ui.pictures.lettering import ELLIPSIS
from bot.ui.scene import text
from bot.ui.scene.scene import Ledger
from bot.ui.table.results import points_of_only_hand
from rules.contract import Game
from tests.support.drawings import problems_of
from tests.support.every_game import NAMES, TITLE, WIDE, every_table, hands, players, presenter_of, samples_of

NUMBER = re.compile(r"[+\u2212]?\d+")
MAX_EXACT_AMOUNT = 100_000
"""Larger amounts are rounded in a picture."""
MAX_COLUMN_LETTERS = 8
"""Letters of a column's title at most."""


def read_numbers(line: str) -> list[int]:
    """Return the signed numbers of a line."""
    return [int(result.replace("\u2212", "-")) for result in NUMBER.findall(line)]


@every_table
def test_ledger_of_a_hand_adds_up_to_what_the_rules_score(game: Game, table: str) -> None:
    """Net is the sum of the columns and the hand's points. Total is the points of all hands. The board shows both."""
    presenter, over = presenter_of(game), 0
    for position, _ in hands(game, table):
        view, score, who = position.view(), position.state.score(), players(position.seats)
        last = view["last"]
        ledger = presenter.ledger(last, view["points"], who)
        assert ledger == presenter.table(view, who, TITLE).ledger
        assert [row.seat for row in ledger.rows] == list(range(position.seats))
        assert [row.name for row in ledger.rows] == list(NAMES[: position.seats])
        assert [row.net for row in ledger.rows] == list(score.hands[last["number"]])
        assert [row.total for row in ledger.rows] == list(score.totals)
        assert {len(row.parts) for row in ledger.rows} == {len(ledger.parts)}
        assert [sum(row.parts) for row in ledger.rows] == [row.net for row in ledger.rows]
        assert all(row.note for row in ledger.rows)
        over += 1
    assert over


@every_table
def test_ledgers_of_all_hands_make_the_score_sheet(game: Game, table: str) -> None:
    """Hand by hand the nets are the rows of the score sheet, and together the totals that it ends with."""
    presenter, sheet = presenter_of(game), list[list[int]]()
    for position, _ in hands(game, table):
        view, who = position.view(), players(position.seats)
        if view["last"]["number"] == 0:
            sheet = []
        sheet.append([row.net for row in presenter.ledger(view["last"], view["points"], who).rows])
        assert sheet == [list(points) for points in position.state.score().hands]
        assert [sum(column) for column in zip(*sheet, strict=True)] == view["scores"]


@every_table
def test_ledger_columns_have_short_titles(game: Game, table: str) -> None:
    presenter = presenter_of(game)
    for position, _ in hands(game, table):
        view = position.view()
        ledger = presenter.ledger(view["last"], view["points"], players(position.seats))
        for column in (*ledger.parts, ledger.net):
            assert 1 <= len(column) <= MAX_COLUMN_LETTERS


@every_table
def test_ledger_in_words_has_every_number_in_its_order(game: Game, table: str) -> None:
    """A single column is the sum: it is told once, and needs no line that says what is added."""
    presenter = presenter_of(game)
    for position, _ in hands(game, table):
        view = position.view()
        ledger = presenter.ledger(view["last"], view["points"], players(position.seats))
        lines = text.ledger_lines(ledger)
        for row, line in zip(ledger.rows, lines[len(ledger.parts) > 1 :], strict=True):
            assert row.name in line
            parts = row.parts if len(row.parts) > 1 else ()
            assert read_numbers(line.rpartition(":")[2]) == [*parts, row.net, row.total]


@every_table
def test_a_game_of_one_hand_ends_with_everybodys_sum(game: Game, table: str) -> None:
    """Where that are many people, with the reader's; a longer game has its score sheet for that."""
    presenter = presenter_of(game)
    for position, _ in hands(game, table):
        view, reader = position.view(), replace(players(position.seats), reader=1)
        sentence = points_of_only_hand(presenter, view, reader)
        if len(view["points"]) > 1:
            assert sentence == ""
            return
        rows = presenter.ledger(view["last"], view["points"], reader).rows
        result = rows if len(rows) <= 4 else [row for row in rows if row.seat == 1]
        lines = [line for line in sentence.splitlines() if not line.startswith("-# ")]
        assert [row.name in line for row, line in zip(result, lines, strict=True)] == [True] * len(result)


@pytest.mark.parametrize("names", [NAMES, WIDE], ids=["short", "wide"])
@every_table
def test_ledger_has_room_for_all_in_the_picture(game: Game, table: str, names: Sequence[str]) -> None:
    """Every number and title is drawn whole; so are short names and the notes beside them."""
    presenter, drawn_of = presenter_of(game), set[Ledger]()
    for position, _ in hands(game, table):
        scene = presenter.table(position.view(), players(position.seats, None, names), TITLE)
        assert scene.ledger is not None
        shape = scene.ledger._replace(rows=())
        if shape in drawn_of:  # pictures are dear: one for each set of columns
            continue
        drawn_of.add(shape)
        sketch = lay_scene(scene)
        drawn = [words.text for words in sketch.words()]
        assert problems_of(sketch) == []
        assert {*scene.ledger.parts, scene.ledger.net} <= set(drawn)
        for row in scene.ledger.rows:
            texts = {
                text.format_signed(part)
                for part in (*row.parts, row.net, row.total)
                if 0 < abs(part) < MAX_EXACT_AMOUNT
            }
            assert texts <= set(drawn)
            if names is NAMES:
                assert {row.name, f"{row.seat + 1} {row.name}"} & set(drawn)
                assert row.note in drawn or samples_of(game).may_cut(scene)
        if names is NAMES and not samples_of(game).may_cut(scene):
            assert not [words for words in drawn if ELLIPSIS in words]
    assert drawn_of


@every_table
def test_ledger_holds_five_digits_in_every_column_and_wide_names(game: Game, table: str) -> None:
    presenter, drawn_of = presenter_of(game), set[Ledger]()
    for position, _ in hands(game, table):
        scene = presenter.table(position.view(), players(position.seats, None, WIDE), TITLE)
        assert scene.ledger is not None
        shape = scene.ledger._replace(rows=())
        if shape in drawn_of:
            continue
        drawn_of.add(shape)
        most = [(1 - MAX_EXACT_AMOUNT) * (-1) ** number for number in range(len(shape.parts))]
        rows = tuple(row._replace(parts=tuple(most), total=1 - MAX_EXACT_AMOUNT) for row in scene.ledger.rows)
        sketch = lay_scene(scene._replace(ledger=scene.ledger._replace(rows=rows)))
        assert problems_of(sketch) == []
        written = [words.text for words in sketch.words()]
        for number in (*most, 1 - MAX_EXACT_AMOUNT):
            assert text.format_signed(number) in written
    assert drawn_of


@every_table
def test_the_points_of_ones_own_hand_stand_with_their_sum(game: Game, table: str) -> None:
    """Unless they are one number, or none, the hand's message adds up the parts."""
    presenter = presenter_of(game)
    if type(presenter).result_text is not Presenter.result_text:
        return  # a game with words of its own is held by its own tests
    for position, _ in hands(game, table):
        view, reader = position.view(1), players(position.seats)
        row = presenter.ledger(view["last"], view["points"], reader).rows[1]
        texts = read_numbers(presenter.result_text(view, reader))
        parts = [part for part in row.parts if part]
        assert texts == [*([row.net] if row.net else ()), *(parts if len(parts) > 1 else ())]
