"""The card points in the tricks of Mitigati, from views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.mitigati.fool import settle_fool
from rules.mitigati.views import trick_of
from rules.tarot.cards import CARDS, points


def card_points(view: Mapping[str, Any], tricks: Sequence[Mapping[str, Any]] | None = None) -> list[int]:
    """Return each seat's card points in its tricks (M1.2), or in the first of them, as if the hand ended there.

    The Fool counts for its owner at that time (M6.5). The discard counts only in the dealer's own view, for the dealer.
    """
    laid_away: Sequence[str] = view["discard"] or ()
    won_tricks = [trick_of(trick) for trick in (view["tricks"] if tricks is None else tricks)]
    piles, _ = settle_fool(won_tricks, CARDS.mask(laid_away), view["dealer"])
    return [points(pile) for pile in piles]
