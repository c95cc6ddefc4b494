"""What a view tells of the deal that ended last."""

import json
from random import Random

import pytest

from rules.abracadabra import views
from rules.simulate import random_step
from tests.rules.abracadabra.stacked import deal_at_random, play_moves, sheet_of, table


@pytest.mark.parametrize("seed", range(3))
def test_the_hand_that_ended_last_is_read_back_from_any_view(seed: int) -> None:
    rng = Random(seed)
    seats = 2 + seed % 3
    at = table(seats, deals=3)
    void = play_moves(deal_at_random(at, rng), *(f"suit {suit}" for suit in "SHDC"[:seats]), *["pass"] * seats)
    if seats == 2:
        void = play_moves(void, "pass", "pass")  # A4.2: the further round
    assert sheet_of(void).last == views.sheet_of(void.state.view(None)).last
    at = void
    while not at.state.finished:
        at = random_step(at, rng)
        for seat in (None, *range(seats)):
            sheet = views.sheet_of(json.loads(json.dumps(at.state.view(seat))))
            assert sheet == sheet_of(at)
            assert hash(sheet) == hash(sheet_of(at))
