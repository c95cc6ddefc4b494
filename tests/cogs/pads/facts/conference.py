"""Conference: card points and tricks of the sides, whether a suit was hired, whether Good or Evil were called."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any


def read_facts(last: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "card_points": last["card_points"],
        "tricks": last["won"],
        "gallowglass": last["gallowglass"] not in {None, "none"},
        "call": bool(last["calls"]),
    }


def make_facts(rng: Random, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    hired = bool(options["gallowglass"]) and rng.random() < 0.5
    call = options["good_evil"] == "allegiance" and rng.random() < 0.5
    tricks = rng.randint(1, 18)
    everything = rng.randint(20, 84) if hired or call else 146
    first = max(4 * tricks, min(everything - 4 * (19 - tricks), rng.randint(0, everything)))
    first = min(first, everything)
    return {
        "card_points": [first, everything - first],
        "tricks": [tricks, 19 - tricks],
        "gallowglass": hired,
        "call": call,
    }
