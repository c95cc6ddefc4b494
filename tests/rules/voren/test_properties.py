"""What holds in every game: chips and cards are neither made nor lost, views tell nothing, replay gives the same."""

import json
from dataclasses import FrozenInstanceError, fields, is_dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract import Chance, Move, Refusal, State
from rules.table import Table
from rules.voren import GAME
from rules.voren.cards import CARDS, PACK
from rules.voren.moves import MOVES
from rules.voren.positions import Deciding, Playing, Staying
from rules.voren.views import last_of, sheet_of
from tests.rules.voren.decks import sheet, shuffled, table

EVERY_MOVE = sorted(MOVES)

tables = st.builds(
    lambda seats, dealer, options: table(seats, dealer % seats, **options),
    st.integers(2, 10),
    st.integers(0, 9),
    st.fixed_dictionaries(
        {
            "ante": st.integers(1, 100).map(lambda thirds: 3 * thirds),
            "hands": st.integers(1, 4),
            "no_trump_turnup": st.sampled_from(("crowns", "unsuited")),
            "limit": st.integers(0, 100),
        }
    ),
)


def step(at: Table, rng: Random) -> Table:
    """The table after one random event."""
    if at.state.expects:
        return shuffled(at, rng)
    seat = at.state.to_act[0]
    return at.move(seat, rng.choice(at.state.legal(seat).moves))


def cards_of(state: State) -> list[str]:
    """Every card of the hand in progress, wherever it lies."""
    if isinstance(state, Playing):
        hand, dealt = state.hand, state.hand.dealt
        held = [card for seat in range(len(dealt.hands)) for card in CARDS.listed(state.held(seat))]
        tricks = (*state.tricks, state.trick) if state.trick else state.tricks
        played = [CARDS.text[one.card] for trick in tricks for one in trick.cards]
        poke_taker = hand.said.poke_taker
        spare = dealt.poke if poke_taker is None else dealt.hands[poke_taker]
        known = [*held, *played, *CARDS.listed(spare), CARDS.text[dealt.turn_up]]
        return [*known, *(CARDS.text[card] for card in hand.order[3 * len(dealt.hands) + 4 :])]
    assert isinstance(state, Deciding | Staying)
    return [CARDS.text[card] for card in state.hand.order]


@given(tables, st.randoms(use_true_random=False))
@settings(max_examples=60)
@pytest.mark.clause("V6.6")
def test_games_end_chips_sum_to_zero_and_no_card_is_lost(at: Table, rng: Random) -> None:
    events = 0
    while not at.state.finished:
        at = step(at, rng)
        events += 1
        assert events <= 4 * (1 + 1 + 10 + 30)
        if at.state.to_act:
            assert sorted(cards_of(at.state)) == sorted(PACK)
    score = at.state.score()
    assert len(score.hands) == at.options["hands"]
    assert all(sum(points) == 0 for points in score.hands)
    assert list(score.totals) == [sum(column) for column in zip(*score.hands, strict=True)]
    assert score.winners == tuple(seat for seat, chips in enumerate(score.totals) if chips == max(score.totals))


@given(tables, st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_a_loaded_dump_answers_as_the_table_does(at: Table, rng: Random) -> None:
    for _ in range(rng.randrange(60)):
        at = at if at.state.finished else step(at, rng)
    loaded = Table.load(json.loads(json.dumps(at.dump())))
    assert loaded.state == at.state
    assert hash(loaded.state) == hash(at.state)
    for seat in (None, *range(at.seats)):
        assert json.loads(json.dumps(loaded.state.view(seat))) == at.state.view(seat)
    while not at.state.finished:
        at = step(at, rng)
        loaded = loaded.event(at.events[-1])
        assert loaded.state == at.state


@given(tables, st.randoms(use_true_random=False))
@settings(max_examples=15)
def test_exactly_what_is_listed_is_taken_and_a_refusal_changes_nothing(at: Table, rng: Random) -> None:
    for _ in range(70):
        at = at if at.state.finished else step(at, rng)
        before = at.state
        for seat in range(at.seats):
            listed = before.legal(seat).moves
            assert len(set(listed)) == len(listed)
            assert bool(listed) == (seat in before.to_act)
            for move in EVERY_MOVE if seat in before.to_act else EVERY_MOVE[:2]:
                refusal = refusal_of(before, seat, move)
                assert (refusal is None) == (move in listed)
                if refusal:
                    assert refusal.code == ("illegal_move" if listed else "not_your_turn")
                    assert refusal.clause
                    assert refusal.message.endswith(".")
        assert at.state == before


def refusal_of(state: State, seat: int, move: str) -> Refusal | None:
    """What the move is refused with, if it is."""
    try:
        state.apply(seat, move)
    except Refusal as refusal:
        return refusal
    return None


def answers(at: Table, seat: int | None) -> list[Any]:
    """All that a seat can find out: its view, its moves, and the answer to every refused text."""
    state = at.state
    found: list[Any] = [json.dumps(state.view(seat)), state.status()]
    for player in range(at.seats):
        legal = state.legal(player).moves
        if player in state.to_act and player != seat:
            continue  # another's turn is not ours to try
        for move in EVERY_MOVE:
            refusal = None if move in legal else refusal_of(state, player, move)
            if refusal:
                found.append((refusal.code, refusal.clause, refusal.message, repr(refusal.fields)))
    return found


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.clause("V3.4", "V4.2")
def test_worlds_that_differ_in_hidden_cards_alone_look_alike(seed: int) -> None:
    rng = Random(seed)
    at = table(rng.randint(2, 8), hands=2)
    while not at.state.finished:
        if at.state.to_act and rng.random() < 0.4:
            seat = rng.choice([None, *range(at.seats)])
            assert answers(at.imagine(seat, rng), seat) == answers(at, seat)
        at = step(at, rng)


@pytest.mark.parametrize("seed", range(6))
def test_old_positions_stay_as_they_were(seed: int) -> None:
    rng = Random(seed)
    at = table(4, hands=2)
    kept: list[tuple[Table, str]] = []
    while not at.state.finished:
        kept.append((at, repr(at.state)))
        at = step(at, rng)
    assert all(repr(before.state) == shown for before, shown in kept)
    assert all(isinstance(event, Move | Chance) for event in at.events)


def test_a_view_has_the_documented_keys_in_every_phase() -> None:
    from pathlib import Path

    page = (Path(__file__).resolve().parents[3] / "docs/views/voren.md").read_text()
    named, named_last = (
        {key for line in part.splitlines() if line.startswith("| `") for key in line.split("|")[1].split("`")[1::2]}
        for part in page.split("## `last`")
    )
    rng = Random(2)
    at = table(3, hands=2)
    phases: set[str] = set()
    while True:
        view = at.state.view(0)
        phases.add(view["phase"])
        assert set(view) == named
        if view["last"]:
            assert set(view["last"]) == named_last
        if at.state.finished:
            break
        at = step(at, rng)
    assert phases == {"deal", "dealer", "stay", "play", "finished"}


def test_game_names_and_canonical_text() -> None:
    assert (GAME.id, GAME.name) == ("voren", "Voren")
    assert GAME.canonical("DEAL POKE AllPlay") == "deal poke allplay"
    assert GAME.canonical("play wolf") == "play WOLF"


def containers(value: object) -> list[Any]:
    """Every list and dict of a view, however deep."""
    if isinstance(value, dict):
        return [value, *(found for one in value.values() for found in containers(one))]
    if isinstance(value, list):
        return [value, *(found for one in value for found in containers(one))]
    return []


@pytest.mark.parametrize("seed", range(4))
def test_nobody_can_change_what_another_sees(seed: int) -> None:
    rng = Random(seed)
    at = table(3, hands=2)
    while not at.state.finished:
        at = step(at, rng)
        for viewer in (None, 0, 1, 2):
            kept = json.dumps(at.state.view(viewer))
            for found in containers(at.state.view(viewer)):
                found.clear()
            assert json.dumps(at.state.view(viewer)) == kept


@pytest.mark.parametrize("seed", range(4))
def test_a_finished_hand_is_read_back_from_a_view_as_an_equal_value(seed: int) -> None:
    rng = Random(seed)
    at = table(rng.randint(2, 6), hands=3)
    while not at.state.finished:
        at = step(at, rng)
        last = sheet(at).last
        shown = at.state.view(None)["last"]
        assert (last and last_of(sheet(at).setup, json.loads(json.dumps(shown)))) == last
        assert sheet_of(at.state.view(None)) == sheet(at)
    assert sheet(at).last


@pytest.mark.parametrize("seed", range(3))
def test_a_position_is_frozen(seed: int) -> None:
    rng = Random(seed)
    at = table(3, hands=1)
    while not at.state.finished:
        assert is_dataclass(at.state)
        for name in [field.name for field in fields(at.state)]:
            with pytest.raises(FrozenInstanceError):
                setattr(at.state, name, None)
        at = step(at, rng)
