"""The colours of the table, in one palette of at most 256, so that a picture is bytes of indices from the start.

Cards and text are drawn in full colour once, brought to this palette, and kept; composing a table is then nothing but
copying bytes, and a picture has no more colours than PNG's smallest form can hold.
"""

from __future__ import annotations

from collections.abc import Iterable
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

SUIT_COLOURS: Final[dict[str, Colour]] = {"black": INK, "red": RED, "blue": BLUE, "green": GREEN, "gold": BRONZE}

STEPS: Final = 3
"""Colours between two that meet along a smooth edge: at two or three pixels to one of the screen more are not seen, and
each costs bytes (nine make the same table 20 % larger)."""

MEETING: Final[tuple[tuple[Colour, Colour], ...]] = (
    # a ground and what is drawn on it
    (CREAM, INK),
    (CREAM, RED),
    (CREAM, BLUE),
    (CREAM, GREEN),
    (CREAM, BRONZE),
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
    (FOG, FELT),
    (RED, WHITE),
)


def blend(under: Colour, over: Colour, share: float) -> Colour:
    """`over` laid on `under` with that share, 0 to 1."""
    return (
        round(under[0] + (over[0] - under[0]) * share),
        round(under[1] + (over[1] - under[1]) * share),
        round(under[2] + (over[2] - under[2]) * share),
    )


_colours: Final[dict[Colour, None]] = {}
MOST: Final = 256


def add(meeting: Iterable[tuple[Colour, Colour]]) -> None:
    """Add the colours of grounds and what is drawn on them, with those between; what is there keeps its index.

    Raises ValueError where the palette would have more than 256 colours.
    """
    wanted = dict(_colours)
    for under, over in meeting:
        wanted |= dict.fromkeys((under, over))
        wanted |= dict.fromkeys(blend(under, over, step / (STEPS + 1)) for step in range(1, STEPS + 1))
    if len(wanted) > MOST:
        raise ValueError(f"the palette would have {len(wanted)} colours")
    if len(wanted) > len(_colours):
        _colours.update(wanted)
        for made in (bytes_of_palette, index, ramp, _palette_image):
            made.cache_clear()


def colours() -> tuple[Colour, ...]:
    """The palette."""
    return tuple(_colours)


@cache
def bytes_of_palette() -> bytes:
    """The palette as PNG and Pillow take it."""
    return bytes(channel for colour in _colours for channel in colour)


@cache
def index(colour: Colour) -> int:
    """The index of the colour nearest to this one."""
    known = colours()

    def distance(number: int) -> int:
        red, green, blue = known[number]
        return 3 * (red - colour[0]) ** 2 + 6 * (green - colour[1]) ** 2 + (blue - colour[2]) ** 2

    return min(range(len(known)), key=distance)


@cache
def ramp(under: Colour, over: Colour) -> bytes:
    """For each strength 0..255 of `over` on `under` the index to show: what turns a mask into coloured text."""
    steps = [index(blend(under, over, step / (STEPS + 1))) for step in range(STEPS + 2)]
    return bytes(steps[round(level * (STEPS + 1) / 255)] for level in range(256))


@cache
def _palette_image() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(bytes_of_palette())
    return image


def to_indices(image: Image.Image) -> Image.Image:
    """An RGB image as indices into the palette (an image of mode L, whose values are the indices)."""
    indexed = image.quantize(palette=_palette_image(), dither=Image.Dither.NONE)
    return Image.frombytes("L", indexed.size, indexed.tobytes())


add(MEETING)
