"""The rules against the second reading of the rulebook, move by move, and the stored counts that both agree on."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.abracadabra import GAME
from rules.contract import Pack
from rules.perft import perft
from rules.table import Table, load_event
from tests.rules.abracadabra.stacked import reading_of, shuffled, table

COUNTS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "perft.json").read_text())


@pytest.mark.parametrize("seed", range(60))
def test_both_readings_agree_on_whole_games(seed: int) -> None:
    rng = Random(seed)
    seats = (2, 2, 3, 4)[seed % 4]
    options: dict[str, Any] = {
        "success": rng.choice(("exact", "at_least")),
        "two_player": "short" if seed % 4 == 1 else "dummy",
        "deals": rng.choice((0, 1, 2)),
        "target": rng.choice((0, 0, 50, 100)),
    }
    if seed % 4 != 1:
        options["trump"] = rng.choice(("turnup", "declared"))
    passing = rng.choice((0, 0.5, 0.9))
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
        moves = sorted(at.state.sequences(seat))
        assert moves == reading.moves()
        move = "pass" if "pass" in moves and rng.random() < passing else rng.choice(moves)
        at = at.move(seat, move)
        reading.move(seat, move)
        assert [list(points) for points in at.state.score().hands] == reading.results
    assert reading.phase == "finished"
    totals = [sum(points[seat] for points in reading.results) for seat in range(seats)]
    assert list(at.state.score().totals) == totals
    assert list(at.state.score().winners) == [seat for seat, total in enumerate(totals) if total == max(totals)]


def counted(count: dict[str, Any]) -> Table:
    """A stored count's table before its events."""
    pack = count["pack"] and Pack(tuple(count["pack"]["cards"]), tuple(count["pack"]["packets"]))
    return Table.new(GAME, count["seats"], count["options"], count["dealer"], pack)


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: count["name"])
def test_perft(count: dict[str, Any]) -> None:
    at = counted(count).replayed([load_event(event) for event in count["events"]])
    assert perft(at.state, count["depth"]) == count["nodes"]


@pytest.mark.parametrize("count", [one for one in COUNTS if one["nodes"] < 3000], ids=lambda count: count["name"])
def test_perft_in_the_second_reading(count: dict[str, Any]) -> None:
    reading = reading_of(counted(count))
    for event in count["events"]:
        if "event" in event:
            reading.deal(event["cards"])
        else:
            reading.move(event["seat"], event["move"])
    assert reading.perft(count["depth"]) == count["nodes"]
