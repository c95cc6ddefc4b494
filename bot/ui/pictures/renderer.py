"""Drawing of a sketch as a PNG: every item is bytes of palette indices, kept from the time before, and laid in its
place.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.ui.pictures.art import art_of
from bot.ui.pictures.faces import sprite
from bot.ui.pictures.items import Emblem, Face, Panel, SignKind, Sketch, Words
from bot.ui.pictures.lettering import draw_letters, font
from bot.ui.pictures.palette import (
    FELT,
    GOLD,
    GREEN_TABLE,
    INK,
    PALE,
    WHITE,
    WINE,
    Colour,
    Paint,
    palette_bytes,
    palette_index,
    to_indices,
)
from bot.ui.pictures.pen import SUPERSAMPLING, Pen

PNG_LEVEL: Final = 6
"""zlib's level: see tools/bench/pictures.py for what another one costs or saves."""


@lru_cache(maxsize=256)
def _panel(
    wide: int, high: int, colour: Colour, ground: Colour, edge: Colour | None, line: int, radius: int, paint: Paint
) -> Image.Image:
    """Return a panel with round corners, in the picture's colours."""
    large = Image.new("RGB", (wide * SUPERSAMPLING, high * SUPERSAMPLING), paint.on_table(ground))
    outline = edge and paint.on_table(edge)
    ImageDraw.Draw(large).rounded_rectangle(
        (0, 0, large.width - 1, large.height - 1),
        radius * SUPERSAMPLING,
        paint.on_table(colour),
        outline,
        line * SUPERSAMPLING,
    )
    return to_indices(large.reduce(SUPERSAMPLING), paint)


@lru_cache(maxsize=64)
def _sign(kind: SignKind, side: int, colour: Colour, paint: Paint) -> Image.Image:
    """Return a sign in the picture's colours, with a side of `side` pixels."""
    ground, gold, pale = (paint.on_table(tone) for tone in (colour, GOLD, PALE))
    large = Image.new("RGB", (side * SUPERSAMPLING, side * SUPERSAMPLING), ground)
    pen = Pen(large, 0, 0, large.width, large.height)
    if kind == "arrow":
        pen.polygon([(8, 4), (92, 50), (8, 96)], gold)
    elif kind == "tick":
        pen.stroke([(12, 54), (40, 82), (88, 18)], 17, gold)
    elif kind == "dealer":
        pen.circle(50, 50, 49, WHITE)
        pen.circle(50, 50, 42, INK)
        pen.circle(50, 50, 38, WHITE)
        letter = font(round(side * 0.72 * SUPERSAMPLING))
        place = (large.width / 2, large.width * 0.68)
        ImageDraw.Draw(large).text(place, "D", fill=INK, font=letter, anchor="ms", stroke_width=4)
    else:
        pen.stroke([(50, 14), (50, 36)], 7, pale)
        pen.circle(50, 12, 9, pale)
        pen.box(4, 50, 96, 72, pale)
        pen.box(14, 32, 86, 90, pale)
        pen.circle(35, 55, 9, ground)
        pen.circle(65, 55, 9, ground)
        pen.box(34, 74, 66, 80, ground)
    return to_indices(large.reduce(SUPERSAMPLING), paint)


@lru_cache(maxsize=16)
def _emblem(pack: str, side: int, colour: Colour, paint: Paint) -> Image.Image:
    art = art_of(pack, paint)
    large = Image.new("RGB", (side * SUPERSAMPLING, side * SUPERSAMPLING), paint.on_table(colour))
    art.motifs[art.emblem](Pen(large, 0, 0, large.width, large.height), WINE)
    return to_indices(large.reduce(SUPERSAMPLING), paint)


def compose(sketch: Sketch, paint: Paint = GREEN_TABLE) -> Image.Image:
    """Compose the picture as a palette image."""
    canvas = Image.new("L", (sketch.width, sketch.height), palette_index(paint.on_table(FELT), paint))
    for item in sketch.items:
        if isinstance(item, Face):
            face = sprite(item.pack, item.card, item.size, item.mark, paint)
            canvas.paste(face.image, (item.x, item.y), face.mask)
        elif isinstance(item, Words):
            text = draw_letters(item.text, item.size, item.bold, item.colour, item.ground, paint)
            canvas.paste(text, (item.x, item.y))
        elif isinstance(item, Panel):
            panel = _panel(item.width, item.height, item.colour, item.ground, item.edge, item.line, item.radius, paint)
            canvas.paste(panel, (item.x, item.y))
        elif isinstance(item, Emblem):
            canvas.paste(_emblem(item.pack, item.side, item.ground, paint), (item.x, item.y))
        else:
            canvas.paste(_sign(item.kind, item.side, item.ground, paint), (item.x, item.y))
    picture = Image.frombytes("P", canvas.size, canvas.tobytes())
    picture.putpalette(palette_bytes(paint))
    return picture


def encode(picture: Image.Image) -> bytes:
    """Encode the PNG: header, palette, pixels, end, and nothing else."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", compress_level=PNG_LEVEL)
    return buffer.getvalue()
