"""Random games in which the heuristic player gives a move and its reason wherever a seat may act."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from rules.contract import State, View
from rules.players import player_of
from rules.registry import GAMES
from rules.simulate import random_move, random_order

STRANGE = 0.2
"""How often a seat that plays as the heuristic player makes a random move: so that other hands come about, too."""


class Advice(NamedTuple):
    """A hint that a seat gets in a position: a move, and the reason for it."""

    state: State
    seat: int
    view: View
    move: str
    why: str

    @property
    def after(self) -> State:
        """The position after the move."""
        return self.state.apply(self.seat, self.move)

    @property
    def card(self) -> str:
        """The card that the move plays or parts with."""
        return self.move.split(" ")[1]

    def number(self, pattern: str) -> float | None:
        """The number in the first group of a pattern that the reason matches; None if it does not."""
        found = re.search(pattern, self.why)
        return float(found[1]) if found else None


def play_advised(
    game: str, seats: int, options: Mapping[str, Any] | None = None, seed: int = 0, games: int = 1, most: int = 100_000
) -> Iterator[Advice]:
    """Every decision of random games, at most so many. In one game of three a seat plays at random.

    Where several may act one of them is drawn.
    """
    played, rng = GAMES[game], Random(f"{game} {seats} {seed}")
    left = most
    for number in range(games):
        wild = number % seats if number % 3 == 2 else None
        state = played.new(seats, played.resolve(options or {}, seats), rng.randrange(seats))
        while not state.finished:
            if state.expects is not None:
                state = state.chance(state.expects.event, random_order(state, rng))
                continue
            seat = rng.choice(state.to_act)
            view = state.view(seat)
            move, why, _ = player_of(played).advise(view, rng)
            yield Advice(state, seat, view, move, why)
            left -= 1
            if not left:
                return
            if seat == wild or rng.random() < STRANGE:
                move = random_move(state, seat, rng)
            state = state.apply(seat, move)


def in_phase(advices: Iterable[Advice], phase: str) -> Iterator[Advice]:
    """Return those in a phase."""
    return (advice for advice in advices if advice.state.phase == phase)


def choices_in(advices: Iterable[Advice], phase: str) -> Iterator[Advice]:
    """Return those in a phase with a choice."""
    return (advice for advice in in_phase(advices, phase) if not advice.why.startswith("It is the only"))
