"""Random games, steered towards rare cases, and counted move sequences, held against the second reading."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.conference import GAME
from rules.contract import State
from rules.perft import perft
from rules.protocol import status_json
from rules.simulate import random_order
from rules.table import Table, load_event
from tests.rules.conference.reading import NUMBERS, PLAIN, SPIRITS, Reading

PERFT = Path(__file__).with_name("perft.json")


def options_of(rng: Random) -> dict[str, Any]:
    return {
        "good_evil": rng.choice(("trumps", "allegiance", "allegiance", "none")),
        "league": rng.random() < 0.4,
        "gallowglass": rng.random() < 0.6,
        "between_hands": rng.choice(("shuffle", "cut")),
        "hands": rng.choice((1, 4, 4, 8)),
    }


def lucky_order(state: State, rng: Random) -> list[str]:
    """An order of the pack in which a seat often has trumps only, or court cards, or partners have Good and Evil."""
    order = random_order(state, rng)
    if (state.expects and state.expects.cut) or rng.random() < 0.4:
        return order
    kind = rng.randrange(3)
    wanted: list[str] = []
    if kind == 0:
        wanted = [*NUMBERS, *SPIRITS, "FOOL", "KE", "KA"]
    elif kind == 1:
        wanted = [card for card in PLAIN if card[0] in "KQCJ"]
    seats = rng.sample(range(4), 2)
    places = [place for place in range(76) if _seat(place) == seats[0]]
    if kind == 0 and rng.random() < 0.7:
        places = [place for place in range(76) if _seat(place) == 3] + list(range(76, len(order)))
    wanted = [card for card in wanted if card in order][: len(places)]
    if kind == 2:
        places = [place for place in range(76) if _seat(place) // 2 == seats[0] // 2]
        wanted = [card for card in (*SPIRITS, "FOOL") if card in order]
        rng.shuffle(places)
    for place, card in zip(places, wanted, strict=False):
        other = order.index(card)
        order[place], order[other] = order[other], order[place]
    return order


def _seat(place: int) -> int:
    """The place, counted from Eldest, that a card of the pack goes to outside League."""
    return place // 4 if place < 16 else (place - 16) // 5 % 4


def random_text(reading: Reading, rng: Random) -> tuple[int, str]:
    """A legal move, often one that makes something happen."""
    moves, choices = reading.legal()
    if reading.phase == "cut":
        youngest = (reading.dealer - 1) % 4
        return (rng.randrange(4), "reshuffle") if rng.random() < 0.2 else (youngest, rng.choice(("cut 3", "cut 4")))
    if choices:
        must = choices[0].get("must", [])
        rest = [card for card in choices[0]["cards"] if card not in must]
        count = choices[0]["count"][0] - len(must)
        picked = rng.sample(rest, count)
        if rng.random() < 0.3 and any(card in SPIRITS for card in rest):
            picked = [*[card for card in rest if card in SPIRITS], *rest][:count]
            picked = list(dict.fromkeys(picked)) if len(set(picked)) == count else rng.sample(rest, count)
        return reading.turn, "discard " + " ".join(sorted([*must, *picked], key=choices[0]["cards"].index))
    rare = [move for move in moves if any(word in move for word in ("GOOD", "EVIL", "FOOL"))]
    if rare and rng.random() < 0.15:
        moves = rare
    hired = [move for move in moves if reading.hired and move.endswith(reading.hired)]
    if hired and rng.random() < 0.5:
        moves = hired
    return reading.turn, rng.choice(moves)


def same(state: State, reading: Reading) -> None:
    """Asserts that the rules and the second reading agree on all that can be asked now."""
    status = state.status()
    assert (status.phase, status.hand, list(status.to_act)) == reading.status()
    assert [list(points) for points in state.score().hands] == reading.points
    assert status_json(status)["expects"] == reading.expects()
    for seat in range(4):
        legal = state.legal(seat)
        if reading.phase == "cut":
            youngest = seat == (reading.dealer - 1) % 4
            assert set(legal.moves) == set(reading.legal()[0] if youngest else ["reshuffle"])
            continue
        moves, choices = reading.legal() if [seat] == list(status.to_act) else ([], [])
        assert sorted(legal.moves) == sorted(moves)
        assert [choice.shown() for choice in legal.choices] == choices


@pytest.mark.clause(
    "C2.1", "C2.2", "C2.3", "C3.1", "C4.2", "C4.3", "C4.4", "C5.1", "C5.2", "C5.3", "C5.4", "C5.5",
    "C6.1", "C6.2", "C6.3", "C7.2", "C7.3", "C7.4", "C7.6", "C8.2", "C8.3", "C8.4",
)  # fmt: skip
@pytest.mark.parametrize("seed", range(60))
def test_random_games_go_as_the_second_reading_has_them(seed: int) -> None:
    rng = Random(seed)
    options = options_of(rng)
    dealer = rng.randrange(4)
    state = GAME.new(4, GAME.resolve(options), dealer)
    reading = Reading(options, dealer)
    while not state.finished:
        same(state, reading)
        if state.expects:
            order = lucky_order(state, rng)
            reading.deal(order)
            state = state.chance("deal", order)
            continue
        seat, text = random_text(reading, rng)
        reading.apply(seat, text)
        state = state.apply(seat, text)
        assert GAME.canonical(text.upper()) == text
    same(state, reading)
    assert state.view(None)["last"]["totals"] == reading.totals
    assert state.view(None)["last"]["gathered"] == reading.gathered
    totals = [sum(points) for points in zip(*reading.points, strict=True)]
    assert state.score().totals == tuple(totals)
    assert state.score().winners == tuple(seat for seat in range(4) if totals[seat] == max(totals))


@pytest.mark.clause("C2.3", "C3.1", "C4.2", "C5.2", "C5.4", "C7.2", "C7.3")
@pytest.mark.parametrize("case", json.loads(PERFT.read_text()) if PERFT.exists() else [], ids=lambda case: case["name"])
def test_counted_move_sequences(case: dict[str, Any]) -> None:
    table = Table.new(GAME, 4, case["options"], case["dealer"])
    table = table.replayed([load_event(event) for event in case["events"]])
    assert perft(table.state, case["depth"]) == case["nodes"]
