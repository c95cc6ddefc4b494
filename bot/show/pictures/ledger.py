"""Laying out a ledger: a row a player, columns of numbers with their clauses, and what they come to together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.show.pictures.items import Panel, Sketch, Words
from bot.show.pictures.lettering import SMALLEST, fit, fold, fold_name, signed_amount, width
from bot.show.pictures.palette import FELT, GOLD, PALE, PLATE, WHITE
from bot.show.pictures.zones import GAP, LINE, MARGIN, PAD
from bot.show.scenes import Column, Ledger

ROW: Final = 54
"""The height of a row."""

_FIGURE: Final = SMALLEST + 3
_NUMBER: Final = 170
"""The widest number; a longer one is rounded."""

_APART: Final = 34


class _Row(NamedTuple):
    """A row of the picture: its words, and its numbers as they are drawn."""

    name: str
    note: str
    numbers: tuple[str, ...]
    sums: bool


def _rows(ledger: Ledger) -> list[_Row]:
    """The players' rows, and the sum of all columns but the total."""
    together = [sum(parts) for parts in zip(*(row.parts for row in ledger.rows), strict=True)]
    rows = [
        _Row(fold_name(row.name, row.seat), fold(row.note), _drawn((*row.parts, row.net, row.total)), False)
        for row in ledger.rows
    ]
    return [*rows, _Row("All together", "", (*_drawn((*together, sum(together))), ""), True)]


def _drawn(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(signed_amount(number, _NUMBER, _FIGURE, bold=True) for number in numbers)


def is_crowded(ledger: Ledger, wide: int) -> bool:
    """Whether the columns leave no room for the words beside them in a picture so wide."""
    columns, rows = (*ledger.parts, ledger.net, Column("Total", "")), _rows(ledger)
    taken = sum(_APART + _width(columns, rows, number) for number in range(len(columns)))
    return wide - 2 * (MARGIN + PAD) - taken < width(rows[-1].name, _FIGURE, bold=True)


def _width(columns: Sequence[Column], rows: Sequence[_Row], number: int) -> int:
    """How wide a column is: its title, its clause, its widest figure."""
    title, clause = fold(columns[number].title), fold(columns[number].clause)
    figures = [width(row.numbers[number], _FIGURE, bold=True) for row in rows]
    return max(width(title, SMALLEST, bold=True), width(clause, SMALLEST), *figures)


def lay_ledger(sketch: Sketch, ledger: Ledger, y: int) -> int:
    """The ledger from `y` down; gives the y below it."""
    columns = (*ledger.parts, ledger.net, Column("Total", ""))
    rows = _rows(ledger)
    left, right = MARGIN + PAD, sketch.width - MARGIN - PAD
    sketch.items.append(Panel(MARGIN, y, sketch.width - 2 * MARGIN, 2 * LINE + len(rows) * ROW + PAD, PLATE, FELT))
    end = right
    for number in reversed(range(len(columns))):
        title, clause = fold(columns[number].title), fold(columns[number].clause)
        strong = number >= len(ledger.parts)
        for text, line, bold in ((title, 0, True), (clause, 1, False)):
            x = end - width(text, SMALLEST, bold)
            sketch.items.append(Words(x, y + 6 + line * (LINE - 4), text, SMALLEST, bold, PALE, PLATE))
        for place, row in enumerate(rows):
            text = row.numbers[number]
            x, top = end - width(text, _FIGURE, bold=True), y + 2 * LINE + place * ROW
            colour = GOLD if strong and not row.sums else PALE if row.sums else WHITE
            sketch.items.append(Words(x, top, text, _FIGURE, True, colour, PLATE))
        end -= _width(columns, rows, number) + _APART
    for place, row in enumerate(rows):
        top = y + 2 * LINE + place * ROW
        name = fit(row.name, end - left, _FIGURE, bold=True)
        sketch.items.append(Words(left, top, name, _FIGURE, True, PALE if row.sums else WHITE, PLATE))
        beside = left + width(name, _FIGURE, bold=True) + 16
        if row.note and end - beside > 80:
            note = fit(row.note, end - beside, SMALLEST)
            sketch.items.append(Words(beside, top + 3, note, SMALLEST, False, PALE, PLATE))
    return y + 2 * LINE + len(rows) * ROW + PAD + GAP
