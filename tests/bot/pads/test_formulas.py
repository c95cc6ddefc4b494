"""No spreadsheet takes a name, a pad's name or anything told for a formula, and numbers stay numbers."""

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pads.exporting.csv_cells import guard, unguard
from bot.pads.exporting.files import format_csv
from bot.pads.importing.reader import read_pad
from tests.bot.pads.samples import free

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "|", "%")
NUMBER = re.compile(r"-?[0-9]+")

NASTY = [
    *("=1+1", "+1+1", "-1+1", "@SUM(1)", '=HYPERLINK("https://example.org","x")', "=cmd|' /C calc'!A0"),
    *("a;=1+1", "a; =1+1", "a;\t=1", "＝1+1", '"=1+1', "'=1+1", "-5", ";@x", "a\n=1", "a\r=1", "\u202e=1"),
]


def read_cells(text: str, delimiter: str) -> list[str]:
    return [cell for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) for cell in row]


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_no_cell_is_a_formula_however_cells_are_parted(name: str, delimiter: str) -> None:
    file = format_csv(free((-3, 4), names=(name, "Ada"), name=name)).decode("utf-8-sig")
    cells = read_cells(file, delimiter)
    assert [cell for cell in cells if cell.lstrip(" ").startswith(FORMULA) and not NUMBER.fullmatch(cell)] == []
    if delimiter == ",":
        assert "-3" in cells
    read = read_pad(file.encode())
    assert read.hands[0].points == (-3, 4)


@given(st.text("ab '\"=+-@;,\t\r\n＝|", max_size=12))
def test_guarded_formulas_read_back_unchanged(text: str) -> None:
    assert unguard(guard(text)) == text
    for part in re.split(r"[;\t\r\n]", guard(text)):
        assert not part.lstrip(" ").startswith(("=", "+", "-", "@", "＝"))


@pytest.mark.parametrize("text", ["Ada", "'Tis", "Jean-Luc", "1-2", "", "O'Hara"])
def test_plain_names_stand_as_they_are(text: str) -> None:
    assert guard(text) == unguard(text) == text
