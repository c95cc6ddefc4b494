"""A rule-of-thumb player of Five Crowns: it keeps what leaves the fewest points, and goes out as soon as it can.

It looks at its view alone. It takes the top of the discard pile where that helps its melds at once, and parts with the
card without which the least is left; among equals with the one that keeps more pairs and neighbours together.
"""

from __future__ import annotations

from random import Random

from rules.contract import View
from rules.melds import JOKER, NUMBER, RANKS, UNIT, discards, hand_of, points_of


def choose(view: View, rng: Random) -> str:
    """A legal move. Raises ValueError if the view's seat has nothing to do."""
    moves: list[str] = view["moves"]
    if not moves:
        raise ValueError("this seat has nothing to do")
    if view["phase"] == "draw":
        return "take" if _helps(view) else "draw"
    leaves: dict[str, int] = view["leaves"]
    out = [move for move in moves if move.startswith("out ")]
    if out:
        return rng.choice(out)
    least = min(leaves.values())
    equal = [card for card, left in leaves.items() if left == least]
    return f"discard {min(equal, key=lambda card: _worth(view, card))}"


def _helps(view: View) -> bool:
    """Whether with the top of the discard pile fewer points would be left than are now (F3.1, F5.1)."""
    hand = hand_of(view["hand"]) + UNIT[NUMBER[view["pile"][-1]]]
    return min(discards(hand, view["size"]).values()) < view["arranged"]["left"]


def _worth(view: View, card: str) -> tuple[bool, int, int]:
    """How much a card is worth keeping: wild or not, its company among the others, and last the points it counts."""
    wild = card == JOKER or card[:-1] == view["wild"]
    others: list[str] = [other for other in view["hand"] if other != JOKER]
    company = 0 if wild else sum(_near(card, other) for other in others) - 1  # it is near itself
    return wild, company, -points_of(card, view["size"])


def _near(card: str, other: str) -> bool:
    """Whether two cards could be in one meld of three (F4.1)."""
    apart = abs(RANKS.index(card[:-1]) - RANKS.index(other[:-1]))
    return apart == 0 or (card[-1] == other[-1] and apart <= 2)
