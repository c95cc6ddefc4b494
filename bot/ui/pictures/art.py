"""What a pack's cards are drawn with: shapes and colours of its suits, drawings of its courts and special cards.

Every game's cog registers its pack with its art (`register`); nothing of a game is drawn in this package. What a pack
does not bring is looked for in what all share, and a drawing that is nowhere is a large letter.
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
    """Drawings and colours by the names that the pack's suits, ranks and specials give.

    `grounds` are the grounds of cards that are all picture; other cards have paper. `colours` of a pack's own are the
    same in every set of colours: choose some that the colour-blind tell apart. `emblem` is the motif that stands beside
    the winners of a game; without one some of its cards do.
    """

    shapes: Mapping[str, Drawing] = field(default_factory=dict[str, Drawing])
    colours: Mapping[str, Colour] = field(default_factory=dict[str, Colour])
    motifs: Mapping[str, Drawing] = field(default_factory=dict[str, Drawing])
    grounds: Mapping[str, Colour] = field(default_factory=dict[str, Colour])
    emblem: str = ""


NO_ART: Final = Art()
"""What a pack brings that is not registered."""

_ART: dict[str, Art] = {}


def register(pack: Pack, art: Art) -> None:
    """Make a pack known by its name, with what its cards are drawn with. Registering the same again does nothing.

    Raises ValueError where another pack has the name, or where the palette has no room for its colours.
    """
    card_packs.register(pack)
    palette.add_colour_pairs(
        [
            *((paper, colour) for colour in art.colours.values() for paper in (CREAM, GOLD, FOG)),
            *((ground, paper) for ground in art.grounds.values() for paper in (CREAM, EDGE)),
        ]
    )
    _ART[pack.name] = art


def art_of(pack: str, paint: Paint = GREEN_TABLE) -> Art:
    """What the cards of this pack are drawn with in a set of colours: what all share, the French suits, included."""
    own = _ART.get(pack, NO_ART)
    return Art({**SHAPES, **own.shapes}, {**paint.suits, **own.colours}, own.motifs, own.grounds, own.emblem)
