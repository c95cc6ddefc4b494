"""Counting move sequences by the second reading alone: `python -m tests.rules.conference.count` writes perft.json."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from tests.rules.conference.reading import NUMBERS, SPIRITS, Reading


def list_moves(reading: Reading) -> tuple[int, list[str]]:
    """Return the lowest seat that may move, and its moves with the template of the discard expanded (K6)."""
    if reading.phase == "cut":
        return 0, ["cut 3", "cut 4", "reshuffle"] if reading.dealer == 1 else ["reshuffle"]
    moves, choices = reading.legal()
    for choice in choices:
        must = set(choice.get("must", []))
        for cards in combinations(choice["cards"], choice["count"][0]):
            if must <= set(cards):
                moves.append("discard " + " ".join(cards))
    return reading.turn, moves


def count(reading: Reading, depth: int) -> int:
    """Count the sequences of so many moves (K6 `perft`)."""
    if depth == 0 or reading.phase in ("deal", "finished"):
        return 1
    seat, moves = list_moves(reading)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = deepcopy(reading)
        after.apply(seat, move)
        total += count(after, depth - 1)
    return total


def deal_to(order: list[str], dealer: int, seat: int, cards: list[str]) -> None:
    """Move these cards to places of the pack that go to a seat (outside League)."""
    places = [4 * ((seat - dealer - 1) % 4) + place for place in range(4)]
    places += [16 + 20 * packet + 5 * ((seat - dealer - 1) % 4) + place for packet in range(3) for place in range(5)]
    places += [place for place in range(76, len(order)) if seat == dealer]
    for place, card in zip(places, cards, strict=False):
        other = order.index(card)
        order[place], order[other] = order[other], order[place]


def make_case(
    name: str, seed: int, options: dict[str, Any], until: str, randoms: int, depth: int,
    hold: dict[int, list[str]] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return a position after a random deal and random moves, up to a phase and so many moves on, with its count."""
    rng = Random(seed)
    dealer = seed % 4
    reading = Reading(options, dealer)
    events: list[dict[str, Any]] = []

    def make_step() -> None:
        if reading.phase == "deal":
            order = list(reading.pack)
            rng.shuffle(order)
            for seat, cards in (hold or {}).items():
                deal_to(order, dealer, seat, cards)
            events.append({"event": "deal", "cards": order})
            reading.deal(order)
            return
        seat, moves = list_moves(reading)
        move = rng.choice(moves)
        events.append({"seat": seat, "move": move})
        reading.apply(seat, move)

    while reading.phase != until:
        make_step()
    for _ in range(randoms):
        make_step()
    return {
        "name": name,
        "seats": 4,
        "options": options,
        "dealer": dealer,
        "pack": None,
        "events": events,
        "depth": depth,
        "nodes": count(reading, depth),
    }


ALLEGIANCE = {"good_evil": "allegiance"}
EVERYTHING = {"good_evil": "allegiance", "league": True, "gallowglass": True}
COURTS = [rank + suit for suit in "EAFW" for rank in ("K", "Q", "C", "J")]
TRUMPS = [*NUMBERS, *SPIRITS]


def make_cases() -> list[dict[str, Any]]:
    """Return all that perft.json holds."""
    return [
        make_case("the discard", 2, {"good_evil": "none"}, "discard", 0, 2),
        make_case("a discard with trumps", 1, {}, "discard", 0, 2, {1: TRUMPS}),
        make_case("naming a suit", 3, {"gallowglass": True}, "gallowglass", 0, 4),
        make_case("the first trick", 4, {}, "play", 0, 4),
        make_case("the first trick of the League", 6, {"league": True}, "play", 0, 4),
        make_case("the middle of a trick", 7, {}, "play", 30, 5),
        make_case(
            "court cards and a hired suit", 8, {"gallowglass": True}, "play", 5, 4, {1: COURTS[:16], 2: COURTS[16:]}
        ),
        make_case("a hired suit later on", 9, {"gallowglass": True}, "play", 41, 6),
        make_case("calls, and a partner who must", 10, ALLEGIANCE, "play", 0, 4, {3: ["GOOD"], 2: ["EVIL"]}),
        make_case("calls, and a card taken back", 11, ALLEGIANCE, "play", 2, 4, {0: ["FOOL", "EVIL"], 1: ["GOOD"]}),
        make_case("a call and another call", 12, ALLEGIANCE, "play", 21, 5, {0: ["GOOD"], 3: ["EVIL"]}),
        make_case("everything at once", 13, EVERYTHING, "play", 44, 6),
        make_case("the last three tricks", 14, EVERYTHING, "play", 64, 12),
        make_case("the cut, seat 0 not Youngest", 15, {"between_hands": "cut"}, "cut", 0, 3),
        make_case("the cut by seat 0", 16, {"between_hands": "cut"}, "cut", 0, 3),
    ]


if __name__ == "__main__":
    Path(__file__).with_name("perft.json").write_text(json.dumps(make_cases(), indent=1) + "\n", encoding="utf-8")
