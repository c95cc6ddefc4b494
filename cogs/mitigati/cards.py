"""The tricks of Mitigati as the rules have them, from views, and the card points in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.mitigati.fool import settle_fool
from rules.mitigati.records import Trick
from rules.tarot.cards import INDEX, points


def trick_of(shown: Mapping[str, Any]) -> Trick:
    """A finished trick as a view shows it."""
    return Trick(shown["leader"], tuple(INDEX[card] for _, card in shown["cards"]), shown["winner"])


def taken(view: Mapping[str, Any]) -> list[int]:
    """By seat the card points in its tricks so far (M1.2), as if the hand ended now: the Fool is with whom it would be
    then (M6.5). The discard, which nobody else knows, is not counted.
    """
    piles, _ = settle_fool([trick_of(trick) for trick in view["tricks"]], 0, view["dealer"])
    return [points(pile) for pile in piles]
