"""A heuristic player of Five Crowns: it keeps what leaves the fewest points, and goes out as soon as it can."""

# It looks at its view alone. It takes the top of the discard pile where that helps its melds at once, and parts with
# the card without which the least is left; among equals with the one that keeps more pairs and neighbours together. As
# long as nobody is out it takes whatever is wild and parts with nothing wild, though that counts most: it fits into any
# meld.

from __future__ import annotations

from random import Random

from rules.contract import View
from rules.melds import CARDS, JOKER, NUMBER, RANKS, UNIT, discards, hand_of, points_of
from rules.players.words import ONLY_MOVE, forced, many

Worth = tuple[bool, int, int]
"""How much a card is worth keeping; the lesser one goes."""


def choose(view: View, _rng: Random) -> str:
    """A legal move. Raises ValueError if the view's seat has nothing to do."""
    moves: list[str] = view["moves"]
    if not moves:
        raise ValueError("this seat has nothing to do")
    if view["phase"] == "draw":
        return "take" if _helps(view) else "draw"
    out = [move for move in moves if move.startswith("out ")]
    if out:
        return min(out, key=lambda move: _is_wild(view, move.removeprefix("out ")))
    leaves = _that_may_go(view, view["leaves"])
    least = min(leaves.values())
    equal = [card for card, left in leaves.items() if left == least]
    return f"discard {min(equal, key=lambda card: _worth(view, card))}"


def _helps(view: View) -> bool:
    """Whether with the top of the discard pile fewer points would be left than are now (F3.1, F5.1), or it is kept."""
    left: int = view["arranged"]["left"]
    return _with_pile(view) < left or (left > 0 and _keeps(view, view["pile"][-1]))


def _with_pile(view: View) -> int:
    """The points left with the top of the discard pile, once the best card that may go is discarded."""
    hand = hand_of(view["hand"]) + UNIT[NUMBER[view["pile"][-1]]]
    leaves = {CARDS[number]: left for number, left in discards(hand, view["size"]).items()}
    return min(_that_may_go(view, leaves).values())


def _is_wild(view: View, card: str) -> bool:
    """Whether a card is wild in this deal (F2.2)."""
    return card == JOKER or card[:-1] == view["wild"]


def _keeps(view: View, card: str) -> bool:
    """Whether a card is kept whatever it counts: it is wild, and there is time to find a meld for it."""
    return view["out"] is None and _is_wild(view, card)


def _that_may_go(view: View, leaves: dict[str, int]) -> dict[str, int]:
    """The points left without each card that may go: one that is kept may only where there are no others."""
    return {card: left for card, left in leaves.items() if not _keeps(view, card)} or leaves


def _worth(view: View, card: str) -> Worth:
    """How much a card is worth keeping: wild or not, its company among the others, and last the points it counts."""
    wild = _is_wild(view, card)
    others: list[str] = [other for other in view["hand"] if other != JOKER]
    company = 0 if wild else sum(_near(card, other) for other in others) - 1  # it is near itself
    return wild, company, -points_of(card, view["size"])


def _near(card: str, other: str) -> bool:
    """Whether two cards could be in one meld of three (F4.1)."""
    apart = abs(RANKS.index(card[:-1]) - RANKS.index(other[:-1]))
    return apart == 0 or (card[-1] == other[-1] and apart <= 2)


# -- reasons -----------------------------------------------------------------------------------------------------------


def why(view: View, move: str) -> str:
    """The reason for a move that `choose` gave from this view."""
    if forced(view):
        return ONLY_MOVE
    if view["phase"] == "draw":
        return _why_draw(view, move)
    verb, card = move.split(" ")
    if verb == "out":
        return f"Your other {view['size']} cards are melded, so you score 0 points."
    return _why_discard(view, card)


def _why_draw(view: View, move: str) -> str:
    """The points that the top of the discard pile would leave (F5.1), as everybody can see; no draw leaves more than
    now.
    """
    left: int = view["arranged"]["left"]
    nobody_out = view["out"] is None
    if move == "take":
        after = _with_pile(view)
        if after >= left:
            return "It is wild, so it fits any meld you find later."
        if after:
            return f"It leaves you with {many(after, 'point')} instead of {left}."
        then = "go out now" if nobody_out else "meld all your cards"
        return f"With it you can {then}. Without it you hold {many(left, 'point')}."
    if not left:
        then = "go out with" if nobody_out else "discard"
        return f"All your {view['size']} cards are melded: {then} any card you draw."
    return f"The top discard saves none of your {many(left, 'point')}. The stock may."


def _why_discard(view: View, card: str) -> str:
    """The points left without the card; and among cards without which as little is left, why this one."""
    leaves = _that_may_go(view, view["leaves"])
    left, mine = leaves[card], _worth(view, card)
    less = min(view["leaves"].values())
    keep = f"It leaves {many(left, 'point')}"
    if less < left:
        return f"{keep}. Discarding a wild card leaves {less}, but it fits any meld."
    equal = [_worth(view, other) for other, points in leaves.items() if points == left and other != card]
    if not equal:
        least = min(points for other, points in leaves.items() if other != card)
        return f"{keep}. The next best discard leaves {least}."
    rivals = [other for other in equal if other[0] == mine[0]]
    if not rivals:
        return f"{keep}. Wild cards leave as few, but fit any meld later."
    also = f"{keep}. Of {len(rivals) + 1} equal discards"
    if mine[1] < min(rivals)[1]:
        return f"{also}, this one fits your cards least."
    if mine[2] < min(rivals)[2]:
        return f"{also}, this one counts most: {-mine[2]}."
    return f"{also}, take any."
