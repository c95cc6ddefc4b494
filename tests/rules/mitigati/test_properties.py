"""Random games: they end, lose no card, keep their promises about sums, views and dumps."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules.mitigati import GAME
from rules.mitigati.positions import Bargaining, Playing
from rules.simulate import random_move
from rules.table import Table
from rules.tarot.cards import CARDS, PACK_78
from tests.rules.mitigati.reading import declarations


def play_steps(table: Table, rng: Random) -> Iterator[Table]:
    """Yield a random game, table by table."""
    while not table.state.finished:
        state = table.state
        if state.expects:
            order = list(PACK_78)
            rng.shuffle(order)
            table = table.chance("deal", order)
        else:
            (seat,) = state.to_act
            text = random_move(state, seat, rng)
            texts = declarations(state.view(seat)["hand"], 1)[:50] if state.phase == "declare" else []
            table = table.move(seat, rng.choice(texts) if texts else text)
        yield table


def assert_cards_are_whole(state: Any) -> None:
    if isinstance(state, Playing):
        total = sum(card for trick in (*state.tricks, state.trick) for card in trick.cards)
        parts = [*state.hands, total, state.hand.discard]
        assert sum(part.bit_count() for part in parts) == 78
        assert parts[0] | parts[1] | parts[2] | parts[3] | parts[4] == CARDS.mask(PACK_78)
    elif isinstance(state, Bargaining):
        assert sorted(state.hand.order) == sorted(set(state.hand.order))
        assert len(state.hand.order) == 78


@pytest.mark.parametrize("seed", range(6))
def test_random_games_end_and_keep_their_sums(seed: int) -> None:
    rng = Random(seed)
    options: dict[str, Any] = {
        "hands": (1, 3)[seed % 2],
        "rotation": rng.choice(("right", "left")),
        "bargaining": seed % 3 == 0,
        "bonuses": ("each", "flat")[seed // 3],
    }
    table = Table.new(GAME, 3, options, seed % 3)
    for after in play_steps(table, rng):
        assert_cards_are_whole(after.state)
        table = after
    score = table.state.score()
    assert len(score.hands) == options["hands"]
    dealt = [event for event in table.events if not hasattr(event, "seat")]
    assert len(dealt) == options["hands"]
    last = table.state.view(None)["last"]
    if last["bought_off"]:
        assert sum(score.hands[-1]) == 0
    else:
        declared = sum(declaration["worth"] for declaration in last["declarations"])
        assert sum(score.hands[-1]) == (declared if options["bonuses"] == "flat" else 0) - 1
        assert sum(last["card_points"]) == 146
        counted = zip(last["card_points"], last["bonuses"], strict=True)
        assert list(score.hands[-1]) == [own - 49 + bonus for own, bonus in counted]
