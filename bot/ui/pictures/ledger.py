"""Laying out a ledger: a row a player, columns of numbers, and what they come to; of many columns a block a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.ui.pictures.items import Panel, Sketch, Words
from bot.ui.pictures.lettering import SMALLEST_SIZE_PX, fit_text, fold, fold_name, signed_amount, text_width
from bot.ui.pictures.palette import FELT, GOLD, PALE, PLATE, WHITE, Colour
from bot.ui.pictures.zones import GAP_PX, LINE_HEIGHT_PX, MARGIN_PX, PADDING_PX
from bot.ui.scene.scene import Ledger

ROW_HEIGHT_PX: Final = 54
"""The height of a row, whose figures stand beside its name."""

_FIGURES_OFFSET_PX: Final = 50
"""The distance of a row's figures below its name, where they do not fit beside it: nearer than the next name."""

_TALL_ROW_HEIGHT_PX: Final = 2 * ROW_HEIGHT_PX + 16
"""The height of a row then."""

_FIGURE_SIZE_PX: Final = SMALLEST_SIZE_PX + 3
_MAX_NUMBER_WIDTH_PX: Final = 180
"""The widest number: it holds five digits and their sign, longer ones are rounded."""

_COLUMN_GAP_PX: Final = 24

_NOTE_GAP_PX: Final = 16

_MIN_CUT_NOTE_WIDTH_PX: Final = 80
"""The least room for a note that has to be cut."""

_MAX_TALL_ROWS: Final = 4
"""Players of whom each may have two lines for the sake of a note."""

_MIN_NAME_WIDTH_PX: Final = 269
"""The room beside the figures for a name of a dozen letters; with less, the figures stand below the names."""

_SUM_COLUMNS: Final = 2
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

    @property
    def taken_by_all(self) -> int:
        """The room of the columns, each with what parts it from what stands before it."""
        return sum(self.widths) + _COLUMN_GAP_PX * len(self.widths)


def _fitted(ledger: Ledger) -> _Fitted:
    """Return the ledger's columns with their widths, and the players' rows."""
    columns = (*ledger.parts, ledger.net, "Total")
    rows = [
        _Row(fold_name(row.name, row.seat), fold(row.note), _signed_texts((*row.parts, row.net, row.total)))
        for row in ledger.rows
    ]
    return _Fitted(columns, rows, tuple(_width(column, rows, at) for at, column in enumerate(columns)))


def _signed_texts(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(signed_amount(number, _MAX_NUMBER_WIDTH_PX, _FIGURE_SIZE_PX) for number in numbers)


def _width(column: str, rows: Sequence[_Row], number: int) -> int:
    """Return the width of a column: that of its title or its widest figure."""
    figures = [text_width(row.numbers[number], _FIGURE_SIZE_PX, bold=True) for row in rows]
    return max(text_width(fold(column), SMALLEST_SIZE_PX, bold=True), *figures)


def _below(fitted: _Fitted, room: int) -> int:
    """Return the distance of a row's figures below its name's line: 0 where they have room beside all names."""
    beside = room - fitted.taken_by_all
    few = fitted.rows if len(fitted.rows) <= _MAX_TALL_ROWS else ()  # of many, two lines each would be too high
    return (
        0 if beside >= _MIN_NAME_WIDTH_PX and not any(_loses_note(row, beside) for row in few) else _FIGURES_OFFSET_PX
    )


def lay_ledger(sketch: Sketch, ledger: Ledger, y: int) -> int:
    """Lay the ledger from `y` down; returns the y below it.

    Without room for names beside the columns, a row's figures stand below its name. Without room for all columns side
    by side, each row is a block with its own titles.
    """
    left, right = MARGIN_PX + PADDING_PX, sketch.width - MARGIN_PX - PADDING_PX
    fitted = _fitted(ledger)
    if fitted.taken_by_all - _COLUMN_GAP_PX > right - left:
        words, bottom = _blocks(fitted, left, right, y + 6)
    else:
        words, bottom = _table(fitted, left, right, y + 6)
    sketch.items.append(Panel(MARGIN_PX, y, sketch.width - 2 * MARGIN_PX, bottom - y, PLATE, FELT))
    sketch.items += sorted(words, key=lambda line: -line.y)  # a line would hide the feet of letters above it
    return bottom + GAP_PX


def _table(fitted: _Fitted, left: int, right: int, y: int) -> tuple[list[Words], int]:
    """Return a line of titles and a row a player, and the y below them."""
    below = _below(fitted, right - left)
    high, first = _TALL_ROW_HEIGHT_PX if below else ROW_HEIGHT_PX, y + LINE_HEIGHT_PX
    words, end = list[Words](), right
    for number in reversed(range(len(fitted.columns))):
        words.append(_right(fold(fitted.columns[number]), end, y, SMALLEST_SIZE_PX, _colour(fitted, number, PALE)))
        for place, row in enumerate(fitted.rows):
            top = first + place * high + below
            words.append(_right(row.numbers[number], end, top, _FIGURE_SIZE_PX, _colour(fitted, number, WHITE)))
        end -= fitted.widths[number] + _COLUMN_GAP_PX
    room = right - left - (0 if below else fitted.taken_by_all)
    for place, row in enumerate(fitted.rows):
        words += _name(row, left, first + place * high, room)
    return words, first + len(fitted.rows) * high + PADDING_PX


def _blocks(fitted: _Fitted, left: int, right: int, y: int) -> tuple[list[Words], int]:
    """Return a block a player: the sums beside the name, each after its title, and the parts under their titles."""
    words, parts = list[Words](), len(fitted.columns) - _SUM_COLUMNS
    apart = (right - left - sum(fitted.widths[:parts])) // (parts - 1)
    for row in fitted.rows:
        end = right
        for number in reversed(range(parts, len(fitted.columns))):
            words.append(_right(row.numbers[number], end, y, _FIGURE_SIZE_PX, GOLD))
            end = words[-1].x - _NOTE_GAP_PX
            words.append(_right(fold(fitted.columns[number]), end, y + 3, SMALLEST_SIZE_PX, GOLD))
            end = words[-1].x - _COLUMN_GAP_PX
        words += _name(row, left, y, end - left)
        x, top = left, y + _FIGURES_OFFSET_PX
        for number in range(parts):
            words.append(Words(x, top, fold(fitted.columns[number]), SMALLEST_SIZE_PX, True, PALE, PLATE))
            words.append(Words(x, top + LINE_HEIGHT_PX, row.numbers[number], _FIGURE_SIZE_PX, True, WHITE, PLATE))
            x += fitted.widths[number] + apart
        y += _FIGURES_OFFSET_PX + LINE_HEIGHT_PX + ROW_HEIGHT_PX + _COLUMN_GAP_PX
    return words, y - _COLUMN_GAP_PX + PADDING_PX


def _right(text: str, end: int, y: int, size: int, colour: Colour) -> Words:
    """Return a bold text that ends at x = `end`."""
    return Words(end - text_width(text, size, bold=True), y, text, size, True, colour, PLATE)


def _colour(fitted: _Fitted, number: int, part: Colour) -> Colour:
    """Return the colour of a column's texts: gold for the sums, `part` for their parts."""
    return GOLD if number >= len(fitted.columns) - _SUM_COLUMNS else part


def _loses_note(row: _Row, room: int) -> bool:
    """Whether a name fits into the room, and what its figures come from does not fit beside it."""
    name = text_width(row.name, _FIGURE_SIZE_PX, bold=True)
    return name <= room < name + _NOTE_GAP_PX + text_width(row.note, SMALLEST_SIZE_PX)


def _name(row: _Row, x: int, y: int, room: int) -> list[Words]:
    """Return the name of the row's player, and the source of its figures as far as there is room."""
    name = fit_text(row.name, room, _FIGURE_SIZE_PX, bold=True)
    beside = text_width(name, _FIGURE_SIZE_PX, bold=True) + _NOTE_GAP_PX
    words = [Words(x, y, name, _FIGURE_SIZE_PX, True, WHITE, PLATE)]
    note_width = room - beside
    if row.note and (note_width > _MIN_CUT_NOTE_WIDTH_PX or text_width(row.note, SMALLEST_SIZE_PX) <= note_width):
        note = fit_text(row.note, note_width, SMALLEST_SIZE_PX)
        words.append(Words(x + beside, y + 3, note, SMALLEST_SIZE_PX, False, PALE, PLATE))
    return words
