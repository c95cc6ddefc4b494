"""Random games, and counted move sequences, held against the second reading of the rulebook."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.contract import State
from rules.mitigati import GAME
from rules.perft import perft
from rules.table import Table, load_event
from tests.rules.mitigati.reading import HONOURS, KINGS, PACK, Reading, declarations

PERFT = Path(__file__).with_name("perft.json")


def lucky_order(rng: Random) -> list[str]:
    """An order of the pack in which one seat is often dealt what declarations are made of."""
    order = list(PACK)
    rng.shuffle(order)
    if rng.random() < 0.7:
        wanted = KINGS + HONOURS + [str(number) for number in range(2, 21)]
        lucky = rng.sample(wanted, rng.randint(8, 24)) if rng.random() < 0.7 else wanted[: rng.randint(4, 26)]
        start = 5 * rng.randrange(3)
        places = [place for packet in range(5) for place in range(start + 15 * packet, start + 15 * packet + 5)]
        for place, card in zip(places, lucky, strict=False):
            other = order.index(card)
            order[place], order[other] = order[other], order[place]
    return order


def random_word(choices: list[dict[str, Any]], rng: Random) -> str:
    """A word of bargaining; numbers are often small or at the edge of what may be said."""
    kinds = ["pass", "pass", "continue"] + [choice["verb"] for choice in choices] * 2
    kind = rng.choice(kinds)
    for choice in choices:
        if choice["verb"] == kind:
            low, high = choice["range"]
            return f"{kind} {rng.choice([low, high, rng.randint(low, min(high, low + 12)), rng.randint(low, high)])}"
    return kind


def random_text(reading: Reading, rng: Random) -> str:
    moves, choices = reading.legal()
    if reading.phase == "bargain":
        return random_word(choices, rng)
    if reading.phase == "discard":
        cards = rng.sample(choices[0]["cards"], 3)
        return "discard " + " ".join(sorted(cards, key=PACK.index))
    if reading.phase == "declare" and rng.random() < 0.8:
        moves += declarations(reading.hands[reading.turn])[:2000]
    return rng.choice(moves)


def same(state: State, reading: Reading) -> None:
    """Asserts that the rules and the second reading agree on all that can be asked now."""
    status = state.status()
    assert (status.phase, status.hand, list(status.to_act)) == reading.status()
    assert [list(points) for points in state.score().hands] == reading.points
    for seat in range(3):
        moves, choices = reading.legal() if [seat] == list(status.to_act) else ([], [])
        legal = state.legal(seat)
        assert sorted(legal.moves) == sorted(moves)
        assert [choice.shown() for choice in legal.choices] == choices


@pytest.mark.clause("M2.1", "M3.5", "M3.6", "M5.2", "M5.3", "M5.4", "M5.5", "M6.2", "M6.3", "M6.4", "M6.5", "M7.1")
@pytest.mark.parametrize("seed", range(40))
def test_random_games_go_as_the_second_reading_has_them(seed: int) -> None:
    rng = Random(seed)
    options: dict[str, Any] = {
        "hands": rng.choice((1, 3, 6)),
        "rotation": rng.choice(("left", "right")),
        "bargaining": seed % 3 == 0,
        "bonuses": rng.choice(("each", "flat")),
    }
    dealer = rng.randrange(3)
    state = GAME.new(3, GAME.resolve(options), dealer)
    reading = Reading(options, dealer)
    while not state.finished:
        same(state, reading)
        if state.expects:
            order = lucky_order(rng)
            reading.deal(order)
            state = state.chance("deal", order)
            continue
        text = random_text(reading, rng)
        (seat,) = state.to_act
        reading.apply(text)
        state = state.apply(seat, text)
        assert GAME.canonical(text.upper()) == text
    same(state, reading)
    totals = [sum(points) for points in zip(*reading.points, strict=True)]
    assert state.score().totals == tuple(totals)
    assert state.score().winners == tuple(seat for seat in range(3) if totals[seat] == max(totals))


@pytest.mark.parametrize("case", json.loads(PERFT.read_text()), ids=lambda case: case["name"])
def test_move_sequences_are_as_many_as_counted_once_by_brute_force(case: dict[str, Any]) -> None:
    table = Table.new(GAME, case["seats"], case["options"], case["dealer"])
    table = table.replayed([load_event(event) for event in case["events"]])
    assert perft(table.state, case["depth"]) == case["nodes"]
