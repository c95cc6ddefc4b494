"""Playouts of Mitigati score as positions do, and their seats play legal cards."""

from __future__ import annotations

from random import Random

import pytest

from rules.contract import State
from rules.mitigati.bonuses import worth
from rules.mitigati.declare import fullest_declaration, make_declaration
from rules.mitigati.fool import find_fool
from rules.mitigati.moves import read_declaration
from rules.mitigati.positions import Playing
from rules.mitigati.trick import asked_suit
from rules.players import players_of
from rules.players.mitigati.heuristic import fullest_worth
from rules.players.mitigati.playout import SEAT_ORDERS, course_of, follow, lead, play_out
from rules.registry import GAMES
from rules.simulate import random_order
from rules.tarot.cards import ABOVE, CARDS, FOOL, points

GAME = GAMES["mitigati"]
NORMAL = players_of(GAME)["normal"].choose
RANDOM = players_of(GAME)["random"].choose


def begin_play(bonuses: str, rng: Random) -> Playing:
    """A position before the first trick, after a random discard and the fullest declarations."""
    state = GAME.new(3, GAME.resolve({"hands": 1, "bargaining": False, "bonuses": bonuses}), rng.randrange(3))
    state = state.chance("deal", random_order(state, rng))
    while not isinstance(state, Playing):
        view = state.view(state.to_act[0])
        player = RANDOM if state.phase == "discard" else NORMAL
        state = state.apply(state.to_act[0], player(view, rng))
    return state


def choose_as_playout(state: Playing) -> int:
    """The card that a playout plays in a position."""
    seat, lying = state.turn, state.trick.cards
    held = state.hands[seat]
    if not lying:
        return lead(held, state.hands[SEAT_ORDERS[seat][1]] | state.hands[SEAT_ORDERS[seat][2]])
    best = FOOL
    for card in lying:
        best = card if card & ABOVE[best] else best
    return follow(held, asked_suit(state.trick), best, points(sum(lying)), last=len(lying) == 2)


@pytest.mark.parametrize("bonuses", ["each", "flat"])
@pytest.mark.parametrize("modelling", [False, True])
def test_a_playout_scores_as_positions_do(bonuses: str, modelling: bool) -> None:
    """From every position of a hand, with the same random cards, and with those that the playout itself plays."""
    rng, strange = Random(f"{bonuses} {modelling}"), 0
    for _ in range(12):
        state: State = begin_play(bonuses, rng)
        courses: list[tuple[Playing, int]] = []
        played: list[int] = []
        while isinstance(state, Playing):
            courses.append((state, len(played)))
            legal = [CARDS.bit[move.removeprefix("play ")] for move in state.legal(state.turn).moves]
            played.append(choose_as_playout(state) if modelling else rng.choice(legal))
            state = state.apply(state.turn, f"play {CARDS.text[played[-1]]}")
        scored = state.score().totals
        for position, number in courses:
            cards = () if modelling else played[number:]
            assert play_out(course_of(position), cards).points == scored
        last = courses[-1][0]
        strange += find_fool((*last.tricks, last.trick)) is not None
    assert strange


def test_random_hands_with_many_kinds_of_fools_exchanges() -> None:
    """Only scores are compared: also those of a seat that wins nothing but has played the Fool."""
    rng, without = Random(5), 0
    for _ in range(200):
        state: State = begin_play("each", rng)
        start = state
        played: list[int] = []
        loser = rng.randrange(3)
        while isinstance(state, Playing):
            legal = [CARDS.bit[move.removeprefix("play ")] for move in state.legal(state.turn).moves]
            played.append(min(legal) if state.turn == loser else max(legal))
            state = state.apply(state.turn, f"play {CARDS.text[played[-1]]}")
        exchange = state.view(None)["last"]["fool"]
        without += exchange["given"] == "FOOL"
        assert isinstance(start, Playing)
        assert play_out(course_of(start), played).points == state.score().totals
    assert without


def test_a_full_declaration_is_worth_what_its_move_says() -> None:
    rng, kinds = Random(1), set[int]()
    for _ in range(2000):
        cards = rng.sample(CARDS.texts[:56] + CARDS.texts[58:], 25)
        cards = [*cards, *rng.sample(["KE", "KA", "KF", "KW", "1", "21", "FOOL"], rng.randrange(8))]
        held = CARDS.mask(cards)
        assert fullest_worth(held) == worth(
            make_declaration(read_declaration(fullest_declaration(held), -1, held), held)
        )
        kinds.add(fullest_worth(held))
    assert len(kinds) > 10
