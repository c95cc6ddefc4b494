"""Random games of every game, of which tests look at some positions."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import pytest

from rules.contract import Game
from rules.registry import GAMES
from rules.table import Table
from tests.rules.chances import any_setting, steps

FEW = range(3)
"""The seeds of the games that `make test` plays."""
MOST_EVENTS = 60_000

RandomState = tuple[Any, ...]

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def start_game(game: Game, rng: Random) -> Table:
    """Return a table of a game under random options, of Five Crowns with few cards.

    At random nobody goes out with many cards for thousands of turns. The game's own tests reach the rest.
    """
    setting = any_setting(game, rng)
    if game.id == "five_crowns":
        low = rng.choice((3, 3, 4, 4, 5))
        setting["options"] = {"first": low, "last": low + rng.randint(0, 1)}
    return Table.new(game, **setting)


def sample_positions(game: Game, rng: Random) -> list[Table]:
    """Return positions of a random game: all of the first ones, and every so many of the rest."""
    tables, state_after = sample_from(game, rng.getstate())
    rng.setstate(state_after)
    return list(tables)


@lru_cache(len(GAMES) * len(FEW))
def sample_from(game: Game, state: RandomState) -> tuple[list[Table], RandomState]:
    """Return the sampled positions that an RNG state gives, and the RNG state afterwards. Tests share them."""
    rng = Random()
    rng.setstate(state)
    tables: list[Table] = []
    gap = rng.randint(7, 23)
    for number, table in enumerate(steps(start_game(game, rng), rng)):
        if number > MOST_EVENTS:
            break
        fresh = not tables or tables[-1].state.phase != table.state.phase
        if number % (gap * max(1, number // 200)) == 0 or fresh or table.state.finished:
            tables.append(table)
    sample = [
        table
        for number, table in enumerate(tables)
        if number % (len(tables) // 60 + 1) == 0 or number == len(tables) - 1
    ]
    return sample, rng.getstate()
