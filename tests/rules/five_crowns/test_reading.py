"""Our rules against a second, slow reading of the rulebook; and perft counts, which that reading has confirmed."""

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.contract import Chance, Pack
from rules.perft import perft
from rules.table import Table, load_event
from tests.rules.five_crowns.reading import Deal
from tests.rules.five_crowns.stacked import GAME, table

PERFT = json.loads((Path(__file__).parent / "perft.json").read_text())


def play(seats: int, size: int, seed: int, most: int) -> int:
    """Plays a deal at random by both readings; returns how many decisions there were."""
    rng = Random(seed)
    dealer = rng.randrange(seats)
    at = table(seats, dealer, first=size, last=size)
    expects = at.state.expects
    assert expects is not None
    order = rng.sample(expects.cards, len(expects.cards))
    at, deal = at.chance("deal", order), Deal(seats, dealer, size, order)
    for decision in range(most):
        assert deal.over is at.state.finished
        if deal.over:
            assert list(at.state.score().hands[0]) == deal.points()
            return decision
        assert deal.waiting is (at.state.expects is not None)
        if deal.waiting:
            assert at.state.expects is not None
            assert sorted(at.state.expects.cards) == sorted(deal.pile[:-1])
            order = rng.sample(deal.pile[:-1], len(deal.pile) - 1)
            at = at.chance("reshuffle", order)
            deal.reshuffle(order)
            continue
        assert at.state.to_act == (deal.turn,)
        legal = at.state.legal(deal.turn).moves
        assert len(legal) == len(set(legal))
        assert set(legal) == deal.legal()
        outs = [move for move in legal if move.startswith("out")]
        keep = [move for move in legal if move.startswith("discard")] or list(legal)
        # Going out is put off a little, so that long deals are seen too; drawn more than taken, so that stocks run out.
        move = rng.choice(outs) if outs and rng.random() < 0.3 else rng.choice([*keep, *keep[:1]])
        at = at.move(deal.turn, move)
        deal.move(move)
    return most


@pytest.mark.clause("F2.1", "F3.1", "F3.3", "F3.4", "F4.1", "F4.2", "F5.1", "F5.2")
@pytest.mark.parametrize(("seats", "size"), [(2, 3), (3, 4), (5, 5), (4, 6), (12, 13), (8, 13), (9, 8), (2, 10)])
def test_both_readings_agree(seats: int, size: int) -> None:
    assert play(seats, size, seats * 100 + size, 400) > 0


@pytest.mark.parametrize("case", PERFT, ids=lambda case: case["name"])
def test_perft(case: dict[str, Any]) -> None:
    at = position(case)
    assert perft(at.state, case["depth"]) == case["nodes"]


@pytest.mark.parametrize("case", PERFT, ids=lambda case: case["name"])
def test_perft_by_the_second_reading(case: dict[str, Any]) -> None:
    at = position(case)
    deal: Deal | None = None
    for event in at.events:
        if isinstance(event, Chance):
            if event.event == "deal":
                deal = Deal(at.seats, at.dealer, int(at.options["first"]), event.cards)
            elif deal:
                deal.reshuffle(event.cards)
        elif deal:
            deal.move(event.text)
    assert deal is not None
    assert count(deal, case["depth"]) == case["nodes"]


def count(deal: Deal, depth: int) -> int:
    if depth == 0 or deal.over or deal.waiting:
        return 1
    nodes = 0
    for move in deal.legal():
        after = deepcopy(deal)
        after.move(move)
        nodes += count(after, depth - 1)
    return nodes


def position(case: dict[str, Any]) -> Table:
    pack = case["pack"]
    shrunken = Pack(tuple(pack["cards"]), tuple(pack["packets"])) if pack else None
    at = Table.new(GAME, case["seats"], case["options"], case["dealer"], shrunken)
    return at.replayed([load_event(event) for event in case["events"]])
