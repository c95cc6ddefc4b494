"""The parts of a laid-out picture: panels, cards, words and marks, each with its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from bot.ui.pictures.faces import Mark, Size
from bot.ui.pictures.lettering import SMALLEST_SIZE_PX
from bot.ui.pictures.palette import FELT, WHITE, Colour

SignKind = Literal["dealer", "computer", "arrow", "tick"]


@dataclass(frozen=True, slots=True)
class Panel:
    """A flat area with round corners, and an edge if it has one."""

    x: int
    y: int
    width: int
    height: int
    colour: Colour
    ground: Colour = FELT
    edge: Colour | None = None
    line: int = 0
    radius: int = 16


@dataclass(frozen=True, slots=True)
class Face:
    """A card, by its upper left corner."""

    x: int
    y: int
    pack: str
    card: str | None
    size: Size
    mark: Mark = "plain"


@dataclass(frozen=True, slots=True)
class Words:
    """A line of folded text, by its upper left corner, on a ground of one colour."""

    x: int
    y: int
    text: str
    size: int = SMALLEST_SIZE_PX
    bold: bool = False
    colour: Colour = WHITE
    ground: Colour = FELT


@dataclass(frozen=True, slots=True)
class Sign:
    """A small sign: the dealer's button, a computer player's robot, the arrow of a seat that is awaited, a tick."""

    kind: SignKind
    x: int
    y: int
    side: int
    ground: Colour = FELT


@dataclass(frozen=True, slots=True)
class Emblem:
    """The emblem of a game's winners, by its upper left corner."""

    pack: str
    x: int
    y: int
    side: int
    ground: Colour = FELT


Item = Panel | Face | Words | Sign | Emblem


@dataclass(slots=True)
class Sketch:
    """A picture before it is drawn: its size and its items, the lower ones first."""

    width: int
    height: int = 0
    items: list[Item] = field(default_factory=list["Item"])

    def faces(self) -> list[Face]:
        """Return all cards in the sketch."""
        return [item for item in self.items if isinstance(item, Face)]

    def words(self) -> list[Words]:
        """Return all text in the sketch."""
        return [item for item in self.items if isinstance(item, Words)]
