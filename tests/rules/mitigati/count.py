"""Counting move sequences by the second reading alone: `python -m tests.rules.mitigati.count` writes perft.json."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from tests.rules.mitigati.reading import PACK, Reading


def count(reading: Reading, depth: int) -> int:
    """Count the sequences of so many moves (K6 `perft`), without those of `ask`, `offer` and `declare`."""
    if depth == 0 or reading.phase in ("deal", "finished"):
        return 1
    moves, choices = reading.legal()
    for choice in choices:
        if choice["verb"] == "discard":
            moves += ["discard " + " ".join(cards) for cards in combinations(choice["cards"], 3)]
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = deepcopy(reading)
        after.apply(move)
        total += count(after, depth - 1)
    return total


def make_case(
    name: str, seed: int, options: dict[str, Any], moves: list[str], randoms: int, depth: int
) -> dict[str, Any]:
    """Return a position after a random deal, these moves, and so many random ones, with its count."""
    rng = Random(seed)
    dealer = seed % 3
    order = list(PACK)
    rng.shuffle(order)
    reading = Reading(options, dealer)
    reading.deal(order)
    events: list[dict[str, Any]] = [{"event": "deal", "cards": order}]
    for move in [*moves, *[""] * randoms]:
        listed, choices = reading.legal()
        text = move or rng.choice(listed or [""])
        if move == "discard":
            cards = sorted(rng.sample(choices[0]["cards"], 3), key=PACK.index)
            text = "discard " + " ".join(cards)
        events.append({"seat": reading.turn, "move": text})
        reading.apply(text)
    nodes = count(reading, depth)
    return {
        "name": name,
        "seats": 3,
        "options": options,
        "dealer": dealer,
        "pack": None,
        "events": events,
        "depth": depth,
        "nodes": nodes,
    }


PLAIN: dict[str, Any] = {"bargaining": False}
TO_PLAY = ["discard", *["declare nothing"] * 3]


def make_cases() -> list[dict[str, Any]]:
    """Return all that perft.json holds."""
    return [
        make_case("the first round of bargaining", 1, {}, [], 0, 6),
        make_case("bargaining with an ask and an offer", 2, {}, ["ask 10", "offer 4"], 0, 7),
        make_case("bargaining where a pass buys off", 4, {}, ["offer 10", "ask 3"], 0, 4),
        make_case("the discard", 2, PLAIN, [], 0, 2),
        make_case("declaring nothing, then a trick", 3, PLAIN, ["discard"], 0, 5),
        make_case("the first trick", 4, PLAIN, TO_PLAY, 0, 4),
        make_case("the middle of a hand", 5, PLAIN, TO_PLAY, 39, 5),
        make_case("the middle of a trick", 6, PLAIN, TO_PLAY, 41, 5),
        make_case("the last five tricks", 7, PLAIN, TO_PLAY, 60, 9),
        make_case("the last three tricks", 8, PLAIN, TO_PLAY, 66, 12),
    ]


if __name__ == "__main__":
    Path(__file__).with_name("perft.json").write_text(json.dumps(make_cases(), indent=1) + "\n", encoding="utf-8")
