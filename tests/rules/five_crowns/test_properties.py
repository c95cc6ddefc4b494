"""What holds in every game: cards are neither made nor lost, views tell nothing, replay gives the same, games end."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract import Chance, Refusal, State
from rules.five_crowns.cards import texts
from rules.five_crowns.positions import InHand
from rules.melds import CARDS, texts_of
from rules.table import Table
from tests.rules.five_crowns.stacked import GAME, shuffled, table

EVERY_MOVE = ("draw", "take", "discard 5S", "out 5S", "discard JOKER", "out KT", "discard 3H", "play 5S", "pass")


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table before its first deal, of at most two deals."""
    seats = draw(st.integers(2, 12))
    first = draw(st.integers(3, 13))
    last = min(13, first + draw(st.integers(0, 1)))
    return table(seats, draw(st.integers(0, seats - 1)), first=first, last=last)


def step(at: Table, rng: Random) -> Table:
    """The table after one random event; cards are drawn more often than taken, so that deals come to their ends."""
    if at.state.expects:
        return shuffled(at, rng)
    seat = at.state.to_act[0]
    moves = at.state.legal(seat).moves
    return at.move(seat, rng.choice([*moves, moves[0]]))


def cards_of(state: State) -> Counter[str]:
    """Every card of the deal in progress, wherever it is."""
    assert isinstance(state, InHand)
    cards = Counter(texts(state.hand.pile))
    for hand in state.hand.hands:
        cards.update(texts_of(hand))
    cards.update(texts(state.hand.stock))
    return cards


@given(tables(), st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_games_end_and_no_card_is_lost_or_doubled(at: Table, rng: Random) -> None:
    pack = Counter(at.state.expects.cards) if at.state.expects else Counter[str]()
    for turn in range(100_000):
        state = at.state
        if state.finished:
            break
        assert bool(state.to_act) is (state.expects is None)
        if isinstance(state, InHand) and turn % 5 == 0:
            assert cards_of(state) == pack
        at = step(at, rng)
    score = at.state.score()
    assert at.state.finished
    assert len(score.hands) == at.state.view(None)["deals"]
    assert score.totals == tuple(sum(points) for points in zip(*score.hands, strict=True))
    assert score.winners == tuple(seat for seat, total in enumerate(score.totals) if total == min(score.totals))
    assert all(points >= 0 for hand in score.hands for points in hand)


def somewhere(at: Table, rng: Random, most: int = 250) -> Table:
    for _ in range(rng.randrange(1, most)):
        after = step(at, rng)
        if after.state.finished:
            break
        at = after
    return at


@given(tables(), st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_load_of_a_dump_answers_the_same(at: Table, rng: Random) -> None:
    at = somewhere(at, rng)
    again = Table.load(json.loads(json.dumps(at.dump())))
    assert again == at
    assert hash(again.state) == hash(at.state)
    for _ in range(10):
        assert again.state.status() == at.state.status()
        for seat in (None, *range(at.seats)):
            assert again.state.view(seat) == at.state.view(seat)
        if at.state.finished:
            break
        event = step(at, rng).events[-1]
        at, again = at.event(event), again.event(event)


@given(tables(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_views_are_plain_json_and_lead_back_to_the_start_of_the_deal(at: Table, rng: Random) -> None:
    at = somewhere(at, rng)
    for seat in (None, *range(at.seats)):
        view = at.state.view(seat)
        assert json.loads(json.dumps(view)) == view
        assert view["seat"] == seat
        assert replayed(GAME.start(view), at) == at.state


def replayed(start: State, at: Table) -> State:
    for event in at.events[at.hand_start :]:
        start = (
            start.chance(event.event, event.cards) if isinstance(event, Chance) else start.apply(event.seat, event.text)
        )
    return start


def answers(state: State, seat: int | None) -> dict[str, Any]:
    """All that a seat can get out of a table: its view, its moves, and how each of some moves is refused."""
    refusals: dict[str, Any] = {}
    for move in EVERY_MOVE if seat is not None else ():
        try:
            state.apply(seat or 0, move)
        except Refusal as refused:
            refusals[move] = (refused.code, refused.clause, refused.message)
    return {
        "view": json.dumps(state.view(seat)),
        "legal": None if seat is None else state.legal(seat),
        "refusals": refusals,
        "status": state.status(),
    }


@given(tables(), st.randoms(use_true_random=False), st.integers(0, 11))
@settings(max_examples=40)
def test_what_a_seat_learns_does_not_depend_on_hidden_cards(at: Table, rng: Random, which: int) -> None:
    at = somewhere(at, rng)
    seat = None if which >= at.seats else which
    other = at.imagine(seat, rng)
    assert answers(other.state, seat) == answers(at.state, seat)


@given(tables(), st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_exactly_what_is_listed_is_taken(at: Table, rng: Random) -> None:
    at = somewhere(at, rng, 60)
    for seat in range(at.seats):
        listed = set(at.state.legal(seat).moves)
        before = at.state
        for move in ("draw", "take", *(f"{verb} {card}" for verb in ("discard", "out") for card in CARDS)):
            if move in listed:
                at.state.apply(seat, move)
                continue
            with pytest.raises(Refusal) as refused:
                at.state.apply(seat, move)
            assert refused.value.clause
            assert refused.value.message
        assert at.state is before


@pytest.mark.soak
def test_many_games_end() -> None:
    for seed in range(300):
        rng = Random(seed)
        at = table(rng.randrange(2, 13), 0)
        while not at.state.finished:
            at = step(at, rng)
