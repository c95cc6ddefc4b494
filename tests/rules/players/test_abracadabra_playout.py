"""Playouts of Abracadabra score as positions do when the same cards are played, and play by the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.abracadabra.cards import resolve_joker
from rules.abracadabra.moves import Play as Card
from rules.abracadabra.moves import read
from rules.abracadabra.positions import InHand, Playing
from rules.contract import State
from rules.players import players_of
from rules.players.abracadabra.guess import Guess
from rules.players.abracadabra.playout import Play
from rules.registry import GAMES
from rules.simulate import random_move, random_order
from tests.rules.players.test_abracadabra import OPTIONS

GAME = GAMES["abracadabra"]
NORMAL = players_of(GAME)["normal"].choose


def begin_play(seats: int, options: dict[str, Any], rng: Random, wild: float) -> Playing:
    """A hand in play. Before play the heuristic player speaks, or chance as often as `wild` says."""
    state: State = GAME.new(seats, GAME.resolve({"deals": 1, **options}, seats), rng.randrange(seats))
    while not isinstance(state, Playing):
        if state.finished:
            state = GAME.new(seats, GAME.resolve({"deals": 1, **options}, seats), rng.randrange(seats))
        if state.expects:
            state = state.chance("deal", random_order(state, rng))
            continue
        seat = state.to_act[0]
        move = random_move(state, seat, rng) if rng.random() < wild else NORMAL(state.view(seat), rng)
        state = state.apply(seat, move)
    return state


def same(state: Playing, play: Play) -> None:
    """The same hands, and the same place, seat and cards to play."""
    turn_up = state.hand.deal.turn_up
    holders = range(state.hand.sheet.setup.holders)
    assert play.hands == [
        sum(resolve_joker(card, turn_up) for card in bits(state.cards_held(holder))) for holder in holders
    ]
    assert (play.leader, play.number, play.dummy_at) == (
        state.trick.leader,
        len(state.tricks),
        -1 if state.trick.dummy is None else state.trick.dummy,
    )
    assert play.legal() == sum(resolve_joker(card, turn_up) for card in bits(state.playable))


def bits(cards: int) -> list[int]:
    return [1 << place for place in range(cards.bit_length()) if cards >> place & 1]


@pytest.mark.parametrize(("seats", "options"), OPTIONS, ids=str)
def test_a_playout_goes_and_scores_as_positions_do(seats: int, options: dict[str, Any]) -> None:
    """With random cards, and with those of the policy, in all positions of some hands."""
    rng = Random(f"{seats} {options}")
    for number in range(12):
        state: State = begin_play(seats, options, rng, 0.5)
        assert isinstance(state, Playing)
        turn_up, play = state.hand.deal.turn_up, Guess(state.hand).begun()
        while isinstance(state, Playing):
            same(state, play)
            if number % 2:
                card = play.choose()
                text = next(move for move in state.legal(state.turn).moves if read_card(move, turn_up) == card)
            else:
                text = rng.choice(state.legal(state.turn).moves)
            play.play(read_card(text, turn_up))
            state = state.apply(state.turn, text)
        last = state.view(None)["last"]
        assert [part._asdict() for part in play.parts()] == last["parts"]
        assert play.finish() == last["points"]


def read_card(text: str, turn_up: int) -> int:
    """The card of a move, as playouts write it."""
    said = read(text)
    assert isinstance(said, Card)
    return resolve_joker(said.card, turn_up)


@pytest.mark.parametrize(("seats", "options"), OPTIONS, ids=str)
def test_before_play_seats_are_guessed_to_say_what_the_heuristic_player_says(
    seats: int, options: dict[str, Any]
) -> None:
    """From each position before play the guess comes to the hand to which the heuristic player comes."""
    rng = Random(f"{seats} {options}")
    for _ in range(4):
        state: State = GAME.new(seats, GAME.resolve({"deals": 1, **options}, seats), rng.randrange(seats))
        state = state.chance("deal", random_order(state, rng))
        guesses: list[Guess] = []
        while isinstance(state, InHand) and not isinstance(state, Playing):
            guesses.append(Guess(state.hand))
            seat = state.to_act[0]
            state = state.apply(seat, NORMAL(state.view(seat), rng))
        found = [guess.finished() for guess in guesses]
        if not isinstance(state, Playing):
            assert found == [None] * len(found)
            continue
        deal = Guess(state.hand).begun().deal
        assert [play.deal for play in found if play] == [deal] * len(found)
