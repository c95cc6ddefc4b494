"""The colours of pictures, in a palette of at most 256 for each set of colours (`PAINTS`).

Cards and text are brought to the palette once and kept; composing a table then only copies bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from PIL import Image

Colour = tuple[int, int, int]

FELT: Final[Colour] = (31, 82, 69)
FELT_DEEP: Final[Colour] = (24, 65, 55)
PLATE: Final[Colour] = (17, 48, 41)
PLATE_DIM: Final[Colour] = (26, 69, 58)
WHITE: Final[Colour] = (255, 255, 255)
CREAM: Final[Colour] = (253, 250, 242)
PALE: Final[Colour] = (176, 203, 193)
INK: Final[Colour] = (26, 28, 36)
RED: Final[Colour] = (203, 24, 44)
BLUE: Final[Colour] = (26, 90, 196)
GREEN: Final[Colour] = (11, 120, 58)
GOLD: Final[Colour] = (246, 198, 80)
BRONZE: Final[Colour] = (150, 98, 18)
STEEL: Final[Colour] = (150, 162, 178)
SLATE: Final[Colour] = (92, 103, 122)
NIGHT: Final[Colour] = (38, 47, 68)
PURPLE: Final[Colour] = (72, 30, 88)
WINE: Final[Colour] = (112, 28, 52)
ROSE: Final[Colour] = (214, 150, 130)
EDGE: Final[Colour] = (120, 118, 110)
FOG: Final[Colour] = (172, 180, 172)

VIOLET: Final[Colour] = (126, 40, 150)
VERMILION: Final[Colour] = (200, 50, 8)
COBALT: Final[Colour] = (0, 48, 226)
JADE: Final[Colour] = (0, 158, 124)

SUIT_COLOURS: Final[Mapping[str, Colour]] = {"black": INK, "red": RED, "blue": BLUE, "green": GREEN, "violet": VIOLET}

DISTINCT_SUITS: Final[Mapping[str, Colour]] = {
    "black": INK,
    "red": VERMILION,
    "blue": COBALT,
    "green": JADE,
    "violet": VIOLET,
}
"""Colours of one name that stay far apart with any of the three kinds of colour blindness."""


@dataclass(frozen=True, slots=True, eq=False)
class Paint:
    """A set of colours to draw in.

    It has its stored name, the replaced colours of the table and of the words on it, and the suits' colours by name.
    """

    name: str
    table: Mapping[Colour, Colour] = field(default_factory=dict[Colour, Colour])
    suits: Mapping[str, Colour] = field(default_factory=lambda: SUIT_COLOURS)

    def on_table(self, colour: Colour) -> Colour:
        """Return the colour that this set has on the table in place of a usual one."""
        return self.table.get(colour, colour)


GREEN_TABLE: Final = Paint("green")
"""The default: a dark green table."""

LIGHT_TABLE: Final = Paint(
    "light",
    {
        FELT: (206, 219, 211),
        FELT_DEEP: (190, 207, 198),
        PLATE: (247, 250, 247),
        PLATE_DIM: (222, 232, 226),
        WHITE: (22, 32, 28),
        PALE: (62, 82, 74),
        GOLD: (116, 58, 0),
    },
)
"""Dark words on a light table, for bright places and for those who read that better."""

DISTINCT: Final = Paint("distinct", suits=DISTINCT_SUITS)
"""A green table, and suits in colours that are told apart with any kind of colour blindness."""

PAINTS: Final[Mapping[str, Paint]] = {paint.name: paint for paint in (GREEN_TABLE, LIGHT_TABLE, DISTINCT)}


def paint_named(name: str) -> Paint:
    """Return the set of colours with this name; the usual one for any other name."""
    return PAINTS.get(name, GREEN_TABLE)


BLEND_STEPS: Final = 3
"""Colours between two that meet along a smooth edge.

At two or three pixels to one of the screen nobody sees more, and each costs bytes (nine make the same table 20 %
larger).
"""

COLOUR_PAIRS: Final[tuple[tuple[Colour, Colour], ...]] = (
    # a ground and what is drawn on it
    (CREAM, INK),
    (CREAM, RED),
    (CREAM, BLUE),
    (CREAM, GREEN),
    (CREAM, BRONZE),
    (CREAM, VIOLET),
    (CREAM, GOLD),
    (CREAM, EDGE),
    (FELT, EDGE),
    (FELT, GOLD),
    (FELT, WHITE),
    (FELT, PALE),
    (FELT, FELT_DEEP),
    (FELT, PLATE),
    (FELT_DEEP, WHITE),
    (FELT_DEEP, PALE),
    (FELT_DEEP, GOLD),
    (PLATE, WHITE),
    (PLATE, PALE),
    (PLATE, GOLD),
    (PLATE_DIM, PALE),
    (GOLD, INK),
    (GOLD, BRONZE),
    (GOLD, RED),
    (GOLD, BLUE),
    (GOLD, GREEN),
    (GOLD, VIOLET),
    (GOLD, WINE),
    (NIGHT, STEEL),
    (NIGHT, CREAM),
    (NIGHT, GOLD),
    (NIGHT, SLATE),
    (NIGHT, EDGE),
    (STEEL, SLATE),
    (STEEL, CREAM),
    (PURPLE, CREAM),
    (PURPLE, STEEL),
    (PURPLE, GOLD),
    (PURPLE, INK),
    (PURPLE, RED),
    (PURPLE, EDGE),
    (WINE, ROSE),
    (WINE, CREAM),
    (WINE, EDGE),
    (FOG, INK),
    (FOG, RED),
    (FOG, BLUE),
    (FOG, GREEN),
    (FOG, VIOLET),
    (FOG, FELT),
    (RED, WHITE),
)


def blend(under: Colour, over: Colour, share: float) -> Colour:
    """Return `over` laid on `under` with that share, 0 to 1."""
    return (
        round(under[0] + (over[0] - under[0]) * share),
        round(under[1] + (over[1] - under[1]) * share),
        round(under[2] + (over[2] - under[2]) * share),
    )


_GROUNDS: Final = frozenset({FELT, FELT_DEEP, PLATE, PLATE_DIM})
_PAPERS: Final = (CREAM, GOLD, FOG)
_colours: Final[Mapping[Paint, dict[Colour, None]]] = {paint: {} for paint in PAINTS.values()}
MAX_COLOURS: Final = 256


def add_colour_pairs(meeting: Iterable[tuple[Colour, Colour]]) -> None:
    """Add the colours of grounds and what is drawn on them, with those between; what is there keeps its index.

    Raises ValueError where a palette would have more than 256 colours.
    """
    pairs = list(meeting)
    colours = {paint: _with(paint, pairs) for paint in _colours}
    for paint, colours_wanted in colours.items():
        if len(colours_wanted) > MAX_COLOURS:
            raise ValueError(f"the palette would have {len(colours_wanted)} colours")
        if len(colours_wanted) > len(_colours[paint]):
            _colours[paint].update(colours_wanted)
            for cached in (palette_bytes, palette_index, blend_ramp, _palette_image):
                cached.cache_clear()


def _with(paint: Paint, pairs: Iterable[tuple[Colour, Colour]]) -> dict[Colour, None]:
    """Return the palette of a set with these pairs of colours and their blends, too."""
    colours = dict(_colours[paint])
    for pair in pairs:
        under, over = map(paint.on_table, pair) if _GROUNDS & set(pair) else pair
        colours |= dict.fromkeys((under, over))
        colours |= dict.fromkeys(blend(under, over, step / (BLEND_STEPS + 1)) for step in range(1, BLEND_STEPS + 1))
    return colours


def colours(paint: Paint = GREEN_TABLE) -> tuple[Colour, ...]:
    """Return the palette of a set of colours."""
    return tuple(_colours[paint])


@cache
def palette_bytes(paint: Paint = GREEN_TABLE) -> bytes:
    """Return the palette as PNG and Pillow take it."""
    return bytes(channel for colour in _colours[paint] for channel in colour)


@cache
def palette_index(colour: Colour, paint: Paint = GREEN_TABLE) -> int:
    """Return the index of the colour nearest to this one."""
    palette = colours(paint)

    def distance(number: int) -> int:
        red, green, blue = palette[number]
        return 3 * (red - colour[0]) ** 2 + 6 * (green - colour[1]) ** 2 + (blue - colour[2]) ** 2

    return min(range(len(palette)), key=distance)


@cache
def blend_ramp(under: Colour, over: Colour, paint: Paint = GREEN_TABLE) -> bytes:
    """Return the palette index for each strength 0..255 of `over` on `under`, which colours a mask of text."""
    steps = [palette_index(blend(under, over, step / (BLEND_STEPS + 1)), paint) for step in range(BLEND_STEPS + 2)]
    return bytes(steps[round(level * (BLEND_STEPS + 1) / 255)] for level in range(256))


@cache
def _palette_image(paint: Paint) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(palette_bytes(paint))
    return image


def to_indices(image: Image.Image, paint: Paint) -> Image.Image:
    """Return an RGB image as indices into the palette (an image of mode L, whose values are the indices)."""
    indexed = image.quantize(palette=_palette_image(paint), dither=Image.Dither.NONE)
    return Image.frombytes("L", indexed.size, indexed.tobytes())


add_colour_pairs(COLOUR_PAIRS)
add_colour_pairs((paper, colour) for colour in DISTINCT_SUITS.values() for paper in _PAPERS)
