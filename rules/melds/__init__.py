"""Laying out a Five Crowns hand: the arrangement in melds that leaves the fewest points (F4, F5.1, F5.2), exactly."""

# A card of the wild rank that serves as itself is a wild that stands for its own card, so all wilds are alike in a meld
# (F4.2), and once there is one meld every spare wild can join something. So only this counts: which other cards
# ("naturals") are in melds, and how few wilds that needs. A suite needs as many wilds as its gaps, a family as many as
# it is short of three. `suites` has the best that suites alone can do, `search` puts families around them, `arrange`
# says what a hand leaves and what each discard would leave, `laying` lays the cards down.

from rules.melds.arrange import Arrangement, arrange, points_left, points_left_without
from rules.melds.hands import (
    CARDS,
    JOKER,
    NUMBER,
    RANKS,
    SUITS,
    UNIT,
    copies,
    hand_of,
    numbers_in,
    points_of,
    texts_of,
)

__all__ = [
    "CARDS",
    "JOKER",
    "NUMBER",
    "RANKS",
    "SUITS",
    "UNIT",
    "Arrangement",
    "arrange",
    "copies",
    "hand_of",
    "numbers_in",
    "points_left",
    "points_left_without",
    "points_of",
    "texts_of",
]
