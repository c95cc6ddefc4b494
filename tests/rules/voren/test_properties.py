"""What holds in every game: chips and cards are neither made nor lost, views tell nothing, replay gives the same."""

import json
from random import Random

import pytest

from rules.contract import State
from rules.table import Table
from rules.voren import GAME
from rules.voren.cards import CARDS, PACK
from rules.voren.positions import Deciding, Playing, Staying
from rules.voren.views import last_of, sheet_of
from tests.rules.chances import any_setting
from tests.rules.voren.decks import deal_at_random, read_sheet, table


def make_step(at: Table, rng: Random) -> Table:
    """Return the table after one random event."""
    if at.state.expects:
        return deal_at_random(at, rng)
    seat = at.state.to_act[0]
    return at.move(seat, rng.choice(at.state.legal(seat).moves))


def list_cards(state: State) -> list[str]:
    """Return every card of the hand in progress, wherever it lies."""
    if isinstance(state, Playing):
        hand, dealt = state.hand, state.hand.deal
        cards = [card for seat in range(len(dealt.hands)) for card in CARDS.listed(state.cards_held(seat))]
        tricks = (*state.tricks, state.trick) if state.trick else state.tricks
        played = [CARDS.text[card.card] for trick in tricks for card in trick.cards]
        poke_taker = hand.words.poke_taker
        spare = dealt.poke if poke_taker is None else dealt.hands[poke_taker]
        known = [*cards, *played, *CARDS.listed(spare), CARDS.text[dealt.turn_up]]
        return [*known, *(CARDS.text[card] for card in hand.order[3 * len(dealt.hands) + 4 :])]
    assert isinstance(state, Deciding | Staying)
    return [CARDS.text[card] for card in state.hand.order]


@pytest.mark.clause("V6.6")
@pytest.mark.parametrize("seed", range(10))
def test_games_end_chips_sum_to_zero_and_no_card_is_lost(seed: int) -> None:
    rng = Random(seed)
    at = Table.new(GAME, **any_setting(GAME, rng))
    events = 0
    while not at.state.finished:
        at = make_step(at, rng)
        events += 1
        assert events <= 4 * (1 + 1 + 10 + 30)
        if at.state.to_act:
            assert sorted(list_cards(at.state)) == sorted(PACK)
    score = at.state.score()
    assert len(score.hands) == at.options["hands"]
    assert all(sum(points) == 0 for points in score.hands)
    assert list(score.totals) == [sum(column) for column in zip(*score.hands, strict=True)]
    assert score.winners == tuple(seat for seat, chips in enumerate(score.totals) if chips == max(score.totals))


def test_game_names_and_canonical_text() -> None:
    assert (GAME.id, GAME.name) == ("voren", "Voren")
    assert GAME.canonical("DEAL POKE AllPlay") == "deal poke allplay"
    assert GAME.canonical("play wolf") == "play WOLF"


@pytest.mark.parametrize("seed", range(4))
def test_a_finished_hand_is_read_back_from_a_view_as_an_equal_value(seed: int) -> None:
    rng = Random(seed)
    at = table(rng.randint(2, 6), hands=3)
    while not at.state.finished:
        at = make_step(at, rng)
        last = read_sheet(at).last
        page = at.state.view(None)["last"]
        assert (last and last_of(read_sheet(at).setup, json.loads(json.dumps(page)))) == last
        assert sheet_of(at.state.view(None)) == read_sheet(at)
    assert read_sheet(at).last
