"""A heuristic player of Five Crowns: it keeps what leaves the fewest points, and goes out as soon as it can."""

# It looks at its view alone. It takes the top of the discard pile where that helps its melds at once, and parts with
# the card without which the least is left; among equals with the one that keeps more pairs and neighbours together. As
# long as nobody is out it takes whatever is wild and parts with nothing wild, though that counts most: it fits into any
# meld.

from __future__ import annotations

from random import Random
from typing import Final

from rules.contract import View
from rules.melds import CARDS, JOKER, NUMBER, RANKS, UNIT, hand_of, points_left_without, points_of

Worth = tuple[bool, int, int]
"""How much a card is worth keeping; the lesser one goes."""
WILD_POINTS: Final = 20
"""What a card of the wild rank counts (F5.2): saved, too, where a wild card is taken that no meld needs yet."""
MISJUDGED_POINTS: Final = 20.0
"""How far the easy player misjudges a move, in points: the standard deviation of its error."""
TIE: Final = 0.001
"""Points a place by which the worth of cards decides between moves that leave as many points."""


def choose(view: View, _rng: Random) -> str:
    """Return a legal move. Raises ValueError if the view's seat has nothing to do."""
    points = weigh(view)
    if not points:
        raise ValueError("this seat has nothing to do")
    return max(points, key=points.__getitem__)  # of equals the first


def weigh(view: View) -> dict[str, float]:
    """Return the moves that it thinks of, by the points that each saves or, below 0, leaves; none if it has
    nothing to do.
    """
    moves: list[str] = view["moves"]
    if not moves:
        return {}
    if view["phase"] == "draw":
        saved = _saved(view)
        return {"draw": 0.0, **({"take": float(saved)} if saved else {})}  # what saves nothing is not worth a look
    out = [move for move in moves if move.startswith("out ")]
    if out:
        return {move: -TIE * is_wild(view, move.removeprefix("out ")) for move in out}
    leaves = _without_taken(view, that_may_go(view, view["leaves"]))
    by_worth = sorted(leaves, key=lambda card: worth(view, card))
    return {f"discard {card}": -leaves[card] - TIE * place for place, card in enumerate(by_worth)}


def misjudged_points(_view: View) -> float:
    """Return the standard deviation of the easy player's error about a move, in points."""
    return MISJUDGED_POINTS


def _saved(view: View) -> int:
    """Return the points saved by the top of the discard pile (F3.1, F5.1); a wild card that is kept saves what it
    counts.
    """
    leftover: int = view["arranged"]["left"]
    saved = leftover - with_pile(view)
    return max(saved, WILD_POINTS) if leftover > 0 and _keeps(view, view["pile"][-1]) else max(saved, 0)


def with_pile(view: View) -> int:
    """Return the points left with the top of the discard pile, once the best card that may go is discarded."""
    hand = hand_of(view["hand"]) + UNIT[NUMBER[view["pile"][-1]]]
    leaves = {CARDS[number]: leftover for number, leftover in points_left_without(hand, view["size"]).items()}
    return min(that_may_go(view, leaves).values())


def is_wild(view: View, card: str) -> bool:
    """Whether a card is wild in this deal (F2.2)."""
    return card == JOKER or card[:-1] == view["wild"]


def _keeps(view: View, card: str) -> bool:
    """Whether a card is always kept: it is wild, and there is time to find a meld for it."""
    return view["out"] is None and is_wild(view, card)


def that_may_go(view: View, leaves: dict[str, int]) -> dict[str, int]:
    """Return the points left without each card that may go: one that is kept may only where there are no others."""
    return {card: leftover for card, leftover in leaves.items() if not _keeps(view, card)} or leaves


def _without_taken(view: View, leaves: dict[str, int]) -> dict[str, int]:
    """Return the same but for the card just taken from the discard pile, which goes back only where that leaves
    the fewest.
    """
    fresh = view["fresh"]
    top_card = fresh["card"] if fresh and fresh["move"] == "take" else None
    others = {card: leftover for card, leftover in leaves.items() if card != top_card}
    return others if others and min(others.values()) == min(leaves.values()) else leaves


def worth(view: View, card: str) -> Worth:
    """Return the worth of keeping a card: wild or not, its company among the others, and last the points it counts."""
    wild = is_wild(view, card)
    others: list[str] = [other for other in view["hand"] if other != JOKER]
    company = 0 if wild else sum(_near(card, other) for other in others) - 1  # it is near itself
    return wild, company, -points_of(card, view["size"])


def _near(card: str, other: str) -> bool:
    """Whether two cards could be in one meld of three (F4.1)."""
    apart = abs(RANKS.index(card[:-1]) - RANKS.index(other[:-1]))
    return apart == 0 or (card[-1] == other[-1] and apart <= 2)
