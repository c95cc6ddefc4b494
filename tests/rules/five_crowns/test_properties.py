"""What holds in every game: cards are neither made nor lost, views tell nothing, replay gives the same, games end."""

from collections import Counter
from random import Random

import pytest

from rules.contract import State
from rules.five_crowns.cards import texts
from rules.five_crowns.positions import InHand
from rules.melds import texts_of
from rules.table import Table
from tests.rules.five_crowns.stacked import draw_at_random, table


def make_step(at: Table, rng: Random) -> Table:
    """Return the table after one random event, more often a draw than a take, so that deals come to their ends."""
    if at.state.expects:
        return draw_at_random(at, rng)
    seat = at.state.to_act[0]
    moves = at.state.legal(seat).moves
    return at.move(seat, rng.choice([*moves, moves[0]]))


def count_cards(state: State) -> Counter[str]:
    """Return every card of the deal in progress, wherever it is."""
    assert isinstance(state, InHand)
    cards = Counter(texts(state.hand.pile))
    for hand in state.hand.hands:
        cards.update(texts_of(hand))
    cards.update(texts(state.hand.stock))
    return cards


@pytest.mark.parametrize(("seats", "first", "last"), [(2, 3, 4), (2, 13, 13), (3, 5, 6), (5, 4, 5), (12, 3, 4)])
def test_games_end_and_no_card_is_lost_or_doubled(seats: int, first: int, last: int) -> None:
    rng = Random(f"{seats} {first}")
    at = table(seats, rng.randrange(seats), first=first, last=last)
    pack = Counter(at.state.expects.cards) if at.state.expects else Counter[str]()
    for turn in range(100_000):
        state = at.state
        if state.finished:
            break
        assert bool(state.to_act) is (state.expects is None)
        if isinstance(state, InHand) and turn % 5 == 0:
            assert count_cards(state) == pack
        at = make_step(at, rng)
    score = at.state.score()
    assert at.state.finished
    assert len(score.hands) == at.state.view(None)["deals"]
    assert score.totals == tuple(sum(points) for points in zip(*score.hands, strict=True))
    assert score.winners == tuple(seat for seat, total in enumerate(score.totals) if total == min(score.totals))
    assert all(points >= 0 for hand in score.hands for points in hand)


@pytest.mark.soak
def test_many_games_end() -> None:
    for seed in range(300):
        rng = Random(seed)
        at = table(rng.randrange(2, 13), 0)
        while not at.state.finished:
            at = make_step(at, rng)
