"""The rules against the second reading of the rulebook, move by move, and the stored counts that both agree on."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.contract import Pack
from rules.perft import perft
from rules.table import Table, load_event
from rules.voren import GAME
from tests.rules.voren.decks import shuffled, table
from tests.rules.voren.reading import Reading

COUNTS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "perft.json").read_text())


def reading_of(at: Table) -> Reading:
    """The second reading of a fresh table."""
    return Reading(at.seats, at.dealer, **at.options)  # pyright: ignore[reportArgumentType]  # checked as options


@pytest.mark.parametrize("seed", range(60))
def test_both_readings_agree_on_whole_games(seed: int) -> None:
    rng = Random(seed)
    seats = rng.choice((2, 2, 3, 4, 5, 7, 10))
    options = {
        "ante": rng.choice((3, 6, 300)),
        "hands": rng.randint(1, 6),
        "no_trump_turnup": rng.choice(("crowns", "unsuited")),
        "limit": rng.choice((0, 0, 1, 4, 100)),
    }
    at = table(seats, rng.randrange(seats), **options)
    reading = reading_of(at)
    while not at.state.finished:
        status = at.state.status()
        assert (status.phase, status.hand, list(status.to_act)) == (reading.phase, reading.number, reading.to_act())
        if status.expects:
            at = shuffled(at, rng)
            reading.deal([*getattr(at.events[-1], "cards")])  # noqa: B009  # only a deal has cards
            continue
        seat = status.to_act[0]
        moves = sorted(at.state.legal(seat).moves)
        assert moves == reading.moves()
        move = rng.choice([move for move in moves if move != "fold"]) if rng.random() < 0.6 else rng.choice(moves)
        at = at.move(seat, move)
        reading.move(seat, move)
        assert [list(points) for points in at.state.score().hands] == reading.results
    assert reading.phase == "finished"
    totals = [sum(points[seat] for points in reading.results) for seat in range(seats)]
    assert list(at.state.score().totals) == totals
    assert list(at.state.score().winners) == [seat for seat, chips in enumerate(totals) if chips == max(totals)]


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: count["name"])
def test_perft(count: dict[str, Any]) -> None:
    pack = count["pack"] and Pack(tuple(count["pack"]["cards"]), tuple(count["pack"]["packets"]))
    at = Table.new(GAME, count["seats"], count["options"], count["dealer"], pack)
    at = at.replayed([load_event(event) for event in count["events"]])
    assert perft(at.state, count["depth"]) == count["nodes"]


@pytest.mark.parametrize("count", [one for one in COUNTS if one["nodes"] < 3000], ids=lambda count: count["name"])
def test_perft_in_the_second_reading(count: dict[str, Any]) -> None:
    at = Table.new(GAME, count["seats"], count["options"], count["dealer"])
    reading = reading_of(at)
    for event in count["events"]:
        if "event" in event:
            reading.deal(event["cards"])
        else:
            reading.move(event["seat"], event["move"])
    assert reading.perft(count["depth"]) == count["nodes"]
