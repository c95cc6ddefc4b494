"""Mitigati: card points and what declarations are worth; or the words that bought a hand off."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any


def read_facts(last: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a hand; the order is one of them where all three have spoken."""
    if last["bought_off"]:
        return {"words": last["words"], **({"order": last["order"]} if len(last["order"]) == 3 else {})}
    return {
        "card_points": last["card_points"],
        "bonuses": [declaration["worth"] for declaration in last["declarations"]],
    }


def make_facts(rng: Random, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    if options["bargaining"] and rng.random() < 0.5:
        words = [rng.choice((None, ["ask", rng.randint(1, 60)], ["offer", rng.randint(1, 200)])) for _ in range(3)]
        return {"words": words, **({"order": rng.sample(range(3), 3)} if rng.random() < 0.5 else {})}
    first = rng.randint(0, 146)
    second = rng.randint(0, 146 - first)
    bonuses = [rng.choice((0, 0, 0, 10, 15, 20, 25, 30)) for _ in range(3)]
    return {"card_points": [first, second, 146 - first - second], "bonuses": bonuses}
