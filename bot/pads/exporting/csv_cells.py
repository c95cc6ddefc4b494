"""The cells of a pad's spreadsheet: what stands in which, and texts that no program takes for a formula.

A text that begins like a formula gets an apostrophe before the sign that would make it one, and loses it again when it
is read. The same goes for what follows a semicolon, a tab or a new line: where those part cells, it would begin one.
"""

from __future__ import annotations

import re
from typing import Final

from data.pad_records import HandState, PlayerState
from rules.contract import Option, OptionValue

TITLE: Final = "Eldest Hand score pad"
"""The first cell; beside it stands the version."""

VERSION: Final = 1

BEFORE: Final = ("Hand", "Played", "Dealer", "Counts")
"""The columns before those of the players."""

AFTER: Final = ("Sat", "Told")
"""The columns behind them."""

PLAYS: Final = "Plays"
"""The row that says who plays the next hand."""

START: Final = "Start"
"""The row that says what late comers were given to start with."""

TOTAL: Final = "Total"

STATES: Final[dict[PlayerState, str]] = {"in": "yes", "out": "sits out", "left": "has left"}
COUNTS: Final[dict[HandState, str]] = {"counts": "yes", "struck": "struck out", "contested": "contested"}

_SIGNS: Final = "=+\\-@\\t\\r\\n＝＋－＠\u2212"
"""With what a formula begins for one program or another; East Asian ones take the wide signs, too."""

_BEGINS: Final = re.compile(rf"((?:^|[;\t\r\n])[^\S\t\r\n]*'*)(?=[{_SIGNS}])")
_GUARDED: Final = re.compile(rf"((?:^|[;\t\r\n])[^\S\t\r\n]*'*)'(?=[{_SIGNS}])")


def guarded(text: str) -> str:
    """A text as a cell that is no formula."""
    return _BEGINS.sub(r"\1'", text)


def bare(cell: str) -> str:
    """The text of a cell that may have been guarded."""
    return _GUARDED.sub(r"\1", cell)


def day_cell(when: str) -> str:
    """A day, or an instant, as a cell that spreadsheets leave as it is: they write days as their country does."""
    return f"'{when}" if "T" not in when else when


def option_cell(value: OptionValue) -> str:
    """An option's value as a cell."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def option_value(option: Option, cell: str) -> object:
    """The value that a cell gives an option; the cell itself where it is none of them."""
    for value in option.allowed:
        if option_cell(value) == cell.lower():
            return value
    return int(number[1]) if (number := re.fullmatch(r"(-?[0-9]{1,12})(?:[.,]0{1,2})?", cell)) else cell
