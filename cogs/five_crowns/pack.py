"""The pack of Five Crowns: its names, and the suit of stars."""

from __future__ import annotations

from typing import Final

from bot.show.packs import CLUBS, DIAMONDS, HEARTS, SPADES, Pack, Rank, Suit
from bot.show.pictures import art
from bot.show.pictures.art import Art
from bot.show.pictures.pen import star
from cogs.french import COURTS, GROUNDS, JOKER, MOTIFS

STARS: Final = Suit("T", "stars", "\u2605", "star", "violet")

FIVE_CROWNS: Final = Pack(
    "five_crowns",
    (SPADES, HEARTS, DIAMONDS, CLUBS, STARS),
    (
        *(Rank(str(number), str(number), pips=number) for number in range(3, 11)),
        *COURTS,
    ),
    (JOKER,),
)


ART: Final = Art(
    shapes={"star": star},
    motifs=MOTIFS,
    grounds=GROUNDS,
)


def register() -> None:
    """Make the pack known, with its drawings."""
    art.register(FIVE_CROWNS, ART)
