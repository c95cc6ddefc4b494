"""Random play for tests: any move that a position allows, a game's own templates among them, and random options."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.contract import Game, Option, OptionValue, Refusal
from rules.simulate import random_step
from rules.table import Table


def steps(table: Table, rng: Random) -> Iterator[Table]:
    """Yield the table before the first event and after each event of a random game."""
    yield table
    while not table.state.finished:
        table = random_step(table, rng)
        yield table


def any_value(option: Option, rng: Random) -> OptionValue:
    """Return a random value of an option: near the lower end of a range, so that games stay short, or beside it."""
    if option.allowed:
        return rng.choice(option.allowed)
    places = range(option.low, option.high + 1, option.step)
    return rng.choice([*option.extra_values, *places[:4], places[-1]])


def any_options(game: Game, rng: Random) -> dict[str, OptionValue]:
    """Return random options of a game, which need not go together."""
    return {name: any_value(option, rng) for name, option in game.options.items() if rng.random() < 0.7}


def any_setting(game: Game, rng: Random, hands: int = 3) -> dict[str, Any]:
    """Return random seats, options and dealer that make a table of few hands: `hands` of them at most."""
    while True:
        seats = rng.randint(*game.seats)
        options = any_options(game, rng)
        for name in ("hands", "deals"):
            if name in game.options:
                admitted = [count for count in range(1, hands + 1) if game.options[name].admits(count)]
                options[name] = rng.choice(admitted)
        setting = {"seats": seats, "options": options, "dealer": rng.randrange(seats)}
        try:
            Table.new(game, **setting)
        except Refusal:  # options that do not go together
            continue
        return setting
