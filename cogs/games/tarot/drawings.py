"""The drawings of the tarot pack: the signs of the elements, the courts, and an emblem for each trump.

They are our own, made of few large areas so that they read when small. An emblem stands on a dark ground.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from bot.ui.pictures.palette import BRONZE, CREAM, GOLD, INK, RED, STEEL, Colour
from bot.ui.pictures.pen import SHAPES as FRENCH
from bot.ui.pictures.pen import Drawing, Pen, Point, bezier, mirror_points, star

# --- the elements -----------------------------------------------------------------------------------------------------


def _mountain(pen: Pen, colour: Colour) -> None:
    """Draw two peaks, the higher one in front."""
    pen.polygon([(0, 97), (36, 2), (55, 50), (68, 26), (100, 97)], colour)


def _wind(pen: Pen, colour: Colour) -> None:
    """Draw three gusts that curl at their ends."""
    pen.stroke([(10, 34), *bezier((52, 34), (80, 34), (78, 4), (56, 12))], 13, colour)
    pen.stroke([(8, 56), (68, 56), *bezier((68, 56), (96, 54), (92, 24), (76, 33))], 13, colour)
    pen.stroke([(10, 78), *bezier((46, 78), (72, 78), (68, 102), (50, 93))], 13, colour)


def _flame(pen: Pen, colour: Colour) -> None:
    """Draw a fire of three tongues."""
    outline = [
        *bezier((48, 99), (14, 98), (2, 70), (14, 34)),
        *bezier((14, 34), (18, 48), (24, 52), (30, 50)),
        *bezier((30, 50), (28, 30), (38, 12), (56, 0)),
        *bezier((56, 0), (54, 22), (62, 34), (70, 46)),
        *bezier((70, 46), (76, 42), (78, 34), (78, 24)),
        *bezier((78, 24), (104, 58), (94, 98), (48, 99)),
    ]
    pen.polygon(outline, colour)


def _drop(pen: Pen, colour: Colour) -> None:
    """Draw a drop of water."""
    half = [*bezier((50, 0), (44, 26), (14, 44), (14, 68)), *bezier((14, 68), (14, 88), (32, 100), (50, 100))]
    pen.polygon([*half, (50, 100), *mirror_points(half)], colour)


SHAPES: Final[Mapping[str, Drawing]] = {"mountain": _mountain, "wind": _wind, "flame": _flame, "drop": _drop}

# --- the courts -------------------------------------------------------------------------------------------------------


def _jack(pen: Pen, colour: Colour) -> None:
    """Draw a cap with a feather."""
    feather = [*bezier((26, 56), (26, 14), (60, -4), (98, 6)), *bezier((98, 6), (66, 18), (48, 34), (42, 58))]
    pen.polygon(feather, GOLD)
    pen.stroke([(34, 54), (44, 30), (66, 14)], 2.5, BRONZE)
    crown = [*bezier((8, 76), (4, 42), (34, 36), (54, 44)), *bezier((54, 44), (82, 42), (98, 54), (92, 76))]
    pen.polygon([*crown, (92, 76)], colour)
    pen.box(0, 74, 100, 88, colour)
    pen.stroke([(6, 74), (94, 74)], 5, GOLD)


def _cavalier(pen: Pen, colour: Colour) -> None:
    """Draw the head of a horse with its bridle."""
    head: list[Point] = [
        (44, 16),
        (50, 0),
        (60, 16),
        *bezier((60, 16), (90, 28), (94, 66), (88, 98)),
        (34, 98),
        *bezier((34, 98), (34, 78), (46, 70), (50, 58)),
        (28, 68),
        (16, 76),
        (6, 64),
        (10, 52),
        *bezier((10, 52), (24, 42), (30, 24), (44, 16)),
    ]
    pen.polygon(head, colour)
    pen.stroke([(30, 38), (34, 66)], 5, GOLD)
    pen.stroke([(32, 52), (66, 44)], 5, GOLD)
    pen.circle(46, 34, 5, CREAM)
    pen.circle(13, 58, 3.5, CREAM)


def _crown(pen: Pen, tips: tuple[Point, ...], valleys: tuple[Point, ...], colour: Colour) -> None:
    """Draw a gold crown with a dark rim, above a band in the suit's colour."""
    outline = [tips[0]]
    for valley, tip in zip(valleys, tips[1:], strict=True):
        outline += [valley, tip]
    body = [*outline, (90, 74), (10, 74)]
    pen.polygon(body, GOLD)
    pen.stroke([*body, body[0]], 4, INK)
    band: list[Point] = [(10, 74), (90, 74), (90, 94), (10, 94)]
    pen.polygon(band, colour)
    pen.stroke([*band, band[0]], 4, INK)


def _queen(pen: Pen, colour: Colour) -> None:
    """Draw an open crown of three points with pearls."""
    _crown(pen, ((4, 34), (50, 22), (96, 34)), ((30, 58), (70, 58)), colour)
    for x, y in ((4, 30), (50, 16), (96, 30)):
        pen.circle(x, y, 10, INK)
        pen.circle(x, y, 7, CREAM)
    pen.circle(50, 84, 5, CREAM)


def _king(pen: Pen, colour: Colour) -> None:
    """Draw a tall crown of five points with a cap and a cross."""
    half = [*bezier((14, 72), (14, 30), (38, 22), (50, 22))]
    pen.polygon([*half, (50, 22), *mirror_points([*half, (50, 22)])], colour)
    for wide, paint in ((8.0, INK), (4.0, GOLD)):
        pen.stroke([(50, 2), (50, 26)], wide, paint)
        pen.stroke([(40, 10), (60, 10)], wide, paint)
    _crown(pen, ((2, 26), (28, 38), (50, 34), (72, 38), (98, 26)), ((18, 58), (40, 56), (60, 56), (82, 58)), colour)
    for x in (26, 50, 74):
        pen.circle(x, 84, 5, CREAM)


# --- the trumps -------------------------------------------------------------------------------------------------------


def _ring(pen: Pen, x: float, y: float, radius: float, width: float, colour: Colour) -> None:
    turn = [math.tau * step / 40 for step in range(42)]
    pen.stroke([(x + radius * math.sin(angle), y - radius * math.cos(angle)) for angle in turn], width, colour)


def _magician(pen: Pen, colour: Colour) -> None:
    """Draw the sign of the endless above a table with its wand."""
    _ring(pen, 28, 24, 16, 8, colour)
    _ring(pen, 72, 24, 16, 8, colour)
    pen.stroke([(40, 34), (60, 14)], 8, colour)
    pen.stroke([(22, 66), (78, 54)], 6, CREAM)
    pen.box(8, 72, 92, 80, colour)
    for left in (14, 78):
        pen.box(left, 80, left + 8, 100, colour)


def _priestess(pen: Pen, colour: Colour) -> None:
    """Draw two pillars and the moon between them."""
    for left in (6, 76):
        pen.box(left, 10, left + 18, 92, colour)
        pen.box(left - 6, 4, left + 24, 14, colour)
        pen.box(left - 6, 88, left + 24, 98, colour)
    pen.circle(50, 52, 15, CREAM)


def _empress(pen: Pen, colour: Colour) -> None:
    """Draw a ring above a cross."""
    _ring(pen, 50, 32, 26, 11, colour)
    pen.box(44, 62, 56, 100, colour)
    pen.box(28, 74, 72, 86, colour)


def _emperor(pen: Pen, colour: Colour) -> None:
    """Draw an orb with its cross."""
    pen.circle(50, 66, 34, colour)
    pen.box(18, 60, 82, 70, INK)
    pen.box(45, 0, 55, 34, colour)
    pen.box(34, 8, 66, 18, colour)


def _hierophant(pen: Pen, colour: Colour) -> None:
    """Draw a staff with three bars."""
    pen.box(45, 0, 55, 100, colour)
    for y, half in ((14, 18), (32, 28), (50, 38)):
        pen.box(50 - half, y, 50 + half, y + 9, colour)


def _lovers(pen: Pen, colour: Colour) -> None:
    """Draw a heart with an arrow through it."""
    FRENCH["heart"](pen, colour)
    pen.stroke([(10, 86), (88, 14)], 5, INK)
    pen.polygon([(98, 4), (92, 26), (78, 12)], INK)


def _chariot(pen: Pen, colour: Colour) -> None:
    """Draw a car on its wheels."""
    pen.polygon([*bezier((8, 20), (12, 62), (50, 64), (92, 62)), (92, 62), (98, 30), (70, 40), (44, 40)], colour)
    for x in (34, 74):
        _ring(pen, x, 78, 16, 6, colour)
        pen.circle(x, 78, 4, CREAM)


def _justice(pen: Pen, colour: Colour) -> None:
    """Draw a pair of scales."""
    pen.box(46, 6, 54, 94, colour)
    pen.box(28, 90, 72, 100, colour)
    pen.stroke([(12, 22), (88, 22)], 7, colour)
    for x in (14, 86):
        pen.stroke([(x, 22), (x - 14, 60)], 3, colour)
        pen.stroke([(x, 22), (x + 14, 60)], 3, colour)
        bowl = [*bezier((x - 18, 58), (x - 14, 78), (x + 14, 78), (x + 18, 58))]
        pen.polygon([*bowl, (x + 18, 58)], CREAM)


def _hermit(pen: Pen, colour: Colour) -> None:
    """Draw a lantern that is lit."""
    _ring(pen, 50, 14, 11, 6, colour)
    pen.polygon([(50, 18), (82, 40), (18, 40)], colour)
    pen.box(24, 40, 76, 88, colour)
    pen.box(32, 46, 68, 82, INK)
    pen.polygon(
        [*bezier((50, 48), (34, 66), (38, 80), (50, 80)), *bezier((50, 80), (62, 80), (66, 66), (50, 48))], CREAM
    )
    pen.box(16, 86, 84, 98, colour)


def _wheel(pen: Pen, colour: Colour) -> None:
    """Draw a wheel with eight spokes."""
    _ring(pen, 50, 50, 42, 11, colour)
    for spoke in range(4):
        x, y = 40 * math.sin(math.pi * spoke / 4), 40 * math.cos(math.pi * spoke / 4)
        pen.stroke([(50 - x, 50 - y), (50 + x, 50 + y)], 6, colour)
    pen.circle(50, 50, 10, CREAM)


def _strength(pen: Pen, colour: Colour) -> None:
    """Draw a column that holds up what lies on it."""
    pen.box(4, 2, 96, 16, colour)
    pen.box(18, 18, 82, 28, CREAM)
    pen.box(30, 28, 70, 84, colour)
    for x in (40, 56):
        pen.box(x, 32, x + 4, 82, INK)
    pen.box(14, 84, 86, 98, colour)


def _hanged_man(pen: Pen, colour: Colour) -> None:
    """Draw a person who hangs by one foot from a gallows."""
    pen.box(6, 0, 16, 100, colour)
    pen.box(6, 0, 92, 10, colour)
    pen.stroke([(64, 8), (64, 62)], 6, CREAM)
    pen.stroke([(64, 30), (82, 42), (64, 50)], 5, CREAM)
    pen.stroke([(64, 58), (46, 72)], 5, CREAM)
    pen.stroke([(64, 58), (82, 72)], 5, CREAM)
    pen.circle(64, 78, 13, CREAM)


def _death(pen: Pen, colour: Colour) -> None:
    """Draw a scythe."""
    pen.stroke([(20, 96), (70, 10)], 8, CREAM)
    pen.stroke([(40, 62), (58, 72)], 6, CREAM)
    pen.polygon(
        [(76, 2), *bezier((76, 2), (50, -4), (16, 10), (2, 44)), *bezier((2, 44), (26, 22), (48, 18), (70, 22))], colour
    )


def _temperance(pen: Pen, colour: Colour) -> None:
    """Draw a cup that is filled."""
    pen.polygon(
        [*bezier((14, 34), (14, 66), (30, 74), (44, 76)), (56, 76), *bezier((56, 76), (70, 74), (86, 66), (86, 34))],
        colour,
    )
    pen.box(45, 74, 55, 92, colour)
    pen.box(24, 90, 76, 100, colour)
    pen.box(8, 30, 92, 38, colour)
    for x, top in ((34, 6), (50, 0), (66, 10)):
        pen.stroke([(x, top), (x, top + 16)], 6, CREAM)


def _devil(pen: Pen, colour: Colour) -> None:
    """Draw a fork of three prongs."""
    pen.box(45, 6, 55, 100, colour)
    prong: list[Point] = [(22, 8), *bezier((22, 34), (22, 52), (34, 56), (50, 56))]
    pen.stroke(prong, 10, colour)
    pen.stroke([(100 - x, y) for x, y in prong], 10, colour)
    for x in (22, 50, 78):
        pen.polygon([(x, -2), (x + 12, 20), (x - 12, 20)], RED)


def _tower(pen: Pen, colour: Colour) -> None:
    """Draw a tower, struck by lightning."""
    pen.box(30, 36, 78, 100, colour)
    for left in (24, 46, 68):
        pen.box(left, 22, left + 16, 42, colour)
    pen.box(46, 70, 62, 100, INK)
    pen.polygon([(34, 0), (4, 40), (20, 40), (8, 70), (42, 28), (24, 28), (48, 0)], CREAM)


def _moon(pen: Pen, colour: Colour) -> None:
    """Draw a crescent."""
    outer = [*bezier((64, 2), (6, 2), (-6, 80), (50, 96)), *bezier((50, 96), (70, 100), (86, 92), (94, 78))]
    inner = [*bezier((94, 78), (48, 88), (28, 34), (64, 2))]
    pen.polygon([*outer, *inner], colour)


def _sun(pen: Pen, colour: Colour) -> None:
    """Draw a sun with its rays."""
    for ray in range(12):
        x, y = math.sin(math.tau * ray / 12), math.cos(math.tau * ray / 12)
        pen.stroke([(50 + 34 * x, 50 + 34 * y), (50 + 45 * x, 50 + 45 * y)], 7, colour)
    pen.circle(50, 50, 27, colour)


def _judgement(pen: Pen, colour: Colour) -> None:
    """Draw a trumpet."""
    pen.polygon(
        [
            *bezier((4, 84), (40, 62), (58, 44), (68, 12)),
            (68, 12),
            (98, 42),
            *bezier((98, 42), (64, 50), (44, 70), (14, 96)),
        ],
        colour,
    )
    pen.polygon([(62, 4), (70, 0), (100, 30), (98, 42), (92, 44)], CREAM)
    pen.circle(9, 90, 8, CREAM)


def _world(pen: Pen, colour: Colour) -> None:
    """Draw a globe with its circles."""
    pen.circle(50, 50, 48, colour)
    for y in (30, 50, 70):
        half = math.sqrt(46**2 - (y - 50) ** 2)
        pen.stroke([(50 - half, y), (50 + half, y)], 4, INK)
    pen.stroke([(50, 4), (50, 96)], 4, INK)
    for side in (-1, 1):
        pen.stroke([*bezier((50, 4), (50 + side * 34, 26), (50 + side * 34, 74), (50, 96)), (50, 96)], 4, INK)


def _good(pen: Pen, _colour: Colour) -> None:
    """Draw a dawn: a light between two raised wings, with a ring above it."""
    feathers: list[Point] = [
        (46, 90),
        *bezier((46, 90), (16, 88), (2, 56), (4, 14)),
        *bezier((4, 14), (14, 30), (22, 36), (28, 36)),
        *bezier((28, 36), (32, 44), (36, 50), (42, 50)),
        (46, 62),
    ]
    pen.polygon(feathers, CREAM)
    pen.polygon(mirror_points(feathers), CREAM)
    pen.circle(50, 62, 15, GOLD)
    _ring(pen, 50, 20, 15, 7, GOLD)


def _evil(pen: Pen, _colour: Colour) -> None:
    """Draw a night: two hanging wings of a bat, with a horned head between them and an eye that glows."""
    wing: list[Point] = [
        (46, 26),
        *bezier((46, 26), (30, 10), (14, 8), (0, 20)),
        *bezier((0, 20), (10, 40), (8, 64), (6, 92)),
        *bezier((6, 92), (12, 74), (18, 68), (24, 68)),
        *bezier((24, 68), (28, 80), (32, 86), (36, 96)),
        *bezier((36, 96), (38, 78), (42, 70), (46, 66)),
    ]
    pen.polygon(wing, STEEL)
    pen.polygon(mirror_points(wing), STEEL)
    pen.polygon([(34, 0), (44, 22), (56, 22), (66, 0), (68, 34), (50, 62), (32, 34)], RED)
    pen.circle(43, 32, 4, CREAM)
    pen.circle(57, 32, 4, CREAM)


def _fool(pen: Pen, _colour: Colour) -> None:
    """Draw a fool's cap of two horns with bells."""
    left = [*bezier((50, 78), (48, 40), (40, 4), (2, 20)), *bezier((2, 20), (16, 34), (14, 60), (18, 78))]
    pen.polygon([*left, (18, 78)], GOLD)
    pen.polygon(mirror_points([*left, (18, 78)]), RED)
    pen.box(14, 74, 86, 90, CREAM)
    for x, y in ((6, 24), (94, 24)):
        pen.circle(x, y, 9, CREAM)
    for x in (22, 40, 60, 78):
        pen.circle(x, 94, 6, GOLD)


MOTIFS: Final[Mapping[str, Drawing]] = {
    "jack": _jack,
    "cavalier": _cavalier,
    "queen": _queen,
    "king": _king,
    "Magician": _magician,
    "Priestess": _priestess,
    "Empress": _empress,
    "Emperor": _emperor,
    "Hierophant": _hierophant,
    "Lovers": _lovers,
    "Chariot": _chariot,
    "Justice": _justice,
    "Hermit": _hermit,
    "Wheel": _wheel,
    "Strength": _strength,
    "Hanged Man": _hanged_man,
    "Death": _death,
    "Temperance": _temperance,
    "Devil": _devil,
    "Tower": _tower,
    "Star": star,
    "Moon": _moon,
    "Sun": _sun,
    "Judgement": _judgement,
    "World": _world,
    "Good": _good,
    "Evil": _evil,
    "Fool": _fool,
}
