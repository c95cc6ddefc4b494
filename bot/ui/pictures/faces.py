"""The cards' faces and backs, drawn once for each size and state and then kept as bytes ready to be laid on a table."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from PIL import Image, ImageDraw

from bot.ui.game.card_packs import Pack, Rank, Special, Suit, pack_named
from bot.ui.pictures.art import Art, art_of
from bot.ui.pictures.lettering import fold, font, text_width
from bot.ui.pictures.palette import (
    BRONZE,
    CREAM,
    DISTINCT,
    EDGE,
    FELT,
    FOG,
    GOLD,
    GREEN_TABLE,
    INK,
    RED,
    ROSE,
    WHITE,
    WINE,
    Colour,
    Paint,
    to_indices,
)
from bot.ui.pictures.pen import SHAPES, SUPERSAMPLING, Pen, star

Mark = Literal["plain", "barred", "winning", "wild", "faded"]
"""The style of a face; "faded" is a card of someone who is out, or that counts for nothing."""


@dataclass(frozen=True, slots=True)
class Size:
    """A card's width and height in pixels, and whether its face is the compact one with the largest signs."""

    width: int
    height: int
    compact: bool = False


TINY: Final = Size(84, 112, compact=True)
SMALL: Final = Size(116, 152, compact=True)
NARROW: Final = Size(116, 152)
"""The size `SMALL`, with rank and suit in one column, so that both show beside a card that covers the rest."""

TALL: Final = Size(132, 200)
"""The size for many cards in a row: rank and suit in one column, beside the next card that covers the rest."""

COMPACT: Final = Size(126, 164, compact=True)
"""The size for a hand of many cards with many buttons below."""

MEDIUM: Final = Size(152, 208)
LARGE: Final = Size(232, 320)

EMOJI_SIDE: Final = 128


def _columns(*rows: float) -> tuple[tuple[float, float], ...]:
    """Return the places of two columns of signs."""
    return tuple((x, y) for y in rows for x in (-0.6, 0.6))


_PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0, 0),),
    2: ((0, -0.62), (0, 0.62)),
    3: ((0, -0.72), (-0.56, 0.48), (0.56, 0.48)),
    4: ((-0.56, -0.66), (0.56, -0.66), (-0.56, 0.66), (0.56, 0.66)),
    5: ((-0.6, -0.74), (0.6, -0.74), (0, 0), (-0.6, 0.74), (0.6, 0.74)),
    6: _columns(-0.8, 0, 0.8),
    7: (*_columns(-0.8, 0, 0.8), (0, -0.4)),
    8: (*_columns(-0.8, 0, 0.8), (0, -0.4), (0, 0.4)),
    9: (*_columns(-0.84, -0.28, 0.28, 0.84), (0, 0)),
    10: (*_columns(-0.84, -0.28, 0.28, 0.84), (0, -0.56), (0, 0.56)),
}


class _Sheet:
    """A card being drawn, too large; lengths are in finished pixels."""

    def __init__(
        self, art: Art, wide: int, high: int, ground: Colour, edge: Colour, radius: float, line: float
    ) -> None:
        self.art = art
        self.width = wide
        self.height = high
        size = (wide * SUPERSAMPLING, high * SUPERSAMPLING)
        self.image = Image.new("RGB", size, edge)
        self.alpha = Image.new("L", size, 0)
        outer = (0, 0, size[0] - 1, size[1] - 1)
        ImageDraw.Draw(self.alpha).rounded_rectangle(outer, radius * SUPERSAMPLING, fill=255)
        inset = line * SUPERSAMPLING
        self.draw = ImageDraw.Draw(self.image)
        self.draw.rounded_rectangle(
            (inset, inset, size[0] - 1 - inset, size[1] - 1 - inset), (radius - line) * SUPERSAMPLING, fill=ground
        )

    def pen(self, x: float, y: float, wide: float, high: float) -> Pen:
        """Return a pen for the box with this place and size."""
        return Pen(self.image, x * SUPERSAMPLING, y * SUPERSAMPLING, wide * SUPERSAMPLING, high * SUPERSAMPLING)

    def shape(self, suit: Suit, x: float, y: float, side: float) -> None:
        """Draw the suit's shape about (x, y)."""
        drawing, colour = self.art.shapes[suit.shape], self.art.colours[suit.colour]
        drawing(self.pen(x - side / 2, y - side / 2, side, side), colour)

    def write(self, text: str, x: float, base: float, size: float, colour: Colour, anchor: str = "ls") -> None:
        """Write bold text with its base line there."""
        self.draw.text(
            (x * SUPERSAMPLING, base * SUPERSAMPLING),
            text,
            fill=colour,
            font=font(round(size * SUPERSAMPLING)),
            anchor=anchor,
            stroke_width=size * SUPERSAMPLING / 28,
        )

    def finished(self) -> Image.Image:
        """Return the card at its final size, with transparent corners."""
        face = self.image.reduce(SUPERSAMPLING).convert("RGBA")
        face.putalpha(self.alpha.reduce(SUPERSAMPLING))
        return face


def _index(sheet: _Sheet, rank: str, colour: Colour, size: Size, most: float = 0.46) -> tuple[float, float]:
    """Draw the rank at the top left, at most so much of the face wide.

    Returns the middle of its column and its base line.
    """
    letter = sheet.height * (0.4 if size.compact else 0.27)
    if (wide := text_width(rank, 100, bold=True) / 100 * letter) > sheet.width * most:
        letter *= sheet.width * most / wide
        wide = sheet.width * most
    margin = sheet.width * 0.06
    middle = margin + max(wide, letter * 0.64) / 2
    base = sheet.height * 0.045 + letter * 0.76
    sheet.write(rank, middle, base, letter, colour, "ms")
    return middle, base


def _suited(sheet: _Sheet, rank: Rank, suit: Suit, size: Size) -> None:
    """Draw the face of a card with a rank and a suit."""
    colour = sheet.art.colours[suit.colour]
    middle, base = _index(sheet, rank.text, colour, size)
    wide, high = sheet.width, sheet.height
    small = wide * (0.37 if size.compact else 0.28)
    drawing = sheet.art.motifs.get(rank.motif)
    if size.compact:
        big = wide * 0.6
        if drawing:
            sheet.shape(suit, wide * 0.745, high * 0.205, small)
            drawing(sheet.pen(wide * 0.13, high * 0.4, wide * 0.78, wide * 0.74), colour)
        else:
            sheet.shape(suit, wide * 0.63, high * 0.685, big)
        return
    sheet.shape(suit, middle, base + small * 0.7, small)
    if drawing:
        drawing(sheet.pen(wide * 0.2, high * 0.42, wide * 0.74, wide * 0.74), colour)
    elif rank.pips in _PIPS:
        many = rank.pips > 5
        side = wide * (0.19 if many else {1: 0.54, 2: 0.38, 3: 0.3, 4: 0.26}.get(rank.pips, 0.24))
        middle, reach = (0.74, 0.22) if many else (0.66, 0.3)  # beside a rank of two figures, too
        for x, y in _PIPS[rank.pips]:
            sheet.shape(suit, wide * (middle + reach * x), high * (0.5 + 0.42 * y), side)
    else:
        sheet.write(rank.text, wide * 0.62, high * 0.82, high * 0.4, colour, "ms")


def _special(sheet: _Sheet, special: Special, size: Size) -> None:
    """Draw the face of a card without a suit."""
    wide, high = sheet.width, sheet.height
    label = special.short.upper()
    drawing = sheet.art.motifs.get(special.motif)
    if not drawing:
        _unknown(sheet, label)
        return
    if special.index:
        # in a fan no card hides a part of the number of the one before it
        _, base = _index(sheet, special.index, CREAM, size, 0.34 if size is NARROW else 0.46)
        side = min(wide * 0.8, high * 0.95 - base)
        drawing(sheet.pen(wide * 0.94 - side, high * 0.95 - side, side, side), GOLD)
        return
    if size is LARGE:
        drawing(sheet.pen(wide * 0.1, high * 0.13, wide * 0.8, wide * 0.8), CREAM)
        letter = min(high * 0.13, 0.84 * wide / text_width(label, 100, bold=True) * 100)
        sheet.write(label, wide / 2, high * 0.91, letter, CREAM, "ms")
    else:
        letter = high * (0.24 if size.compact else 0.2)
        side = wide * 0.86
        drawing(sheet.pen((wide - side) / 2, high * 0.97 - side * 1.02, side, side), CREAM)
        sheet.write(special.corner or label[:1], wide * 0.08, high * 0.05 + letter * 0.76, letter, GOLD)


def _unknown(sheet: _Sheet, text: str) -> None:
    """Draw the text of a card without a drawing, or outside the pack, as large as it fits."""
    letters = fold(text) or "?"
    letter = min(sheet.height * 0.4, 0.84 * sheet.width / max(1, text_width(letters, 100, bold=True)) * 100)
    sheet.write(letters, sheet.width / 2, sheet.height / 2 + letter * 0.36, letter, INK, "ms")


def _back(sheet: _Sheet) -> None:
    """Draw the back: a frame with an open hand of three cards. It has few lines because a table shows many backs."""
    wide, high = sheet.width, sheet.height
    inset = wide * 0.075
    box = (inset, inset, wide - inset, high - inset)
    sheet.draw.rounded_rectangle([edge * SUPERSAMPLING for edge in box], wide * 0.05 * SUPERSAMPLING, fill=WINE)
    line = wide * 0.05
    frame = [
        (box[0] + line) * SUPERSAMPLING,
        (box[1] + line) * SUPERSAMPLING,
        (box[2] - line) * SUPERSAMPLING,
        (box[3] - line) * SUPERSAMPLING,
    ]
    sheet.draw.rounded_rectangle(
        frame, wide * 0.03 * SUPERSAMPLING, outline=ROSE, width=round(wide * 0.014 * SUPERSAMPLING)
    )
    for x in (0.27, 0.73):
        for y in (0.19, 0.81):
            SHAPES["diamond"](sheet.pen(wide * x - wide * 0.07, high * y - wide * 0.09, wide * 0.14, wide * 0.18), ROSE)
    pen = sheet.pen(wide * 0.22, high / 2 - wide * 0.28, wide * 0.56, wide * 0.56)
    pen.circle(50, 50, 50, ROSE)
    pen.circle(50, 50, 45, WINE)
    for left, top, colour in ((22, 34, ROSE), (36, 27, CREAM), (50, 34, ROSE)):
        pen.box(left - 2, top - 2, left + 30, top + 44, WINE)
        pen.box(left, top, left + 28, top + 42, colour)


def _mark(sheet: _Sheet, mark: Mark, size: Size) -> None:
    """Draw the mark of a state: a bar (barred), a frame and a star (winning), a W (wild)."""
    side = sheet.width * (0.3 if size.compact else 0.22)
    left, top = sheet.width * 0.06, sheet.height - side - sheet.width * 0.06
    pen = sheet.pen(left, top, side, side)
    if mark == "barred":
        pen.circle(50, 50, 50, WHITE)
        pen.circle(50, 50, 44, RED)
        pen.box(20, 40, 80, 60, WHITE)
    elif mark == "winning":
        pen.circle(50, 50, 50, BRONZE)
        pen.circle(50, 50, 45, GOLD)
        star(sheet.pen(left + side * 0.16, top + side * 0.15, side * 0.68, side * 0.68), INK)
    elif mark == "wild":
        pen.circle(50, 50, 50, BRONZE)
        pen.circle(50, 50, 45, GOLD)
        pen.stroke([(22, 32), (36, 70), (50, 38), (64, 70), (78, 32)], 9, INK)


def draw_face(
    pack: Pack, card: str | None, size: Size, mark: Mark = "plain", paint: Paint = GREEN_TABLE
) -> Image.Image:
    """Draw a card (None: its back) in full colour with transparent corners. Any text has a face; nothing is raised."""
    radius = size.width * 0.085
    art = art_of(pack.name, paint)
    special = pack.special(card) if card is not None else None
    if card is None:
        sheet = _Sheet(art, size.width, size.height, CREAM, EDGE, radius, 1.6)
        _back(sheet)
    elif special:
        ground = art.grounds.get(special.motif, CREAM)
        sheet = _Sheet(art, size.width, size.height, ground, CREAM if special.motif in art.grounds else EDGE, radius, 3)
        _special(sheet, special, size)
    else:
        sheet = _Sheet(art, size.width, size.height, CREAM, EDGE, radius, 1.6)
        if suited := pack.suited(card):
            _suited(sheet, *suited, size)
        else:
            _unknown(sheet, card)
    if mark in {"barred", "faded"}:
        sheet.image = Image.blend(sheet.image, Image.new("RGB", sheet.image.size, FOG), 0.62)
        sheet.draw = ImageDraw.Draw(sheet.image)
    if mark == "winning":
        line = 6 * SUPERSAMPLING
        box = (0, 0, sheet.image.width - 1, sheet.image.height - 1)
        sheet.draw.rounded_rectangle(box, radius * SUPERSAMPLING, outline=GOLD, width=line)
    _mark(sheet, mark, size)
    return sheet.finished()


@dataclass(frozen=True, slots=True)
class Sprite:
    """Something ready to be laid on a table: palette indices (mode L) and where they cover (None: everywhere)."""

    image: Image.Image
    mask: Image.Image | None


@lru_cache(maxsize=1024)
def sprite(pack_name: str, card: str | None, size: Size, mark: Mark = "plain", paint: Paint = GREEN_TABLE) -> Sprite:
    """Return the face of a card as indices into the palette, drawn at the first call and kept."""
    face = draw_face(pack_named(pack_name), card, size, mark, paint)
    # corners are smoothed against the felt and, on top of another card, cut off where they are more felt than card
    flat = Image.new("RGB", face.size, paint.on_table(FELT))
    flat.paste(face, mask=face)
    return Sprite(to_indices(flat, paint), face.getchannel("A").point([0] * 100 + [255] * 156))


def _emoji_index(sheet: _Sheet, rank: str, colour: Colour) -> None:
    """Draw a rank or number in the left half of an emoji."""
    letter = min(112.0, 56 / text_width(rank, 100, bold=True) * 100)
    sheet.write(rank, 35, 64 + letter * 0.36, letter, colour, "ms")


def draw_emoji(pack_name: str, card: str | None) -> bytes:
    """Draw a card (None: its back) as a PNG of 128 by 128 pixels for an application emoji.

    Equal cards give equal bytes. The emoji shows what reads at 22 pixels, in suit colours that everybody can tell
    apart.
    """
    pack = pack_named(pack_name)
    side = EMOJI_SIDE
    special = pack.special(card) if card is not None else None
    art = art_of(pack.name, DISTINCT)
    ground = art.grounds.get(special.motif, CREAM) if special else WINE if card is None else CREAM
    edge = CREAM if ground != CREAM else EDGE
    sheet = _Sheet(art, side, side, ground, edge, 22, 3 if ground == CREAM else 5)
    if special and special.index:
        _emoji_index(sheet, special.index, CREAM)
        art.motifs.get(special.motif, star)(sheet.pen(69, 38, 50, 50), GOLD)
    elif special and special.motif in art.motifs:
        art.motifs[special.motif](sheet.pen(12, 12, side - 24, side - 24), CREAM)
    elif card is None:
        pen = sheet.pen(0, 0, side, side)
        for left, top, colour in ((20, 28, ROSE), (36, 20, CREAM), (52, 28, ROSE)):
            pen.box(left - 3, top - 3, left + 31, top + 57, WINE)
            pen.box(left, top, left + 28, top + 54, colour)
    elif suited := pack.suited(card):
        rank, suit = suited
        _emoji_index(sheet, rank.text, art.colours[suit.colour])
        sheet.shape(suit, 91, 65, 60)
    else:
        _unknown(sheet, special.short if special else card)
    buffer = io.BytesIO()
    sheet.finished().save(buffer, "PNG", compress_level=9)
    return buffer.getvalue()
