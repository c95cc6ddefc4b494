"""The pack of Five Crowns: its names, and the suit of stars."""

from __future__ import annotations

from typing import Final

from bot.ui.game.card_packs import CLUBS, DIAMONDS, HEARTS, SPADES, Pack, Rank, Suit
from bot.ui.pictures import art
from bot.ui.pictures.art import Art
from bot.ui.pictures.pen import star
from cogs.games.french_cards import COURTS, GROUNDS, JOKER, MOTIFS

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
    emblem="king",
)


def register() -> None:
    """Make the pack known, with its drawings."""
    art.register(FIVE_CROWNS, ART)
