"""The tarot pack: four suits of the elements, Good and Evil, 21 trumps with names, and the Fool (M1.1, C1.1).

Mitigati, and Conference where it is played so, do without Good and Evil.
"""

from __future__ import annotations

from typing import Final

from bot.ui.game.card_packs import Pack, Rank, Special, Suit
from bot.ui.pictures import art
from bot.ui.pictures.art import Art
from bot.ui.pictures.palette import BLUE, INK, NIGHT, PURPLE
from cogs.games.tarot.drawings import MOTIFS, SHAPES

TRUMPS: Final = (
    "the Magician",
    "the Priestess",
    "the Empress",
    "the Emperor",
    "the Hierophant",
    "the Lovers",
    "the Chariot",
    "Justice",
    "the Hermit",
    "the Wheel",
    "Strength",
    "the Hanged Man",
    "Death",
    "Temperance",
    "the Devil",
    "the Tower",
    "the Star",
    "the Moon",
    "the Sun",
    "Judgement",
    "the World",
)
"""The names of the trumps, from 1 to 21."""

FOOL: Final = "FOOL"

TAROT: Final = Pack(
    "tarot",
    (
        Suit("E", "Earth", "\u26f0", "mountain", "green", named=True),
        Suit("A", "Air", "\U0001f32c", "wind", "black", named=True),
        Suit("F", "Fire", "\U0001f525", "flame", "red", named=True),
        Suit("W", "Water", "\U0001f4a7", "drop", "blue", named=True),
    ),
    (
        Rank("A", "Ace", pips=1),
        *(Rank(str(number), str(number), pips=number) for number in range(2, 11)),
        Rank("J", "Jack", "jack"),
        Rank("C", "Cavalier", "cavalier"),
        Rank("Q", "Queen", "queen"),
        Rank("K", "King", "king"),
    ),
    (
        Special("GOOD", "Good", "Good", "Good"),
        Special("EVIL", "Evil", "Evil", "Evil"),
        *(
            Special(str(number), f"trump {number} {name}", f"T{number}", name.removeprefix("the "), index=str(number))
            for number, name in enumerate(TRUMPS, start=1)
        ),
        Special(FOOL, "the Fool", "Fool", "Fool", index="F"),
    ),
)

HONOURS: Final = ("Magician", "World", "Fool")
"""Cards that count most (M1.1, C1.2), which stand apart from the other trumps."""
SPIRITS: Final = {"Good": BLUE, "Evil": INK}
"""Cards below the trumps that are no number (C6.1)."""

ART: Final = Art(
    shapes=SHAPES,
    motifs=MOTIFS,
    grounds=dict.fromkeys(MOTIFS, PURPLE) | dict.fromkeys(HONOURS, NIGHT) | SPIRITS,
)


def register() -> None:
    """Make the pack known, with its drawings."""
    art.register(TAROT, ART)
