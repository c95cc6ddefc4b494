"""Random games: they end, lose no card, keep their promises about sums, views and dumps."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.conference import GAME
from rules.conference.positions import Playing
from rules.table import Table
from tests.rules.chances import steps


def assert_cards_are_whole(state: Any) -> None:
    if isinstance(state, Playing):
        pack = state.hand.sheet.setup.pack
        cards = [card for trick in (*state.tricks, state.trick) for _, card in trick.cards]
        total = sum(card for card in set(cards))
        parts = [*state.hands, total, state.hand.discard]
        assert sum(part.bit_count() for part in parts) == len(cards) - len(set(cards)) + pack.bit_count()
        assert parts[0] | parts[1] | parts[2] | parts[3] | parts[4] | parts[5] == pack


@pytest.mark.parametrize("seed", range(8))
def test_random_games_end_and_keep_their_sums(seed: int) -> None:
    rng = Random(seed)
    options: dict[str, Any] = {
        "good_evil": ("trumps", "allegiance", "none", "allegiance")[seed % 4],
        "league": rng.random() < 0.5,
        "gallowglass": seed < 4,
        "between_hands": rng.choice(("shuffle", "cut")),
        "hands": (1, 4)[seed % 2],
    }
    table = Table.new(GAME, 4, options, seed % 4)
    for after in steps(table, rng):
        assert_cards_are_whole(after.state)
        table = after
    score = table.state.score()
    assert len(score.hands) == options["hands"]
    assert all(sum(points) == 0 for points in score.hands)
    last = table.state.view(None)["last"]
    assert sum(last["won"]) == 19
    most = 146
    if last["calls"]:
        most = 112
    if last["gallowglass"] not in (None, "none"):
        most -= 28
        assert sum(last["card_points"]) <= most
    elif not last["calls"]:
        assert sum(last["card_points"]) == most
        assert sum(last["totals"]) == 165
    assert sum(last["card_points"]) <= most
