"""The rules' speed: decisions a second in random games through the public contract, beside OpenSpiel's Python side.

Both list the legal moves, pick one at random and apply it; ours reads the move's text and checks it. Deals and the
start of a game are left out on both sides: shuffling is no rule, and gin_rummy's start costs 1.7 ms. On our side
alone one thing more is left out: drawing a random move where a template stands for moves too many to list (K7.2).
Making up such a move is a player's part, and the peers have none. The template itself and reading the move are timed.
Ours and the peer alternate within each repeat; the ratio is the median of the repeats' ratios.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import pyspiel  # pyright: ignore[reportMissingImports]  # in the bench environment only

from rules.contract import OptionValue
from rules.registry import GAMES
from rules.simulate import random_of, random_order
from rules.table import Table
from tests.bench.rows import Row

REPEATS = 5
DECISIONS = 25_000


class Pair(NamedTuple):
    """A game of ours and the OpenSpiel game of its kind that it is held against."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    peer: str
    goal: str


PAIRS = (
    Pair("voren", 4, {}, "tarok(players=4)", "at least 0.5x"),
    Pair("mitigati", 3, {}, "tarok(players=3)", "at least 0.5x"),
    Pair("mitigati", 3, {"bargaining": False}, "tarok(players=3)", "at least 0.5x"),
    Pair("conference", 4, {}, "tarok(players=4)", "at least 0.5x"),
    Pair("abracadabra", 4, {}, "oh_hell(players=4)", "at least 0.5x"),
    Pair("five_crowns", 4, {}, "gin_rummy", "at least 1.0x"),
)
"""A line a game; Mitigati twice, for with bargaining about half the hands are bought off."""


def ours(game: str, seats: int, chosen: dict[str, OptionValue], rng: Random) -> float:
    """Decisions a second of our game, deals and the drawing of moves from templates left out."""
    start = Table.new(GAMES[game], seats, chosen).state
    pick = rng.random
    decisions, out = 0, 0.0
    begun = perf_counter()
    while decisions < DECISIONS:
        state = start
        while not state.finished:
            to_act = state.to_act
            if not to_act:
                stop = perf_counter()
                state = _chance(state, rng)
                out += perf_counter() - stop
                continue
            seat = to_act[0]
            moves, choices = legal = state.legal(seat)
            if choices:
                stop = perf_counter()
                move = random_of(legal, rng)
                out += perf_counter() - stop
            else:
                move = moves[int(pick() * len(moves))]
            state = state.apply(seat, move)
            decisions += 1
    return decisions / (perf_counter() - begun - out)


def _chance(state: Any, rng: Random) -> Any:
    return state.chance(state.expects.event, random_order(state, rng))


def theirs(name: str, rng: Random) -> float:
    """Decisions a second of an OpenSpiel game through its Python interface, deals left out."""
    game: Any = pyspiel.load_game(name)
    pick = rng.random
    decisions, out = 0, 0.0
    begun = perf_counter()
    while decisions < DECISIONS:
        stop = perf_counter()
        state = game.new_initial_state()
        out += perf_counter() - stop
        while not state.is_terminal():
            if state.is_chance_node():
                stop = perf_counter()
                actions = state.legal_actions()
                state.apply_action(actions[int(pick() * len(actions))])
                out += perf_counter() - stop
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(pick() * len(actions))])
            decisions += 1
    return decisions / (perf_counter() - begun - out)


def run() -> list[Row]:
    """Measure every pair; a few seconds each."""
    return [_compare(pair) for pair in PAIRS if pair.game in GAMES]


def _compare(pair: Pair) -> Row:
    rng = Random(pair.game)
    sides: tuple[Callable[[], float], Callable[[], float]] = (
        lambda: ours(pair.game, pair.seats, pair.options, rng),
        lambda: theirs(pair.peer, rng),
    )
    mine, peer = zip(*[(sides[0](), sides[1]()) for _ in range(REPEATS)], strict=True)
    ratio = median(one / other for one, other in zip(mine, peer, strict=True))
    return Row(
        f"rules: {pair.game}{' ' + str(pair.options) if pair.options else ''}, {pair.seats} seats, decisions a second",
        f"{median(mine):,.0f}/s",
        f"{median(peer):,.0f}/s ({pair.peer})",
        ratio,
        pair.goal,
    )
