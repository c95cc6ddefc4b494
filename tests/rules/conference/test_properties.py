"""Random games: they end, lose no card, keep their promises about sums, views and dumps."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.conference import GAME
from rules.conference.positions import Playing
from rules.contract import Refusal
from rules.table import Table
from tests.rules.chances import any_step, steps
from tests.rules.conference.reading import PACK
from tests.support.needs import ROOT

OPTIONS = st.fixed_dictionaries(
    {
        "good_evil": st.sampled_from(("trumps", "allegiance", "none")),
        "league": st.booleans(),
        "gallowglass": st.booleans(),
        "between_hands": st.sampled_from(("shuffle", "cut")),
        "hands": st.sampled_from((1, 4, 8)),
    }
)
GARBLED = ["", "pass", "PLAY fool", "play KE", "play GOOD ours", "play EVIL yours", "discard KE 2E 3E 4E", "cut 3",
           "cut 7", "reshuffle", "gallowglass E", "gallowglass none", "play", "play 21 21", "nonsense",
           "discard", "gallowglass é", "play GOOD mine", "discard AE AE AE AE"]  # fmt: skip


def no_card_is_lost_or_doubled(state: Any) -> None:
    if isinstance(state, Playing):
        pack = state.hand.sheet.setup.pack
        cards = [card for trick in (*state.tricks, state.trick) for _, card in trick.cards]
        gone = sum(card for card in set(cards))
        parts = [*state.hands, gone, state.hand.discard]
        assert sum(part.bit_count() for part in parts) == len(cards) - len(set(cards)) + pack.bit_count()
        assert parts[0] | parts[1] | parts[2] | parts[3] | parts[4] | parts[5] == pack


@settings(max_examples=20, deadline=None)
@given(OPTIONS, st.integers(0, 3), st.randoms(use_true_random=False))
def test_random_games_end_and_keep_their_sums(options: dict[str, Any], dealer: int, rng: Random) -> None:
    table = Table.new(GAME, 4, options, dealer)
    for after in steps(table, rng):
        no_card_is_lost_or_doubled(after.state)
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


@pytest.mark.parametrize("seed", range(4))
def test_a_loaded_dump_gives_the_same_answers(seed: int) -> None:
    rng = Random(seed)
    options = {"good_evil": "allegiance", "gallowglass": True, "league": seed > 1, "between_hands": "cut"}
    for number, table in enumerate(steps(Table.new(GAME, 4, options, seed), rng)):
        if number > 170:
            break
        if number % 13 == 0 or table.state.phase == "cut":
            dump = table.dump()
            loaded = Table.load(json.loads(json.dumps(dump)))
            assert loaded.state == table.state
            assert loaded.dump() == dump
            for seat in (0, 1, 2, 3, None):
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
    options = {
        "hands": 1,
        "good_evil": ("allegiance", "trumps")[seed % 2],
        "gallowglass": seed > 1,
        "league": seed in (0, 3),
    }
    for number, after in enumerate(steps(Table.new(GAME, 4, options, seed % 4), rng)):
        if number % 9 or after.state.finished:
            continue
        for seat in range(4):
            other = after.imagine(seat, rng)
            assert other.state.view(seat) == after.state.view(seat)
            assert other.state.legal(seat) == after.state.legal(seat)
            assert other.state.status() == after.state.status()
            assert refusals(other, seat) == refusals(after, seat)


@pytest.mark.parametrize("seed", range(4))
def test_exactly_what_is_listed_is_taken(seed: int) -> None:
    rng = Random(seed)
    options = {"hands": 1, "good_evil": "allegiance", "gallowglass": True}
    for number, table in enumerate(steps(Table.new(GAME, 4, options, seed), rng)):
        if number % 5 or table.state.phase != "play":
            continue
        (seat,) = table.state.to_act
        texts = [f"play {card}{call}" for card in PACK for call in ("", " ours", " yours")]
        taken: list[str] = []
        for text in texts:
            try:
                table.state.apply(seat, text)
            except Refusal:
                continue
            taken.append(text)
        assert taken == list(table.state.legal(seat).moves)
        held = set(table.state.view(seat)["hand"])
        assert set(table.state.barred(seat)) == held - {text.split()[1] for text in taken}


def test_every_key_of_a_view_is_documented() -> None:
    text = (ROOT / "docs/views/conference.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    documented = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    rng = Random(1)
    table = Table.new(GAME, 4, {"hands": 4, "between_hands": "cut"}, 0)
    while not table.state.finished:
        table = any_step(table, rng)
        if len(table.events) % 10 == 0 or table.state.phase in ("cut", "finished"):
            view = table.state.view(1)
            assert set(view) <= documented
            assert set(view["last"] or ()) <= documented
            assert documented <= set(view) | set(view["last"] or documented)
