"""Laying out a ledger: a row a player, columns of numbers, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.ui.pictures.items import Panel, Sketch, Words
from bot.ui.pictures.lettering import SMALLEST_SIZE_PX, fit_text, fold, fold_name, signed_amount, text_width
from bot.ui.pictures.palette import FELT, GOLD, PALE, PLATE, WHITE
from bot.ui.pictures.zones import GAP_PX, LINE_HEIGHT_PX, MARGIN_PX, PADDING_PX
from bot.ui.scene.scene import Ledger

ROW_HEIGHT_PX: Final = 54
"""The height of a row, whose figures stand beside its name."""

_BELOW: Final = 50
"""How far below its name a row's figures begin, where they do not fit beside it: nearer than the next name."""

_TWO_LINES: Final = 2 * ROW_HEIGHT_PX + 16
"""The height of a row then."""

_FIGURE: Final = SMALLEST_SIZE_PX + 3
_NUMBER: Final = 180
"""The widest number: it holds five digits and their sign, longer ones are rounded."""

_APART: Final = 24

_NOTE_APART: Final = 16

_FEW: Final = 4
"""Players of whom each may have two lines for the sake of a note."""

_BESIDE: Final = 269
"""The room beside the figures for a name of a dozen letters; with less, the figures stand below the names."""

_SUMS: Final = 2
"""The columns at the end of a ledger that are sums: of the hand, and of all hands."""


class _Row(NamedTuple):
    """A row of the picture: its words, and its numbers as they are drawn."""

    name: str
    note: str
    numbers: tuple[str, ...]


class _Fitted(NamedTuple):
    """The texts of a ledger's columns, and the width of each."""

    columns: tuple[str, ...]
    rows: list[_Row]
    widths: tuple[int, ...]

    def taken(self, columns: Sequence[int]) -> int:
        """The room of some columns, each with what parts it from what stands before it."""
        return sum(self.widths[number] + _APART for number in columns)


class _Line(NamedTuple):
    """Columns beside each other: which, where their titles stand, and how far below its row's top a figure does."""

    columns: Sequence[int]
    title_y: int
    below: int


def _fitted(ledger: Ledger) -> _Fitted:
    """The ledger's columns, with the players' rows."""
    columns = (*ledger.parts, ledger.net, "Total")
    rows = [
        _Row(fold_name(row.name, row.seat), fold(row.note), _drawn((*row.parts, row.net, row.total)))
        for row in ledger.rows
    ]
    return _Fitted(columns, rows, tuple(_width(column, rows, at) for at, column in enumerate(columns)))


def _drawn(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(signed_amount(number, _NUMBER, _FIGURE, bold=True) for number in numbers)


def _width(column: str, rows: Sequence[_Row], number: int) -> int:
    """How wide a column is: its title, its widest figure."""
    figures = [text_width(row.numbers[number], _FIGURE, bold=True) for row in rows]
    return max(text_width(fold(column), SMALLEST_SIZE_PX, bold=True), *figures)


def _lines(fitted: _Fitted, room: int, y: int) -> list[_Line]:
    """The lines of figures of each row: beside its name; below it; or the sums beside it and all else below."""
    every = range(len(fitted.columns))
    beside = room - fitted.taken(every)
    few = fitted.rows if len(fitted.rows) <= _FEW else ()  # of many, two lines each would be too high
    if beside >= _BESIDE and not any(_loses_note(row, beside) for row in few):
        return [_Line(every, y, 0)]
    if beside + _APART >= 0:
        return [_Line(every, y, _BELOW)]
    parts, sums = every[:-_SUMS], every[-_SUMS:]
    return [_Line(sums, y, 0), _Line(parts, y + ROW_HEIGHT_PX, _BELOW)]


def lay_ledger(sketch: Sketch, ledger: Ledger, y: int) -> int:
    """The ledger from `y` down; gives the y below it.

    Where the columns leave no room for the names beside them, a row's figures stand below its name.
    """
    left, right = MARGIN_PX + PADDING_PX, sketch.width - MARGIN_PX - PADDING_PX
    fitted = _fitted(ledger)
    lines = _lines(fitted, right - left, y + 6)
    high = _TWO_LINES if any(line.below for line in lines) else ROW_HEIGHT_PX
    first = lines[-1].title_y + LINE_HEIGHT_PX
    bottom = first + len(fitted.rows) * high + PADDING_PX
    sketch.items.append(Panel(MARGIN_PX, y, sketch.width - 2 * MARGIN_PX, bottom - y, PLATE, FELT))
    words: list[Words] = []
    for line in lines:
        end = right
        for number in reversed(line.columns):
            column, strong = fitted.columns[number], number >= len(ledger.parts)
            title = fold(column)
            x = end - text_width(title, SMALLEST_SIZE_PX, bold=True)
            words.append(Words(x, line.title_y, title, SMALLEST_SIZE_PX, True, GOLD if strong else PALE, PLATE))
            for place, row in enumerate(fitted.rows):
                text = row.numbers[number]
                x, top = end - text_width(text, _FIGURE, bold=True), first + place * high + line.below
                words.append(Words(x, top, text, _FIGURE, True, GOLD if strong else WHITE, PLATE))
            end -= fitted.widths[number] + _APART
    room = right - left - sum(fitted.taken(line.columns) for line in lines if not line.below)
    for place, row in enumerate(fitted.rows):
        words += _name(row, left, first + place * high, room)
    sketch.items += sorted(words, key=lambda line: -line.y)  # a line would hide the feet of letters above it
    return bottom + GAP_PX


def _loses_note(row: _Row, room: int) -> bool:
    """Whether a name fits into the room, and what its figures come from does not fit beside it."""
    name = text_width(row.name, _FIGURE, bold=True)
    return name <= room < name + _NOTE_APART + text_width(row.note, SMALLEST_SIZE_PX)


def _name(row: _Row, x: int, y: int, room: int) -> list[Words]:
    """Whose row it is, and what its figures come from as far as there is room for it."""
    name = fit_text(row.name, room, _FIGURE, bold=True)
    beside = text_width(name, _FIGURE, bold=True) + _NOTE_APART
    found = [Words(x, y, name, _FIGURE, True, WHITE, PLATE)]
    if row.note and room - beside > 80:
        note = fit_text(row.note, room - beside, SMALLEST_SIZE_PX)
        found.append(Words(x + beside, y + 3, note, SMALLEST_SIZE_PX, False, PALE, PLATE))
    return found
