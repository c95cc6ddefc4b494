"""Tarot tricks in words: why cards may not be played, and why one won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cogs.games.tarot.cards import KINDS, TRUMPS, kind_of, named
from cogs.games.tarot.pack import FOOL
from rules.contract import View
from rules.sentences import capital, listed
from rules.tarot.cards import ABOVE, BIT, INDEX


def must_follow(view: View, clause: str, clause_of_fool: str) -> str:
    """Which suits are barred in the trick by the duty to follow (`clause`), and why: "Air and trumps: Earth was led
    and you hold the 3 of Earth".
    """
    held: list[str] = view["hand"]
    undutiful = [card for card, (why_not, *_) in view["barred"].items() if why_not == clause]
    barred = [kind for kind in KINDS if any(kind_of(card) == kind for card in undutiful)]
    free = [card for card in held if card not in view["barred"] and card != FOOL]
    following = [card for card in free if kind_of(card) == view["led"]]
    led = KINDS[view["led"]]
    was = "were" if view["led"] == TRUMPS else "was"
    hold = f"and you hold {some(following)}" if following else f"you hold none, and you hold {some(free)}"
    why = f"{led} {was} led{' ' if following else ', '}{hold}"
    fool = f" The Fool may be played at any time ({clause_of_fool})." if FOOL in held else ""
    return f"{capital(listed([KINDS[kind] for kind in barred]))}: {why} ({clause}).{fool}"


def some(cards: Sequence[str]) -> str:
    """One of these cards, and how many more there are."""
    more = len(cards) - 1
    return named(cards[0]) + (f" and {more} more" if more else "")


def why(trick: Mapping[str, Any], card: str) -> str:
    """Why this card won its trick: "which beats the King of Water", "the only Fire, which was led"."""
    others = [one for _, one in trick["cards"] if one not in (card, FOOL)]
    followed = [one for one in others if kind_of(one) == kind_of(card)] or others
    best = max(followed, key=lambda one: sum(bool(BIT[INDEX[one]] & ABOVE[INDEX[other]]) for other in others))
    if kind_of(card) == TRUMPS or kind_of(best) == kind_of(card):
        return f"which beats {named(best)}"
    return f"the only {KINDS[kind_of(card)]}, which was led"
