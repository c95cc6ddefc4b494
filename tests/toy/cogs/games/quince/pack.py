"""Quince's pack: three suits with shapes and colours of their own, and the Star."""

from __future__ import annotations

from typing import Final

from bot.ui.game.card_packs import Pack, Rank, Special, Suit
from bot.ui.pictures import art
from bot.ui.pictures.art import Art
from bot.ui.pictures.palette import GOLD, NIGHT, Colour
from bot.ui.pictures.pen import Pen, bezier, mirror_points, star

UMBER: Final[Colour] = (122, 74, 30)
TEAL: Final[Colour] = (12, 112, 122)
PLUM: Final[Colour] = (122, 36, 104)

QUINCE: Final = Pack(
    "quince",
    (
        Suit("X", "acorns", "\u25b2", "acorn", "umber"),
        Suit("Y", "bells", "\u25c6", "bell", "teal"),
        Suit("Z", "cups", "\u25cf", "cup", "plum"),
    ),
    tuple(Rank(str(number), str(number), pips=number) for number in range(1, 7)),
    (Special("STAR", "the Star", "Star", "star"),),
)


def _acorn(pen: Pen, colour: Colour) -> None:
    """A nut below its cap."""
    pen.box(46, 0, 54, 14, colour)
    cap = [*bezier((8, 42), (10, 18), (30, 10), (50, 10))]
    pen.polygon([*cap, (50, 10), *mirror_points(cap)], colour)
    nut = [*bezier((16, 50), (16, 78), (36, 88), (50, 100))]
    pen.polygon([*nut, (50, 100), *mirror_points(nut)], colour)


def _bell(pen: Pen, colour: Colour) -> None:
    """A bell with its clapper."""
    half = [*bezier((50, 2), (22, 6), (28, 52), (6, 78))]
    pen.polygon([*half, (6, 78), *mirror_points([*half, (6, 78)])], colour)
    pen.circle(50, 87, 11, colour)


def _cup(pen: Pen, colour: Colour) -> None:
    """A cup on its foot."""
    half = [*bezier((8, 8), (8, 54), (28, 60), (45, 64))]
    pen.polygon([*half, (45, 64), *mirror_points([*half, (45, 64)])], colour)
    pen.box(44, 60, 56, 90, colour)
    pen.box(24, 88, 76, 98, colour)


def _star(pen: Pen, _colour: Colour) -> None:
    """The Star, gold on the night."""
    star(pen, GOLD)


ART: Final = Art(
    shapes={"acorn": _acorn, "bell": _bell, "cup": _cup},
    colours={"umber": UMBER, "teal": TEAL, "plum": PLUM},
    motifs={"star": _star},
    grounds={"star": NIGHT},
)


def register() -> None:
    """Make the pack known, with its drawings."""
    art.register(QUINCE, ART)
