"""The heuristic player's reasons: the points that a move leaves, and why this card goes."""

from __future__ import annotations

from rules.contract import View
from rules.players.five_crowns.heuristic import that_may_go, with_pile, worth
from rules.players.words import ONLY_MOVE, forced, many


def why(view: View, move: str) -> str:
    """Return the reason for a move that `choose` gave from this view."""
    if forced(view):
        return ONLY_MOVE
    if view["phase"] == "draw":
        return _why_draw(view, move)
    verb, card = move.split(" ")
    if verb == "out":
        return f"Your other {view['size']} cards are melded, so you score 0 points."
    return _why_discard(view, card)


def _why_draw(view: View, move: str) -> str:
    """Return the points that the top of the discard pile would leave (F5.1), as everybody can see; no draw leaves
    more than now.
    """
    leftover: int = view["arranged"]["left"]
    nobody_out = view["out"] is None
    if move == "take":
        after = with_pile(view)
        if after >= leftover:
            return "It is wild, so it fits any meld you find later."
        if after:
            return f"It leaves you with {many(after, 'point')} instead of {leftover}."
        then = "go out now" if nobody_out else "meld all your cards"
        return f"With it you can {then}. Without it you hold {many(leftover, 'point')}."
    if not leftover:
        then = "go out with" if nobody_out else "discard"
        return f"All your {view['size']} cards are melded: {then} any card you draw."
    return f"The top discard saves none of your {many(leftover, 'point')}. The stock may."


def _why_discard(view: View, card: str) -> str:
    """Return the points left without the card; and among cards without which as little is left, why this one."""
    leaves = that_may_go(view, view["leaves"])
    leftover, own_worth = leaves[card], worth(view, card)
    less = min(view["leaves"].values())
    keep = f"It leaves {many(leftover, 'point')}"
    if less < leftover:
        return f"{keep}. Discarding a wild card leaves {less}, but it fits any meld."
    equal = [worth(view, other) for other, points in leaves.items() if points == leftover and other != card]
    if not equal:
        least = min(points for other, points in leaves.items() if other != card)
        return f"{keep}. The next best discard leaves {least}."
    rivals = [other for other in equal if other[0] == own_worth[0]]
    if not rivals:
        return f"{keep}. Wild cards leave as few, but fit any meld later."
    also = f"{keep}. Of {len(rivals) + 1} equal discards"
    if own_worth[1] < min(rivals)[1]:
        return f"{also}, this one fits your cards least."
    if own_worth[2] < min(rivals)[2]:
        return f"{also}, this one counts most: {-own_worth[2]}."
    return f"{also}, take any."
