"""Cards of Five Crowns in words, and as they stand in scenes: from a card's text and the wild rank of its deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.scene.scene import CardScene, Group
from cogs.games.five_crowns.pack import FIVE_CROWNS
from rules.melds import JOKER
from rules.sentences import capital

RANKS: Final[Mapping[str, str]] = {
    "3": "threes", "4": "fours", "5": "fives", "6": "sixes", "7": "sevens", "8": "eights", "9": "nines", "10": "tens",
    "J": "Jacks", "Q": "Queens", "K": "Kings",
}  # fmt: skip
"""The ranks as a deal's wild cards are called."""

LEFT: Final = "not melded"
"""Cards that are in no meld (F5.1)."""

DISCARD: Final = "discard"
"""The card with which one can go out (F3.3)."""


def card_text(card: str) -> str:
    """Return a card within a sentence: "the 5 of stars", "a Joker"."""
    return "a Joker" if card == JOKER else f"the {FIVE_CROWNS.name_of(card)}"


def is_wild(card: str, wild: str) -> bool:
    """Whether a card stands for any other in a deal with this wild rank (F2.2)."""
    return card == JOKER or card[:-1] == wild


def card_scene(card: str, wild: str, caption: str = "") -> CardScene:
    """Return a card face up; one of the wild rank is marked, for a Joker is known by its face."""
    return CardScene(card, "wild" if card[:-1] == wild else "plain", caption)


def kind(meld: Sequence[str], wild: str) -> str:
    """Return the name of a meld: a run or a set (F4.1), or wild cards alone (F4.2)."""
    suits = [card[-1] for card in meld if not is_wild(card, wild)]
    ranks = {card[:-1] for card in meld if not is_wild(card, wild)}
    if not ranks:
        return "wild cards"
    return "set" if len(ranks) == 1 and len(suits) > 1 else "run"


def meld_groups(
    melds: Sequence[Sequence[str]],
    leftover: Sequence[str],
    wild: str,
    captions: Mapping[str, str],
    *,
    title: str = LEFT,
    faded: bool = False,
) -> tuple[tuple[CardScene, ...], tuple[Group, ...]]:
    """Return melds and what is left over beside them as cards in groups.

    `captions` say something of cards; of copies of one, of the last alone. `title` stands above what is left over,
    which `faded` draws paler.
    """
    groups = [Group(kind(meld, wild), len(meld)) for meld in melds]
    if leftover:
        groups.append(Group(title, len(leftover), faded))
    cards = [card for meld in melds for card in meld] + by_rank(leftover, wild)
    places = {card: place for place, card in enumerate(cards) if card in captions}
    scenes = [
        card_scene(card, wild, captions[card] if places.get(card) == place else "") for place, card in enumerate(cards)
    ]
    return tuple(scenes), tuple(groups)


def by_rank(cards: Sequence[str], wild: str) -> list[str]:
    """Return cards by rank, low to high, wild ones last. Cards of one rank keep their order."""
    places = {rank: place for place, rank in enumerate((*RANKS, ""))}
    return sorted(cards, key=lambda card: (is_wild(card, wild), places["" if card == JOKER else card[:-1]]))


def ways_out(view: Mapping[str, Any]) -> list[str]:
    """Return the cards with which the view's seat can go out (F3.3), wild ones last, else in the order of its hand."""
    cards_out = [move.removeprefix("out ") for move in view["moves"] if move.startswith("out ")]
    hand: Sequence[str] = view["hand"] or ()
    return sorted(cards_out, key=lambda card: (is_wild(card, view["wild"]), hand.index(card)))


def stands_for(view: Mapping[str, Any]) -> str:
    """Return the wild cards, as the beginning of a sentence: "Threes and Jokers"."""
    return f"{capital(RANKS[view['wild']])} and Jokers"
