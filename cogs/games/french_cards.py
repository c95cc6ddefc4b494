"""The French courts and the Joker, which Five Crowns and Abracadabra share: their names and their drawings.

The drawings are our own, made of few large areas so that they read when small.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.ui.game.card_packs import Rank, Special
from bot.ui.pictures.palette import BRONZE, CREAM, GOLD, INK, PURPLE, RED, WHITE, Colour
from bot.ui.pictures.pen import Drawing, Pen, Point, bezier, mirror_points

COURTS: Final = (Rank("J", "Jack", "jack"), Rank("Q", "Queen", "queen"), Rank("K", "King", "king"))

JOKER: Final = Special("JOKER", "Joker", "Joker", "joker", corner="Jo")
"""A J alone is a Jack."""


def _jack(pen: Pen, colour: Colour) -> None:
    """Draw a cap with a long feather."""
    feather = [*bezier((30, 52), (20, 20), (52, -4), (96, 6)), *bezier((96, 6), (62, 16), (48, 32), (44, 54))]
    pen.polygon(feather, GOLD)
    pen.stroke([(37, 52), (46, 28), (66, 13)], 2.5, BRONZE)
    crown = [*bezier((10, 68), (8, 40), (34, 36), (52, 42)), *bezier((52, 42), (76, 40), (92, 48), (90, 68))]
    pen.polygon([*crown, (90, 68)], colour)
    brim = [*bezier((0, 72), (20, 60), (80, 60), (100, 72)), *bezier((100, 72), (84, 92), (16, 92), (0, 72))]
    pen.polygon(brim, colour)
    pen.stroke([(12, 68), (50, 61), (88, 68)], 5, GOLD)
    pen.circle(36, 62, 7, INK)
    pen.circle(36, 62, 4.5, GOLD)


def _crown(pen: Pen, tips: tuple[Point, ...], valleys: tuple[Point, ...], base: float, colour: Colour) -> None:
    """Draw a gold crown with a dark rim: points above a band in the suit's colour."""
    left, right = tips[0][0], tips[-1][0]
    outline = [tips[0]]
    for valley, tip in zip(valleys, tips[1:], strict=True):
        outline += [valley, tip]
    inset = (right - left) * 0.08
    body = [*outline, (right - inset, base), (left + inset, base)]
    pen.polygon(body, GOLD)
    pen.stroke([*body, body[0]], 4, INK)
    band = [(left + inset, base), (right - inset, base), (right - inset, base + 17), (left + inset, base + 17)]
    pen.polygon(band, colour)
    pen.stroke([*band, band[0]], 4, INK)


def _queen(pen: Pen, colour: Colour) -> None:
    """Draw a low crown with pearls on its points."""
    _crown(pen, ((8, 40), (36, 34), (64, 34), (92, 40)), ((22, 60), (50, 56), (78, 60)), 72, colour)
    for x, y in ((8, 34), (36, 28), (64, 28), (92, 34)):
        pen.circle(x, y, 9, INK)
        pen.circle(x, y, 6, CREAM)
    for x in (26, 50, 74):
        pen.circle(x, 80.5, 4.5, CREAM)


def _king(pen: Pen, colour: Colour) -> None:
    """Draw a tall crown with a cross above its cap."""
    half = [*bezier((16, 70), (16, 30), (40, 24), (50, 24))]
    pen.polygon([*half, (50, 24), *mirror_points([*half, (50, 24)])], colour)
    pen.stroke([(50, 3), (50, 26)], 7, INK)
    pen.stroke([(41, 11), (59, 11)], 7, INK)
    pen.stroke([(50, 4), (50, 26)], 3.5, GOLD)
    pen.stroke([(42, 11), (58, 11)], 3.5, GOLD)
    _crown(pen, ((4, 28), (30, 38), (50, 34), (70, 38), (96, 28)), ((20, 58), (40, 56), (60, 56), (80, 58)), 76, colour)
    for x in (24, 50, 76):
        pen.polygon([(x, 79), (x + 5, 84.5), (x, 90), (x - 5, 84.5)], GOLD)


def _joker(pen: Pen, _colour: Colour) -> None:
    """Draw a fool's cap of three horns with bells."""
    middle = [*bezier((32, 70), (30, 40), (40, 22), (50, 12))]
    pen.polygon([*middle, (50, 12), *mirror_points([*middle, (50, 12)])], GOLD)
    left = [*bezier((22, 74), (26, 30), (6, 22), (2, 40)), *bezier((2, 40), (-6, 12), (44, 12), (46, 74))]
    pen.polygon([*left, (46, 74)], RED)
    pen.polygon(mirror_points([*left, (46, 74)]), CREAM)
    pen.box(18, 70, 82, 86, WHITE)
    for x in (18, 34, 50, 66, 82):
        pen.polygon([(x - 8, 84), (x + 8, 84), (x, 99)], GOLD if x in {34, 66} else WHITE)
    for x, y in ((3, 44), (50, 10), (97, 44)):
        pen.circle(x, y, 8, INK)
        pen.circle(x, y, 6, GOLD)


MOTIFS: Final[Mapping[str, Drawing]] = {"jack": _jack, "queen": _queen, "king": _king, "joker": _joker}
GROUNDS: Final[Mapping[str, Colour]] = {"joker": PURPLE}
