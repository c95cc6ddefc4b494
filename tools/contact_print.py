"""Putting photographs of messages together to one sheet: a row a table, each cell below what it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

GAP: Final = 24
LINE: Final = 34
PAPER: Final = (250, 250, 247)
INK: Final = (30, 30, 30)


class Cell(NamedTuple):
    """A photograph of a message, and what it is."""

    title: str
    image: Image.Image


def is_empty(image: Image.Image) -> bool:
    """Whether a picture has one colour."""
    return image.getcolors(1) is not None


class Row(NamedTuple):
    """A table of a sheet: its title, and its cells in columns."""

    title: str
    columns: Sequence[Sequence[Cell]]

    @property
    def width(self) -> int:
        """The width."""
        return sum(max(cell.image.width for cell in column) + GAP for column in self.columns)

    @property
    def height(self) -> int:
        """The height."""
        columns = [sum(cell.image.height + LINE for cell in column) for column in self.columns]
        return 2 * LINE + max(columns, default=0) + GAP


def composed(title: str, rows: Sequence[Row]) -> Image.Image:
    """Return one sheet: a row for each table, each cell below its title. A row without cells says so."""
    wide = max([900, *(row.width for row in rows)]) + GAP
    sheet = Image.new("RGB", (wide, LINE + 2 * GAP + sum(row.height for row in rows)), PAPER)
    pen = ImageDraw.Draw(sheet)
    large, small = (ImageFont.load_default(size) for size in (26, 20))
    pen.text((GAP, GAP // 2), title, INK, large)
    top = LINE + GAP
    for row in rows:
        pen.text((GAP, top), row.title if row.columns else f"{row.title}: not taken", INK, small)
        x = GAP
        for column in row.columns:
            y = top + LINE
            for cell in column:
                pen.text((x, y), cell.title, INK, small)
                sheet.paste(cell.image, (x, y + LINE))
                y += cell.image.height + LINE
            x += max(cell.image.width for cell in column) + GAP
        top += row.height
    return sheet
