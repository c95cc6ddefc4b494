"""The cells of a pad's spreadsheet, guarded against being read as formulas.

A text that begins like a formula gets an apostrophe, which reading removes. So does text after a semicolon, a tab or
a new line.
"""

from __future__ import annotations

import re
from typing import Final

from data.pads.records import HandState, PlayerState
from rules.contract import Option, OptionValue

TITLE: Final = "Eldest Hand score pad"
"""The first cell; the version stands beside it."""

VERSION: Final = 1

LEADING_COLUMNS: Final = ("Hand", "Played", "Dealer", "Counts")
"""The columns before the players'."""

TRAILING_COLUMNS: Final = ("Sat", "Told")
"""The columns behind the players'."""

PLAYS_ROW: Final = "Plays"
"""The row that says who plays the next hand."""

START_ROW: Final = "Start"
"""The row that says what late comers were given to start with."""

TOTAL_ROW: Final = "Total"

PLAYER_STATE_WORDS: Final[dict[PlayerState, str]] = {"in": "yes", "out": "sits out", "left": "has left"}
HAND_STATE_WORDS: Final[dict[HandState, str]] = {"counts": "yes", "struck": "struck out", "contested": "contested"}

_FORMULA_SIGNS: Final = "=+\\-@\\t\\r\\n＝＋－＠\u2212"
"""The signs that begin a formula in some program; East Asian ones take the wide signs, too."""

_FORMULA_START: Final = re.compile(rf"((?:^|[;\t\r\n])[^\S\t\r\n]*'*)(?=[{_FORMULA_SIGNS}])")
_GUARDED_START: Final = re.compile(rf"((?:^|[;\t\r\n])[^\S\t\r\n]*'*)'(?=[{_FORMULA_SIGNS}])")


def guard(text: str) -> str:
    """Return a text as a cell that is no formula."""
    return _FORMULA_START.sub(r"\1'", text)


def unguard(cell: str) -> str:
    """Return the text of a cell that may have been guarded."""
    return _GUARDED_START.sub(r"\1", cell)


def day_cell(when: str) -> str:
    """Return a day, or an instant, as a cell that spreadsheets leave as it is.

    They write days as their country does.
    """
    return f"'{when}" if "T" not in when else when


def option_cell(value: OptionValue) -> str:
    """Return an option's value as a cell."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def parse_option(option: Option, cell: str) -> object:
    """Return the option's value in a cell; the cell itself if it is none."""
    for value in option.allowed:
        if option_cell(value) == cell.lower():
            return value
    return int(number[1]) if (number := re.fullmatch(r"(-?[0-9]{1,12})(?:[.,]0{1,2})?", cell)) else cell
