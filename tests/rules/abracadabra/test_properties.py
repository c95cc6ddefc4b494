"""What holds in every game: it ends, no card is lost, views tell nothing, replay gives the same."""

from random import Random

import pytest

from rules.abracadabra import GAME
from rules.abracadabra.cards import BIDS, CARDS
from rules.abracadabra.positions import InHand, Playing
from rules.contract import Refusal, State
from rules.simulate import random_step
from rules.table import Table
from tests.rules.abracadabra.stacked import choose_suits, deal_at_random, deal_hands, play_moves, sheet_of, table
from tests.rules.chances import any_setting


def list_cards(at: Table) -> list[str]:
    """Return every card of the deal in progress, wherever it lies."""
    state = at.state
    assert isinstance(state, InHand)
    deal = state.hand.deal
    unplayed = state.unplayed_cards if isinstance(state, Playing) else sum(deal.hands)
    cards = [card for hand in deal.hands for card in CARDS.listed(hand & unplayed)]
    return [*cards, *CARDS.listed(sum(deal.hands) & ~unplayed), *([CARDS.text[deal.turn_up]] if deal.turn_up else [])]


@pytest.mark.clause("A8.4", "A8.6")
@pytest.mark.parametrize("seed", range(16))
def test_games_end_and_no_card_is_lost(seed: int) -> None:
    rng = Random(seed)
    at = Table.new(GAME, **any_setting(GAME, rng))
    setup = sheet_of(at).setup
    while not at.state.finished:
        at = random_step(at, rng)
        if at.state.to_act:
            assert sorted(list_cards(at)) == sorted(setup.pack)
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


def find_refusal(state: State, seat: int, move: str) -> Refusal | None:
    """Return the refusal of a move, None if it is accepted."""
    try:
        state.apply(seat, move)
    except Refusal as refusal:
        return refusal
    return None


@pytest.mark.parametrize("seats", [2, 3])
def test_all_choices_of_a_small_template_are_taken_and_no_others(seats: int) -> None:
    at = play_moves(choose_suits(deal_hands(table(seats))), "bid 2", *["pass"] * (seats - 1))
    every = list(at.state.sequences(1))
    assert len(every) == len(set(every)) == 66
    assert all(find_refusal(at.state, 1, move) is None for move in every)
    at = play_moves(at, "place 3 8", *["place"] * (seats - 1))
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
    assert all(find_refusal(at.state, 1, move) is None for move in at.state.sequences(1))


@pytest.mark.clause("A7.3")
@pytest.mark.parametrize("seed", range(6))
def test_views_count_placed_cards_right(seed: int) -> None:
    rng, seats = Random(seed), 2 + seed % 3
    at = deal_at_random(table(seats, deals=1), rng)
    while not at.state.finished:
        at = random_step(at, rng)
        view = at.state.view(None)
        if view["phase"] != "play":
            continue
        over = len(view["tricks"])
        for seat in range(seats):
            messages = [*view["won"][seat], *view["lost"][seat]]
            messages += [*view["right"], *view["turned"]] if seat == view["declarer"] else []
            assert len(messages) <= view["numbers"][seat]
            own = at.state.view(seat)["left"][seat]
            assert len(messages) + len(own) == view["numbers"][seat]
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
