"""Abracadabra: what everybody placed and won, their tricks, the cards of their suit in them, their pile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Final

VALUES: Final = {"A": 1, **{str(value): value for value in range(2, 11)}, "J": 11, "Q": 12, "K": 13}


def read_facts(last: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a hand; bid cards by their values. Only Declarer has some on its right (A6.1)."""
    if last["void"]:
        return {"void": True}
    return {"hands": [_read_seat_facts(last, seat) for seat in range(len(last["placed"]))]}


def _read_seat_facts(last: Mapping[str, Any], seat: int) -> dict[str, Any]:
    declares = seat == last["declarer"]
    return {
        "placed": _list_values(last["placed"][seat]),
        "won": _list_values(last["won"][seat]),
        "right_kept": _list_values(last["right"]) if declares else [],
        "right_lost": _list_values(last["turned"]) if declares else [],
        "tricks": last["taken"][seat],
        "own": last["own"][seat],
        "pile": last["piles"][seat],
    }


def _list_values(ranks: Iterable[str]) -> list[int]:
    return sorted(VALUES[rank] for rank in ranks)


def make_facts(rng: Random, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    if rng.random() < 0.1:
        return {"void": True}
    last = 13 if seats == 4 else 12
    winners = [rng.randrange(seats) for _ in range(last)]
    declarer, bid = rng.randrange(seats), rng.randint(1, last)
    return {"hands": [_make_seat_facts(rng, seat, winners, bid, declares=seat == declarer) for seat in range(seats)]}


def _make_seat_facts(rng: Random, seat: int, winners: list[int], bid: int, *, declares: bool) -> dict[str, Any]:
    placed = sorted(rng.sample(range(1, len(winners) + 1), bid if declares else rng.randrange(bid)))
    right = {card for card in placed if declares and rng.random() < 0.3}
    won = [card for card in placed if winners[card - 1] == seat]
    tricks = winners.count(seat)
    is_known = right.union(won) == set(placed)
    return {
        "placed": placed if is_known or rng.random() < 0.8 else len(placed),
        "won": [card for card in won if card not in right],
        "right_kept": [card for card in won if card in right],
        "right_lost": sorted(right - set(won)),
        "tricks": tricks,
        "own": rng.randint(0, min(2 * tricks, 6)),
        "pile": len(placed) < len(winners) and rng.random() < 0.3,
    }
