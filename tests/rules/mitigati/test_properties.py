"""Random games: they end, lose no card, keep their promises about sums, views and dumps."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract import Refusal
from rules.mitigati import GAME
from rules.mitigati.positions import Bargaining, Playing
from rules.simulate import random_move
from rules.table import Table
from rules.tarot.cards import CARDS, PACK_78
from tests.rules.mitigati.reading import PACK, declarations
from tests.support.needs import ROOT

OPTIONS = st.fixed_dictionaries(
    {
        "hands": st.sampled_from((1, 3, 6, 9)),
        "rotation": st.sampled_from(("right", "left")),
        "bargaining": st.booleans(),
        "bonuses": st.sampled_from(("each", "flat")),
    }
)
GARBLED = ["", "pass", "PLAY fool", "play KE", "declare kings", "declare abundance 1 2 3", "discard KE 2E 3E", "ask 0",
           "offer 7", "play", "declare mixed KE KA 1 21", "play 21 21", "continue", "nonsense", "déclare"]  # fmt: skip


def steps(table: Table, rng: Random) -> Iterator[Table]:
    """A random game, table by table."""
    while not table.state.finished:
        state = table.state
        if state.expects:
            order = list(PACK_78)
            rng.shuffle(order)
            table = table.chance("deal", order)
        else:
            (seat,) = state.to_act
            text = random_move(state, seat, rng)
            said = declarations(state.view(seat)["hand"], 1)[:50] if state.phase == "declare" else []
            table = table.move(seat, rng.choice(said) if said else text)
        yield table


def no_card_is_lost_or_doubled(state: Any) -> None:
    if isinstance(state, Playing):
        gone = sum(card for trick in (*state.tricks, state.trick) for card in trick.cards)
        parts = [*state.hands, gone, state.hand.discard]
        assert sum(part.bit_count() for part in parts) == 78
        assert parts[0] | parts[1] | parts[2] | parts[3] | parts[4] == CARDS.mask(PACK_78)
    elif isinstance(state, Bargaining):
        assert sorted(state.hand.order) == sorted(set(state.hand.order))
        assert len(state.hand.order) == 78


@settings(max_examples=25)
@given(OPTIONS, st.integers(0, 2), st.randoms(use_true_random=False))
def test_random_games_end_and_keep_their_sums(options: dict[str, Any], dealer: int, rng: Random) -> None:
    table = Table.new(GAME, 3, options, dealer)
    for after in steps(table, rng):
        no_card_is_lost_or_doubled(after.state)
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


@pytest.mark.parametrize("seed", range(4))
def test_a_loaded_dump_gives_the_same_answers(seed: int) -> None:
    rng = Random(seed)
    for number, table in enumerate(steps(Table.new(GAME, 3, {"hands": 1}, seed % 3), rng)):
        if number % 11 == 0:
            dump = table.dump()
            loaded = Table.load(json.loads(json.dumps(dump)))
            assert loaded.state == table.state
            assert loaded.dump() == dump
            for seat in (0, 1, 2, None):
                view = loaded.state.view(seat)
                assert view == table.state.view(seat)
                assert json.loads(json.dumps(view)) == view


def refusals(table: Table, seat: int) -> list[str]:
    """What a seat is told about every card and some other moves."""
    told: list[str] = []
    for text in [*(f"play {card}" for card in PACK), *GARBLED]:
        try:
            table.move(seat, text)
        except Refusal as refusal:
            told.append(str(refusal))
        else:
            told.append("taken")
    return told


@pytest.mark.parametrize("seed", range(6))
def test_nothing_a_seat_is_told_depends_on_hidden_cards(seed: int) -> None:
    rng = Random(seed)
    table = Table.new(GAME, 3, {"hands": 1, "bargaining": seed % 2 == 0}, seed % 3)
    for number, after in enumerate(steps(table, rng)):
        if number % 9 or after.state.finished:
            continue
        for seat in range(3):
            other = after.imagine(seat, rng)
            assert other.state.view(seat) == after.state.view(seat)
            assert other.state.legal(seat) == after.state.legal(seat)
            assert refusals(other, seat) == refusals(after, seat)


@pytest.mark.parametrize("seed", range(4))
def test_exactly_what_is_listed_is_taken(seed: int) -> None:
    rng = Random(seed)
    for number, table in enumerate(steps(Table.new(GAME, 3, {"hands": 1, "bargaining": False}, 0), rng)):
        if number % 7 or table.state.phase != "play":
            continue
        (seat,) = table.state.to_act
        taken: list[str] = []
        for text in (f"play {card}" for card in PACK):
            try:
                table.state.apply(seat, text)
            except Refusal:
                continue
            taken.append(text)
        assert taken == list(table.state.legal(seat).moves)
        held = {f"play {card}" for card in table.state.view(seat)["hand"]}
        assert {f"play {card}" for card in table.state.barred(seat)} == held - set(taken)


def test_every_key_of_a_view_is_documented() -> None:
    text = (ROOT / "docs/views/mitigati.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    documented = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    rng = Random(1)
    for number, table in enumerate(steps(Table.new(GAME, 3, {"hands": 3}, 0), rng)):
        if number % 10 == 0 or table.state.finished:
            view = table.state.view(1)
            assert set(view) <= documented
            assert set(view["last"] or ()) <= documented
            assert documented <= set(view) | set(view["last"] or documented)
