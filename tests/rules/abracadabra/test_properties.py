"""What holds in every game: it ends, no card is lost, views tell nothing, replay gives the same."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.abracadabra import GAME
from rules.abracadabra.cards import BIDS, CARDS
from rules.abracadabra.positions import InHand, Playing
from rules.contract import Chance, Move, Refusal, State
from rules.simulate import random_move, random_step
from rules.table import Table
from tests.rules.abracadabra.stacked import dealt, moved, sheet_of, shuffled, table
from tests.rules.abracadabra.test_bid import chosen

SOME_MOVES = (
    *(f"suit {suit}" for suit in "SHDC"), *(f"trump {suit}" for suit in "SHDC"), "pass",
    "bid 0", "bid 1", "bid 7", "bid 13",
    "bid 14", "place", "place A", "place A K", "place 2 3 4", "place 4 4", "expose none", "expose pile", "expose A",
    "expose 2 4 pile", "nonsense", *(f"play {card}" for card in CARDS.texts),
)  # fmt: skip


@st.composite
def some_tables(draw: st.DrawFn) -> Table:
    """A fresh table with any options."""
    seats = draw(st.integers(2, 4))
    options: dict[str, Any] = {
        "success": draw(st.sampled_from(("exact", "at_least"))),
        "two_player": draw(st.sampled_from(("dummy", "short"))),
        "deals": draw(st.integers(0, 3)),
        "target": draw(st.sampled_from((0, 50, 120))),
    }
    if seats > 2 or options["two_player"] == "dummy":
        options["trump"] = draw(st.sampled_from(("turnup", "declared")))
    return table(seats, draw(st.integers(0, seats - 1)), **options)


tables = some_tables()


@st.composite
def seeds(draw: st.DrawFn) -> Random:
    """Chance for a whole game, from one number."""
    return Random(draw(st.integers(0, 1 << 32)))


def pairs(at: Table) -> list[str]:
    """Every card of the deal in progress, wherever it lies."""
    state = at.state
    assert isinstance(state, InHand)
    deal = state.hand.deal
    held = state.unplayed if isinstance(state, Playing) else sum(deal.hands)
    cards = [card for hand in deal.hands for card in CARDS.listed(hand & held)]
    return [*cards, *CARDS.listed(sum(deal.hands) & ~held), *([CARDS.text[deal.turn_up]] if deal.turn_up else [])]


@given(tables, seeds())
@settings(max_examples=40, deadline=None)
@pytest.mark.clause("A8.4", "A8.6")
def test_games_end_and_no_card_is_lost(at: Table, rng: Random) -> None:
    setup = sheet_of(at).setup
    while not at.state.finished:
        at = random_step(at, rng)
        if at.state.to_act:
            assert sorted(pairs(at)) == sorted(setup.pack)
        last = at.state.view(None)["last"]
        if last and not at.state.to_act:
            assert sum(last["taken"]) == (0 if last["void"] else setup.tricks)
            assert [sum(part.values()) for part in last["parts"]] == last["points"]
            placed = [*zip(last["placed"], last["won"], last["lost"], strict=True)]
            right = [*last["right"], *last["turned"]]
            assert sum(len(cards) for cards, _, _ in placed) == len(right) + sum(len(a) + len(b) for _, a, b in placed)
    score = at.state.score()
    void = at.state.view(None)["voids"] == at.seats
    counted = sum(any(points) for points in score.hands)  # a deal that counts has a point for each of its tricks
    assert void or counted == setup.limit or max(score.totals) >= setup.target > 0
    assert list(score.totals) == [sum(column) for column in zip(*score.hands, strict=True)]


@given(tables, seeds())
@settings(max_examples=20, deadline=None)
def test_a_loaded_dump_answers_as_the_table_does(at: Table, rng: Random) -> None:
    for _ in range(rng.randrange(90)):
        at = at if at.state.finished else random_step(at, rng)
    loaded = Table.load(json.loads(json.dumps(at.dump())))
    assert loaded.state == at.state
    assert hash(loaded.state) == hash(at.state)
    for seat in (None, *range(at.seats)):
        assert json.loads(json.dumps(loaded.state.view(seat))) == at.state.view(seat)
    for _ in range(40):
        if not at.state.finished:
            at = random_step(at, rng)
            loaded = loaded.event(at.events[-1])
            assert loaded.state == at.state


def refusal_of(state: State, seat: int, move: str) -> Refusal | None:
    """What the move is refused with, if it is."""
    try:
        state.apply(seat, move)
    except Refusal as refusal:
        return refusal
    return None


def listed(state: State, seat: int) -> set[str]:
    """All moves of a seat; of a large template only some are tried, so those are enough."""
    legal = state.legal(seat)
    choices = [choice.shown() for choice in legal.choices]
    if any(len(choice["cards"]) > 6 and choice["count"][1] > 4 for choice in choices):
        return {move for move in SOME_MOVES if refusal_of(state, seat, move) is None}
    return set(state.sequences(seat))


@given(tables, seeds())
@settings(max_examples=10, deadline=None)
def test_exactly_what_is_listed_is_taken_and_a_refusal_changes_nothing(at: Table, rng: Random) -> None:
    for _ in range(70):
        at = at if at.state.finished else random_step(at, rng)
        before = at.state
        for seat in range(at.seats):
            legal = before.legal(seat)
            assert bool(legal.moves or legal.choices) == (seat in before.to_act)
            taken = listed(before, seat)
            for move in SOME_MOVES:
                refusal = refusal_of(before, seat, move)
                assert (refusal is None) == (move in taken)
                if refusal:
                    assert refusal.code == ("illegal_move" if seat in before.to_act else "not_your_turn")
                    assert refusal.clause
                    assert refusal.message.endswith(".")
            if seat in before.to_act:
                assert refusal_of(before, seat, random_move(before, seat, rng)) is None
        assert at.state == before


@pytest.mark.parametrize("seats", [2, 3])
def test_all_choices_of_a_small_template_are_taken_and_no_others(seats: int) -> None:
    at = moved(chosen(dealt(table(seats))), "bid 2", *["pass"] * (seats - 1))
    every = list(at.state.sequences(1))
    assert len(every) == len(set(every)) == 66
    assert all(refusal_of(at.state, 1, move) is None for move in every)
    at = moved(at, "place 3 8", *["place"] * (seats - 1))
    assert sorted(at.state.sequences(1)) == sorted(
        [
            "expose none",
            "expose pile",
            "expose 3",
            "expose 3 pile",
            "expose 8",
            "expose 8 pile",
            "expose 3 8",
            "expose 3 8 pile",
        ]
    )
    assert all(refusal_of(at.state, 1, move) is None for move in at.state.sequences(1))


def answers(at: Table, seat: int | None) -> list[Any]:
    """All that a seat can find out: its view, its moves, and the answer to every refused text."""
    state = at.state
    found: list[Any] = [json.dumps(state.view(seat)), state.status()]
    for player in range(at.seats):
        if player in state.to_act and player != seat:
            continue  # another's turn is not ours to try
        for move in SOME_MOVES:
            refusal = refusal_of(state, player, move)
            found.append(refusal and (refusal.code, refusal.clause, refusal.message, repr(refusal.fields)))
    return found


@pytest.mark.parametrize("seed", range(9))
@pytest.mark.clause("A5.3", "A6.2", "A7.3")
def test_worlds_that_differ_in_hidden_things_alone_look_alike(seed: int) -> None:
    rng = Random(seed)
    seats = 2 + seed % 3
    at = table(seats, deals=1)
    while not at.state.finished:
        if at.state.to_act and rng.random() < 0.5:
            seat = rng.choice([None, *range(seats)])
            assert answers(at.imagine(seat, rng), seat) == answers(at, seat)
        at = random_step(at, rng)


@pytest.mark.parametrize("seed", range(4))
def test_old_positions_stay_as_they_were(seed: int) -> None:
    rng = Random(seed)
    at = table(2 + seed % 3, deals=1)
    kept: list[tuple[Table, str]] = []
    while not at.state.finished:
        kept.append((at, repr(at.state)))
        at = random_step(at, rng)
    assert all(repr(before.state) == shown for before, shown in kept)
    assert all(isinstance(event, Move | Chance) for event in at.events)


@pytest.mark.parametrize("options", [{"trump": "declared"}, {"trump": "turnup"}])
def test_a_view_has_the_documented_keys_in_every_phase(options: dict[str, Any]) -> None:
    page = (Path(__file__).resolve().parents[3] / "docs/views/abracadabra.md").read_text()
    page = page.partition("## An example")[0]
    page, _, last = page.partition("## `last`")
    named, named_last = (
        {key for line in part.splitlines() if line.startswith("| `") for key in line.split("|")[1].split("`")[1::2]}
        for part in (page, last)
    )
    rng = Random(2)
    at = table(2, deals=2, **options)
    phases: set[str] = set()
    while True:
        for seat in (None, 0, 1):
            view = at.state.view(seat)
            assert set(view) == named
            if view["last"]:
                assert set(view["last"]) == named_last
        phases.add(at.state.phase)
        if at.state.finished:
            break
        at = random_step(at, rng)
    assert phases == {"deal", "suit", "bid", "place", "expose", "play", "finished"} | (
        {"trump"} if options["trump"] == "declared" else set()
    )


@given(st.integers(2, 4), seeds())
@settings(max_examples=20, deadline=None)
@pytest.mark.clause("A7.3")
def test_views_count_placed_cards_right(seats: int, rng: Random) -> None:
    at = shuffled(table(seats, deals=1), rng)
    while not at.state.finished:
        at = random_step(at, rng)
        view = at.state.view(None)
        if view["phase"] != "play":
            continue
        over = len(view["tricks"])
        for seat in range(seats):
            shown = [*view["won"][seat], *view["lost"][seat]]
            shown += [*view["right"], *view["turned"]] if seat == view["declarer"] else []
            assert len(shown) <= view["numbers"][seat]
            own = at.state.view(seat)["left"][seat]
            assert len(shown) + len(own) == view["numbers"][seat]
            values = [BIDS.texts.index(rank) + 1 for rank in own]
            assert all(value > over for value in values)
        assert sum(view["counts"]) + len(view["dummy"] or []) == (view["length"] - over) * (
            seats + view["with_dummy"]
        ) - len(view["trick"])


def test_game_names_and_canonical_text() -> None:
    assert (GAME.id, GAME.name) == ("abracadabra", "Abracadabra")
    assert GAME.canonical("EXPOSE Q 3 PILE") == "expose 3 Q pile"
    assert GAME.canonical("Expose None") == "expose none"
    assert GAME.canonical("place") == "place"
    assert GAME.canonical("PLAY joker") == "play JOKER"
    assert GAME.canonical("PASS") == "pass"
