"""The pack of Abracadabra: the French cards with a joker, and the bid cards, each known by the trick that it names."""

from __future__ import annotations

import math
from typing import Final

from bot.show.packs import CLUBS, DIAMONDS, HEARTS, SPADES, Pack, Rank, Special
from bot.show.pictures import art
from bot.show.pictures.art import Art
from bot.show.pictures.palette import CREAM, NIGHT, STEEL, Colour
from bot.show.pictures.pen import Pen
from cogs.french import COURTS, GROUNDS, JOKER, MOTIFS
from rules.abracadabra.cards import BIDS

BID: Final = "TRICK"
"""How the text of a bid card begins, before the number of its trick; of a card of the pack none does."""

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
            Special(f"{BID}{value}", f"trick {value}", str(value), "wand", index=str(value))
            for value in range(1, len(BIDS.texts) + 1)
        ),
    ),
)


def _wand(pen: Pen, colour: Colour) -> None:
    """A magic wand with a star at its tip, and sparks."""
    pen.stroke([(8, 94), (58, 44)], 13, STEEL)
    pen.stroke([(8, 94), (20, 82)], 13, CREAM)
    tips = [
        (66 + radius * math.sin(math.pi * tip / 5), 35 - radius * math.cos(math.pi * tip / 5))
        for tip in range(10)
        for radius in ((35 if tip % 2 == 0 else 14.5),)
    ]
    pen.polygon(tips, colour)
    for x, y, radius in ((22, 34, 6), (34, 14, 4.5), (72, 84, 6), (90, 74, 4.5)):
        pen.circle(x, y, radius, colour)


ART: Final = Art(motifs={**MOTIFS, "wand": _wand}, grounds={**GROUNDS, "wand": NIGHT})


def register() -> None:
    """Make the pack known, with its drawings."""
    art.register(ABRACADABRA, ART)
