"""The pack of Abracadabra: the French cards with a joker, and the bid cards, each known by the trick that it names."""

from __future__ import annotations

import math
from functools import partial
from typing import Final

from bot.ui.game.card_packs import CLUBS, DIAMONDS, HEARTS, SPADES, Pack, Rank, Special
from bot.ui.pictures import art
from bot.ui.pictures.art import Art
from bot.ui.pictures.palette import CREAM, NIGHT, STEEL, Colour
from bot.ui.pictures.pen import Pen
from cogs.games.french_cards import COURTS, GROUNDS, JOKER, MOTIFS
from rules.abracadabra.cards import BIDS

BID: Final = "TRICK"
"""How the text of a bid card begins, before the number of its trick; of a card of the pack none does."""

VALUES: Final = range(1, len(BIDS.texts) + 1)
"""The worth of bid cards (A1.3)."""

SPARKS: Final = (
    (20, 8), (80, 92), (6, 22), (94, 80), (24, 30), (62, 94), (8, 42), (96, 96), (22, 52), (78, 76), (4, 6), (46, 88),
    (6, 62),
)  # fmt: skip
"""The places of the sparks, one after the other."""

ABRACADABRA: Final = Pack(
    "abracadabra",
    (SPADES, HEARTS, DIAMONDS, CLUBS),
    (
        *(Rank(str(number), str(number), pips=number) for number in range(2, 11)),
        *COURTS,
        Rank("A", "Ace", pips=1),
    ),
    (
        JOKER,
        *(
            Special(f"{BID}{value}", f"trick {value}", str(value), f"wand {value}", index=str(value))
            for value in VALUES
        ),
    ),
)


def _wand(pen: Pen, colour: Colour, sparks: int) -> None:
    """Draw a magic wand with a star at its tip, and so many sparks."""
    pen.stroke([(8, 94), (58, 44)], 13, STEEL)
    pen.stroke([(8, 94), (20, 82)], 13, CREAM)
    tips = [
        (66 + radius * math.sin(math.pi * tip / 5), 35 - radius * math.cos(math.pi * tip / 5))
        for tip in range(10)
        for radius in ((35 if tip % 2 == 0 else 14.5),)
    ]
    pen.polygon(tips, colour)
    for x, y in SPARKS[:sparks]:
        pen.circle(x, y, 6, colour)


ART: Final = Art(
    motifs={**MOTIFS, **{f"wand {value}": partial(_wand, sparks=value) for value in VALUES}},
    grounds={**GROUNDS, **{f"wand {value}": NIGHT for value in VALUES}},
)


def register() -> None:
    """Make the pack known, with its drawings."""
    art.register(ABRACADABRA, ART)
