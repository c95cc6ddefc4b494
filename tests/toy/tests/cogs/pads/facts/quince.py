"""Quince: what everybody guessed and bet, and what all cards counted."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any


def read_facts(last: Mapping[str, Any]) -> dict[str, Any]:
    laid = dict(last["laid"])
    bets = [_bet(laid[seat]) for seat in range(len(laid))]
    return {"guesses": last["guesses"], "bets": bets, "total": last["total"]}


def _bet(move: str) -> int:
    """A bet on a low count is negative: `lay CARDS bet N WORD`."""
    amount, word = ("0", "high") if move == "pass" else move.split(" ")[-2:]
    return int(amount) if word == "high" else -int(amount)


def make_facts(rng: Random, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    guesses, bets = ([rng.randint(low, high) for _ in range(seats)] for low, high in ((0, 20), (-3, 3)))
    return {"guesses": guesses, "bets": bets, "total": rng.randint(0, 63)}
