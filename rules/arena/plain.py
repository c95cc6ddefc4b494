"""A plain search: a third yardstick. It plays every move out at random in the same few worlds, and takes the best mean.

It knows the rules alone. Random play hardly ever goes out in Five Crowns: there all play on greedily.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

from rules.arena import greedy
from rules.contract import Game, Legal, State, View
from rules.players.search import Played, estimate_moves, lead_over_others
from rules.simulate import random_of, random_order

WORLDS: Final = 16
"""In so many worlds each move is played out."""
GREEDY_WORLDS: Final = 4
"""The same where all play on greedily, which takes far longer."""
DRAWN: Final = 8
"""So many moves of each template are tried."""


def choose(game: Game, view: View, rng: Random) -> str:
    """Return a legal move. Raises ValueError if the view's seat has nothing to do."""
    samples = [game.template(choice).draw(rng) for choice in view["choices"] for _ in range(DRAWN)]
    moves = list(dict.fromkeys((*view["moves"], *samples)))
    if not moves:
        raise ValueError("this seat has nothing to do")
    if len(moves) == 1:
        return moves[0]
    worlds = GREEDY_WORLDS if _is_greedy(game) else WORLDS
    play_out = partial(_play_out, game, view["seat"], rng)
    return estimate_moves(moves, game.worlds(view), play_out, worlds, rng)[0].move


def _is_greedy(game: Game) -> bool:
    return game.id == "five_crowns"


def _play_out(game: Game, seat: int, rng: Random, world: State, moves: Sequence[str]) -> list[Played]:
    number = world.number
    return [Played(_lead(game, _end(game, world.apply(seat, move), number, rng), seat)) for move in moves]


def _end(game: Game, state: State, number: int, rng: Random) -> State:
    """Return the end of the hand of this number."""
    while state.number == number and not state.finished:
        if state.expects is not None:
            state = state.chance(state.expects.event, random_order(state, rng))
            continue
        seat = state.awaited[0]
        state = state.apply(seat, _move(game, state, seat, rng))
    return state


def _move(game: Game, state: State, seat: int, rng: Random) -> str:
    """Return a random listed move. Templates are used only if none is listed, so no player bargains at random."""
    if _is_greedy(game):
        return greedy.choose(state.view(seat), rng)
    legal = state.legal(seat)
    return random_of(Legal(legal.moves) if legal.moves else legal, rng)


def _lead(game: Game, end: State, seat: int) -> float:
    """Return the points of the hand, less the mean of the others'; a match owed at Voren counts as paid."""
    points: list[float] = list(end.score().hands[-1])
    if game.id == "voren":
        points = [seat_points - debt for seat_points, debt in zip(points, end.view(None)["owed"], strict=True)]
    lead = lead_over_others(points, seat)
    return -lead if game.fewest_win else lead
