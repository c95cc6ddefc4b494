"""The drawings of packs: shapes and colours of suits, motifs of courts and special cards.

A game's cog registers its pack's art. A missing drawing is looked for in the shared art; else a large letter is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.ui.game import card_packs
from bot.ui.game.card_packs import Pack
from bot.ui.pictures import palette
from bot.ui.pictures.palette import CREAM, EDGE, FOG, GOLD, GREEN_TABLE, Colour, Paint
from bot.ui.pictures.pen import SHAPES, Drawing


@dataclass(frozen=True, slots=True)
class Art:
    """Drawings and colours by the names that a pack's suits, ranks and specials give.

    `grounds` are for cards without paper. `colours` are the same in every set: let the colour-blind tell them apart.
    `emblem` stands beside the winners.
    """

    shapes: Mapping[str, Drawing] = field(default_factory=dict[str, Drawing])
    colours: Mapping[str, Colour] = field(default_factory=dict[str, Colour])
    motifs: Mapping[str, Drawing] = field(default_factory=dict[str, Drawing])
    grounds: Mapping[str, Colour] = field(default_factory=dict[str, Colour])
    emblem: str = ""


NO_ART: Final = Art()
"""The art of a pack that is not registered."""

_ART: dict[str, Art] = {}


def register(pack: Pack, art: Art) -> None:
    """Make a pack known by its name, with what its cards are drawn with. Registering the same again does nothing.

    Raises ValueError where another pack has the name, or where the palette has no room for its colours.
    """
    card_packs.register(pack)
    if _ART.get(pack.name) == art:
        return
    palette.add_colour_pairs(
        [
            *((paper, colour) for colour in art.colours.values() for paper in (CREAM, GOLD, FOG)),
            *((ground, paper) for ground in art.grounds.values() for paper in (CREAM, EDGE)),
        ]
    )
    _ART[pack.name] = art


def art_of(pack: str, paint: Paint = GREEN_TABLE) -> Art:
    """Return the art of a pack in a set of colours, with the shared art and the French suits."""
    own = _ART.get(pack, NO_ART)
    return Art({**SHAPES, **own.shapes}, {**paint.suits, **own.colours}, own.motifs, own.grounds, own.emblem)
