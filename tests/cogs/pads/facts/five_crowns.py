"""Five Crowns: how many cards were dealt, what everybody's cards counted that were left, who went out."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

COURTS: Final = {"J": 11, "Q": 12, "K": 13}
COUNTS: Final = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 20, 50)


def read_facts(last: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a deal; the cards are counted as the rulebook says (F5.2)."""
    sums = [sum(_count_card(card, last["size"]) for card in cards) for cards in last["left"]]
    return {"dealt": last["size"], "left": sums, "out": last["out"]}


def _count_card(card: str, size: int) -> int:
    if card == "JOKER":
        return 50
    rank = COURTS.get(card[:-1]) or int(card[:-1])
    return 20 if rank == size else rank


def make_facts(rng: Random, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    dealt = rng.randint(3, 13)
    sums = [sum(rng.choices(COUNTS, k=rng.choice((0, dealt, rng.randint(0, dealt - 3))))) for _ in range(seats)]
    return {"dealt": dealt, "left": sums, "out": sums.index(0) if sums.count(0) == 1 else None}
