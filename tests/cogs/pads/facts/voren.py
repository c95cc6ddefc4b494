"""Voren: who stayed in, how many tricks each won, whom Treachery excused."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any


def read_facts(last: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a hand. Whoever was left alone stayed in, whether or not they had spoken (V4.4)."""
    stayed = [seat for seat, state in enumerate(last["states"]) if state == "in" or seat == last["alone"]]
    return {"stayed": stayed, "tricks": list(last["taken"]), "wolf_exempt": last["exempt"]}


def make_facts(rng: Random, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    stayed = sorted(rng.sample(range(seats), rng.randint(1, seats)))
    won = [rng.choice(stayed) for _ in range(3 if len(stayed) > 1 else 0)]
    tricks = [won.count(seat) for seat in range(seats)]
    wolf = rng.choice(stayed) if len(stayed) > 1 and rng.random() < 0.3 else None
    return {"stayed": stayed, "tricks": tricks, "wolf_exempt": wolf if wolf is None or tricks[wolf] < 3 else None}
