"""A pen for smooth shapes: everything is drawn several times too large with Pillow's polygons, then made smaller."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Final

from PIL import Image, ImageDraw

from bot.ui.pictures.palette import Colour

Point = tuple[float, float]

SUPERSAMPLING: Final = 4
"""The factor by which a shape is drawn larger before it is scaled down."""


CURVE_STEPS: Final = 24
"""The points along a curve."""


def bezier(start: Point, bend1: Point, bend2: Point, end: Point) -> list[Point]:
    """Return points along a cubic curve with its start and without its end, so that curves can be strung together."""
    points: list[Point] = []
    for step in range(CURVE_STEPS):
        t = step / CURVE_STEPS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append(
            (
                a * start[0] + b * bend1[0] + c * bend2[0] + d * end[0],
                a * start[1] + b * bend1[1] + c * bend2[1] + d * end[1],
            )
        )
    return points


def mirror_points(points: Iterable[Point], axis: float = 50) -> list[Point]:
    """Return the other half of a symmetric outline, in the order that closes it."""
    return [(2 * axis - x, y) for x, y in reversed(list(points))]


class Pen:
    """Draws in a box of 100 by 100 units that lies anywhere on a canvas; colours are RGB, or None to cut a hole."""

    def __init__(self, canvas: Image.Image, x: float, y: float, width: float, height: float) -> None:
        self._draw = ImageDraw.Draw(canvas)
        self._x = x
        self._y = y
        self._sx = width / 100
        self._sy = height / 100

    def _at(self, point: Point) -> Point:
        return self._x + point[0] * self._sx, self._y + point[1] * self._sy

    def polygon(self, points: Iterable[Point], colour: Colour) -> None:
        """Fill a polygon."""
        self._draw.polygon([self._at(point) for point in points], fill=colour)

    def ellipse(self, x: float, y: float, rx: float, ry: float, colour: Colour) -> None:
        """Fill an ellipse about (x, y)."""
        left, top = self._at((x - rx, y - ry))
        right, bottom = self._at((x + rx, y + ry))
        self._draw.ellipse((left, top, right, bottom), fill=colour)

    def circle(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fill a circle (an ellipse if the box is not square)."""
        self.ellipse(x, y, radius, radius, colour)

    def box(self, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        """Fill a rectangle."""
        self.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], colour)

    def stroke(self, points: list[Point], width: float, colour: Colour) -> None:
        """Draw a line through the points with round ends and corners."""
        wide = max(1, round(width * (self._sx + self._sy) / 2))
        at = [self._at(point) for point in points]
        self._draw.line(at, fill=colour, width=wide, joint="curve")
        for x, y in (at[0], at[-1]):
            self._draw.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), fill=colour)


Drawing = Callable[[Pen, Colour], None]
"""Draws something into the pen's box in a main colour."""


def _heart(pen: Pen, colour: Colour) -> None:
    half = [
        *bezier((50, 26), (44, 6), (4, 2), (4, 36)),
        *bezier((4, 36), (4, 60), (36, 74), (50, 97)),
    ]
    pen.polygon([*half, (50, 97), *mirror_points(half)], colour)


def _spade(pen: Pen, colour: Colour) -> None:
    half = [
        *bezier((50, 2), (42, 22), (4, 38), (4, 62)),
        *bezier((4, 62), (4, 84), (34, 86), (45, 70)),
    ]
    pen.polygon([*half, (45, 70), *mirror_points([*half, (45, 70)])], colour)
    stem = [*bezier((47, 66), (46, 84), (40, 94), (28, 98))]
    pen.polygon([*stem, (28, 98), *mirror_points([*stem, (28, 98)])], colour)


def _diamond(pen: Pen, colour: Colour) -> None:
    """Draw a diamond over the pen's whole area."""
    # the sides are hollow, so that even a small one is no square and no heart
    pen.polygon(
        [
            *bezier((50, 0), (58, 20), (70, 38), (88, 50)),
            *bezier((88, 50), (70, 62), (58, 80), (50, 100)),
            *bezier((50, 100), (42, 80), (30, 62), (12, 50)),
            *bezier((12, 50), (30, 38), (42, 20), (50, 0)),
        ],
        colour,
    )


def _club(pen: Pen, colour: Colour) -> None:
    pen.circle(50, 22, 21.5, colour)
    pen.circle(22, 60, 21.5, colour)
    pen.circle(78, 60, 21.5, colour)
    pen.polygon([(44, 34), (56, 34), (62, 58), (54, 66), (46, 66), (38, 58)], colour)
    stem = [*bezier((46, 56), (46, 80), (40, 94), (28, 98))]
    pen.polygon([*stem, (28, 98), *mirror_points([*stem, (28, 98)])], colour)


def star(pen: Pen, colour: Colour) -> None:
    """Draw a five-pointed star, the mark of a winning card."""
    pen.polygon(
        [
            (50 + radius * math.sin(math.pi * tip / 5), 53 - radius * math.cos(math.pi * tip / 5))
            for tip in range(10)
            for radius in ((53 if tip % 2 == 0 else 22),)
        ],
        colour,
    )


SHAPES: Final[dict[str, Drawing]] = {
    "heart": _heart,
    "spade": _spade,
    "diamond": _diamond,
    "club": _club,
}
"""The suits' shapes by name; no two share an outline."""
