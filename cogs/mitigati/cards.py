"""Cards of Mitigati in words, and as they lie in a hand: by suit, trumps after them, the Fool by itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.show.scenes import CardScene, CardState, Group
from bot.text import capital, listed
from cogs.mitigati.pack import FOOL, MITIGATI
from rules.mitigati.fool import settle_fool
from rules.mitigati.records import Trick
from rules.tarot.cards import INDEX, mask_of, name, points

TRUMPS: Final = "trumps"

KINDS: Final[Mapping[str, str]] = {
    **{suit.letter: suit.name for suit in MITIGATI.suits},
    TRUMPS: TRUMPS,
    FOOL: "Fool",
}
"""The suits as views name them, trumps and the Fool, in the order in which a hand lies; and what they are called."""


def kind_of(card: str) -> str:
    """Which of `KINDS` a card is."""
    return card if card == FOOL else TRUMPS if card.isdigit() else card[-1]


def named(card: str) -> str:
    """A card within a sentence: "the 7 of Fire", "trump 12", "the Magician (1)"."""
    return name(INDEX[card])


def all_named(cards: Iterable[str]) -> str:
    """Cards within a sentence; of several trumps the word once: "the King of Air and trumps 2, 3 and 5"."""
    cards = list(cards)
    trumps = [card for card in cards if kind_of(card) == TRUMPS]
    several = len(trumps) > 1
    others = [named(card) for card in cards if not (several and card in trumps)]
    return listed([*others, *([f"trumps {listed(trumps)}"] if several else [])])


def worth_of(cards: Iterable[str]) -> int:
    """The card points of cards (M1.2)."""
    return points(mask_of(cards))


def of_points(number: int) -> str:
    """So many card points: "1 point", "7 points"."""
    return "1 point" if number == 1 else f"{number} points"


def by_kind(cards: Sequence[str]) -> dict[str, list[str]]:
    """Cards by their kind, in the order of a hand; kinds without a card are left out."""
    found = {kind: [card for card in cards if kind_of(card) == kind] for kind in KINDS}
    return {kind: own for kind, own in found.items() if own}


def laid(
    cards: Sequence[str], playable: Collection[str] = (), barred: Mapping[str, Sequence[Any]] | None = None
) -> tuple[tuple[CardScene, ...], tuple[Group, ...]]:
    """A hand by suit; `barred` are the cards that may not go, each with its clause first."""
    groups = by_kind(cards)
    scenes = [_scene(card, playable, barred or {}) for own in groups.values() for card in own]
    return tuple(scenes), tuple(
        Group("" if kind == FOOL else capital(KINDS[kind]), len(own)) for kind, own in groups.items()
    )


def _scene(card: str, playable: Collection[str], barred: Mapping[str, Sequence[Any]]) -> CardScene:
    if card in barred:
        return CardScene(card, "barred")
    state: CardState = "playable" if card in playable else "plain"
    return CardScene(card, state)


def trick_of(shown: Mapping[str, Any]) -> Trick:
    """A finished trick as a view shows it."""
    return Trick(shown["leader"], tuple(INDEX[card] for _, card in shown["cards"]), shown["winner"])


def taken(view: Mapping[str, Any]) -> list[int]:
    """By seat the card points in its tricks so far (M1.2), as if the hand ended now: the Fool is with whom it would be
    then (M6.5). The discard, which nobody else knows, is not counted.
    """
    piles, _ = settle_fool([trick_of(trick) for trick in view["tricks"]], 0, view["dealer"])
    return [points(pile) for pile in piles]
