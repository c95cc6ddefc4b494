"""Voren's pack: its names, and the drawings of its courts and of the two cards without suit.

The drawings are our own, made of few large areas so that they read when small.
"""

from __future__ import annotations

from typing import Final

from bot.ui.game.card_packs import CLUBS, DIAMONDS, HEARTS, SPADES, Pack, Rank, Special
from bot.ui.pictures import art
from bot.ui.pictures.art import Art
from bot.ui.pictures.palette import BRONZE, CREAM, GOLD, INK, NIGHT, PURPLE, RED, SLATE, STEEL, WHITE, Colour, blend
from bot.ui.pictures.pen import Pen, Point, bezier, mirror_points

VOREN: Final = Pack(
    "voren",
    (SPADES, HEARTS, DIAMONDS, CLUBS),
    (
        *(Rank(str(number), str(number), pips=number) for number in range(1, 6)),
        Rank("R", "Realm", "realm"),
        Rank("L", "Lesser Crown", "lesser crown"),
        Rank("G", "Greater Crown", "greater crown"),
    ),
    (Special("TREACHERY", "Treachery", "Treachery", "treachery"), Special("WOLF", "the Wolf", "Wolf", "wolf")),
)


def _realm(pen: Pen, colour: Colour) -> None:
    """Draw a castle on a hill under a low sun: the land that a Realm stands for."""
    pen.circle(78, 26, 13, GOLD)
    hill = [*bezier((0, 92), (14, 74), (34, 68), (50, 68)), *bezier((50, 68), (68, 68), (88, 76), (100, 92))]
    pen.polygon([*hill, (100, 100), (0, 100)], blend(CREAM, colour, 0.45))
    for left, right, top in ((14, 34, 40), (66, 86, 46), (33, 67, 24)):
        pen.box(left, top, right, 84, colour)
        width = (right - left) / 5
        for tooth in (0, 2, 4):
            pen.box(left + tooth * width, top - 9, left + (tooth + 1) * width, top + 1, colour)
    pen.stroke([(50, 20), (50, 1)], 2.5, colour)
    pen.polygon([(50, 0), (72, 6), (50, 13)], GOLD)
    pen.box(44, 60, 56, 84, CREAM)
    pen.circle(50, 60, 6, CREAM)
    for x, y in ((24, 54), (76, 59), (42, 38), (58, 38)):
        pen.box(x - 2.6, y - 5, x + 2.6, y + 5, CREAM)


def _crown(pen: Pen, tips: tuple[Point, ...], valleys: tuple[Point, ...], base: float) -> None:
    """Draw a gold crown with a dark rim: an outline of tips and valleys above a band."""
    left, right = tips[0][0], tips[-1][0]
    outline: list[Point] = []
    for number, tip in enumerate(tips):
        outline.append(tip)
        if number < len(valleys):
            outline.append(valleys[number])
    inset = (right - left) * 0.09
    body = [*outline, (right - inset, base), (left + inset, base)]
    pen.polygon(body, GOLD)
    pen.stroke([*body, body[0]], 4, INK)
    pen.box(left + inset, base - 2, right - inset, base + 16, GOLD)
    rim: list[Point] = [
        (left + inset, base - 1),
        (right - inset, base - 1),
        (right - inset, base + 16),
        (left + inset, base + 16),
    ]
    pen.stroke([*rim, rim[0]], 4, INK)


def _lesser_crown(pen: Pen, colour: Colour) -> None:
    """Draw a small open crown of three points."""
    _crown(pen, ((14, 34), (50, 22), (86, 34)), ((33, 56), (67, 56)), 70)
    for x, y in ((14, 32), (50, 19), (86, 32)):
        pen.circle(x, y, 8, INK)
        pen.circle(x, y, 5, colour)
    pen.circle(50, 77, 5, colour)


def _greater_crown(pen: Pen, colour: Colour) -> None:
    """Draw a tall crown of five points with a cap, an orb and a cross."""
    cap = [*bezier((16, 66), (18, 26), (40, 20), (50, 18))]
    pen.polygon([*cap, (50, 18), *mirror_points([*cap, (50, 18)])], colour)
    pen.box(16, 60, 84, 78, colour)
    pen.stroke([(50, 1), (50, 22)], 6.5, INK)
    pen.stroke([(42, 8), (58, 8)], 6.5, INK)
    pen.stroke([(50, 2), (50, 22)], 3, GOLD)
    pen.stroke([(43, 8), (57, 8)], 3, GOLD)
    _crown(pen, ((2, 34), (26, 26), (50, 28), (74, 26), (98, 34)), ((20, 58), (40, 54), (60, 54), (80, 58)), 76)
    for x, y in ((2.5, 34), (26, 26), (74, 26), (97.5, 34)):
        pen.circle(x, y, 6.5, INK)
        pen.circle(x, y, 4, GOLD)
    pen.circle(50, 27, 8, INK)
    pen.circle(50, 27, 5.5, GOLD)
    for x in (26, 50, 74):
        pen.circle(x, 84, 4.6, colour)


def _wolf(pen: Pen, _colour: Colour) -> None:
    """Draw a wolf's head, seen from the front, with lit eyes."""
    head: list[Point] = [
        (50, 24),
        (39, 22),
        (17, 0),
        (12, 34),
        (2, 58),
        (13, 60),
        (8, 74),
        (22, 74),
        (26, 86),
        (38, 88),
        (50, 99),
    ]
    pen.polygon([*head, *mirror_points(head)], STEEL)
    ear: list[Point] = [(20, 10), (34, 25), (18, 34)]
    pen.polygon(ear, NIGHT)
    pen.polygon(mirror_points(ear), NIGHT)
    cheek: list[Point] = [
        (50, 60),
        (39, 47),
        (20, 45),
        (14, 57),
        (20, 60),
        (16, 70),
        (28, 70),
        (32, 82),
        (42, 84),
        (50, 94),
    ]
    pen.polygon([*cheek, *mirror_points(cheek)], CREAM)
    brow: list[Point] = [(50, 26), (44, 24), (20, 42), (42, 56), (43, 76), (50, 76)]
    pen.polygon([*brow, *mirror_points(brow)], SLATE)
    eye: list[Point] = [(22, 45), (31, 45), (42, 57), (30, 56)]
    pen.polygon(eye, GOLD)
    pen.polygon(mirror_points(eye), GOLD)
    pen.circle(33, 51, 2.9, INK)
    pen.circle(67, 51, 2.9, INK)
    nose: list[Point] = [(50, 72), (40, 72), (41, 79), (50, 86)]
    pen.polygon([*nose, *mirror_points(nose)], INK)
    pen.stroke([(50, 84), (50, 89)], 2, INK)
    pen.stroke([(44, 87), (50, 90), (56, 87)], 2, INK)


def _treachery(pen: Pen, _colour: Colour) -> None:
    """Draw a mask of two faces with a dagger behind it."""
    pen.polygon([(91, 4), (96, 9), (19, 98), (2, 100), (4, 84)], STEEL)
    pen.polygon([(94, 7), (96, 9), (19, 98), (2, 100)], WHITE)
    pen.stroke([(66, 8), (93, 34)], 7, GOLD)
    pen.stroke([(82, 20), (94, 6)], 8, BRONZE)
    pen.circle(95, 5, 5, GOLD)
    half = [*bezier((46, 16), (32, 20), (20, 18), (10, 14)), *bezier((10, 14), (6, 46), (16, 80), (46, 92))]
    pen.polygon([*half, (46, 92)], CREAM)
    other = mirror_points(half, 46)
    pen.polygon([(46, 92), *other], RED)
    pen.stroke([*half, (46, 92)], 2.5, INK)
    pen.stroke([(46, 92), *other], 2.5, INK)
    pen.stroke([(46, 16), (46, 92)], 2.5, INK)
    # one eye laughs, the other does not; the mouth is undecided
    pen.polygon([*bezier((16, 44), (20, 30), (34, 30), (38, 44)), *bezier((38, 44), (32, 38), (22, 38), (16, 44))], INK)
    pen.polygon([*bezier((54, 34), (60, 44), (70, 46), (76, 36)), *bezier((76, 36), (70, 54), (58, 52), (54, 34))], INK)
    smile = [*bezier((24, 60), (30, 74), (40, 76), (46, 76)), (46, 70), *bezier((46, 70), (38, 70), (32, 66), (24, 60))]
    pen.polygon(smile, INK)
    frown = [*bezier((46, 70), (54, 66), (62, 68), (66, 78)), *bezier((66, 78), (58, 74), (52, 74), (46, 76))]
    pen.polygon(frown, INK)


ART: Final = Art(
    motifs={
        "realm": _realm,
        "lesser crown": _lesser_crown,
        "greater crown": _greater_crown,
        "wolf": _wolf,
        "treachery": _treachery,
    },
    grounds={"wolf": NIGHT, "treachery": PURPLE},
)


def register() -> None:
    """Make the pack known, with its drawings."""
    art.register(VOREN, ART)
