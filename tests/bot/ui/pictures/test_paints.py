"""The sets of colours: suits that the colour-blind tell apart, words that are read on every ground, one layout."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import combinations

import pytest
from PIL import Image

from bot.ui.game import card_packs
from bot.ui.pictures import PAINTS, draw_now, paint_named
from bot.ui.pictures.art import art_of
from bot.ui.pictures.faces import SMALL, sprite
from bot.ui.pictures.palette import (
    CREAM,
    DISTINCT,
    FELT,
    FELT_DEEP,
    GOLD,
    GREEN_TABLE,
    LIGHT_TABLE,
    MAX_COLOURS,
    PALE,
    PLATE,
    PLATE_DIM,
    WHITE,
    Colour,
    Paint,
    colours,
)
from cogs.games.abracadabra import pack as abracadabra
from cogs.games.five_crowns import pack as five_crowns
from cogs.games.tarot import pack as tarot
from cogs.games.voren import pack as voren
from tests.bot.ui.pictures.samples import HAND, TYPICAL, make_trick_table

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

SEEN: dict[str, Matrix] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How colours are seen, on linear RGB: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation
of Color Vision Deficiency" (2009), each kind in full.
"""

XYZ: Matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE_POINT: Vector = (0.95047, 1.0, 1.08883)
APART = 30
"""The least distance (CIE76) of two suits; 2.3 can just be seen."""


@pytest.fixture(autouse=True)
def register_packs() -> None:
    for pack in (abracadabra, five_crowns, tarot, voren):
        pack.register()


def to_linear(colour: Colour) -> Vector:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel_value / 255 for channel_value in colour)
    )
    return red, green, blue


def multiply(matrix: Matrix, vector: Vector) -> Vector:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def to_lab(colour: Colour, text: str) -> Vector:
    """Return a colour as it is seen, in CIE L*a*b*."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in multiply(SEEN[text], to_linear(colour)))
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (a / b for a, b in zip(multiply(XYZ, (red, green, blue)), WHITE_POINT, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def measure_distance(first: Colour, second: Colour, text: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(to_lab(first, text), to_lab(second, text), strict=True)) ** 0.5


def measure_contrast(first: Colour, second: Colour) -> float:
    """Return the contrast of two colours by WCAG."""
    bright, dark = sorted((multiply(XYZ, to_linear(colour))[1] + 0.05 for colour in (first, second)), reverse=True)
    return bright / dark


def list_suits(paint: Paint) -> Iterator[tuple[str, dict[str, Colour]]]:
    """Yield the colours of the suits, a pack at a time."""
    for pack in card_packs.packs():
        art = art_of(pack.name, paint)
        yield pack.name, {suit.name: art.colours[suit.colour] for suit in pack.suits}


@pytest.mark.parametrize("text", SEEN)
def test_the_colour_blind_tell_every_two_suits_of_a_game_apart(text: str) -> None:
    for pack, result in list_suits(DISTINCT):
        for first, second in combinations(result, 2):
            assert measure_distance(result[first], result[second], text) >= APART, (pack, first, second)


def test_the_measure_finds_what_cannot_be_told_apart() -> None:
    """What the suits had before: hearts and stars with deuteranopia."""
    assert 4 < measure_distance((203, 24, 44), (150, 98, 18), "deuteranopia") < 6
    assert measure_distance((203, 24, 44), (150, 98, 18), "all colours") > 50


@pytest.mark.parametrize("paint", PAINTS.values(), ids=PAINTS)
def test_suits_and_words_are_read_on_their_grounds(paint: Paint) -> None:
    for pack, result in list_suits(paint):
        assert len(set(result.values())) == len(result)
        for suit, colour in result.items():
            assert measure_contrast(colour, CREAM) >= 3, (pack, suit)  # large signs
    for ground in (FELT, FELT_DEEP, PLATE, PLATE_DIM):
        for word in (WHITE, PALE, GOLD):
            assert measure_contrast(paint.on_table(word), paint.on_table(ground)) >= 4.2, (ground, word)


@pytest.mark.parametrize("paint", PAINTS.values(), ids=PAINTS)
def test_every_palette_fits_and_has_all_that_is_drawn(paint: Paint) -> None:
    known = colours(paint)
    assert len(known) == len(set(known)) <= MAX_COLOURS
    assert set(paint.table.values()) <= set(known)
    for _, result in list_suits(paint):
        assert set(result.values()) <= set(known)


@pytest.mark.parametrize("name", sorted(TYPICAL))
def test_a_scene_is_laid_out_alike_in_all_colours(name: str) -> None:
    pictures = [draw_now(TYPICAL[name], paint) for paint in PAINTS.values()]
    assert len({(picture.width, picture.height, picture.alt) for picture in pictures}) == 1
    assert pictures[0].png != pictures[1].png


def test_the_light_table_is_light_and_cards_stay_as_they_are() -> None:
    dark, light = (
        Image.open(io.BytesIO(draw_now(make_trick_table(4, 2), paint).png)).convert("RGB")
        for paint in (GREEN_TABLE, LIGHT_TABLE)
    )
    assert dark.getpixel((2, 2)) == FELT
    assert light.getpixel((2, 2)) == LIGHT_TABLE.on_table(FELT)
    for image in (dark, light):
        assert CREAM in {colour for _, colour in image.getcolors(1000) or ()}


def test_cached_paints_belong_to_one_set() -> None:
    first = draw_now(HAND, GREEN_TABLE)
    assert draw_now(HAND, DISTINCT).png != first.png
    assert draw_now(HAND, GREEN_TABLE) is first
    plain, apart = (sprite("voren", "5H", SMALL, "plain", paint) for paint in (GREEN_TABLE, DISTINCT))
    assert plain is not apart
    assert sprite.cache_parameters()["maxsize"] is not None


def test_a_name_that_is_not_known_means_the_usual_colours() -> None:
    assert paint_named("") is paint_named("of a newer version") is GREEN_TABLE
    assert all(paint_named(name) is paint for name, paint in PAINTS.items())
