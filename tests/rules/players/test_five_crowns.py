"""The heuristic player of Five Crowns: better than chance, quick, and no wiser than its view."""

from random import Random

from rules.players import players_of
from rules.registry import GAMES
from rules.simulate import random_order
from rules.table import Table

GAME = GAMES["five_crowns"]
NORMAL = players_of(GAME)["normal"].choose
RANDOM = players_of(GAME)["random"].choose


def test_it_beats_chance() -> None:
    """Sitting in each of three seats in turn it has the fewest points of three in nearly every game."""
    won = 0
    for number in range(12):
        rng = Random(number)
        state = GAME.new(3, GAME.resolve({"first": 3, "last": 5}, 3), rng.randrange(3))
        while not state.finished:
            if state.expects:
                state = state.chance(state.expects.event, random_order(state, rng))
                continue
            seat = state.to_act[0]
            player = NORMAL if seat == number % 3 else RANDOM
            state = state.apply(seat, player(state.view(seat), rng))
        totals = state.score().totals
        won += totals[number % 3] == min(totals)
    assert won >= 10


def test_it_never_throws_back_what_it_took_and_comes_to_an_end() -> None:
    """Nor a card like it: it takes the top of the pile only for what that saves."""
    rng, took = Random(11), 0
    for seats in (2, 3, 7):
        state, moves = GAME.new(seats, GAME.resolve({}, seats), 0), 0
        while not state.finished:
            if state.expects:
                state = state.chance(state.expects.event, random_order(state, rng))
                continue
            seat = state.to_act[0]
            view = state.view(seat)
            move = NORMAL(view, rng)
            if view["fresh"] and view["fresh"]["move"] == "take":
                took += 1
                assert move.split()[1] != view["fresh"]["card"]
            state = state.apply(seat, move)
            moves += 1
        assert moves < 11 * seats * 60
    assert took > 100


def test_it_goes_out_when_it_can_and_asks_no_more_than_its_view() -> None:
    """The same view, whatever world is behind it, the same move; every move is legal."""
    rng, outs = Random(3), 0
    table = Table.new(GAME, 4, {"first": 3, "last": 6})
    while not table.state.finished:
        state = table.state
        if state.expects:
            table = table.chance(state.expects.event, random_order(state, rng))
            continue
        seat = state.to_act[0]
        view = state.view(seat)
        move = NORMAL(view, Random(5))
        assert move in view["moves"]
        could = any(one.startswith("out ") for one in view["moves"])
        assert move.startswith("out ") is could
        outs += could
        assert move == NORMAL(table.imagine(seat, rng).state.view(seat), Random(5))
        table = table.move(seat, move)
    assert outs == 4
