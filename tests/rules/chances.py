"""Random play for tests: any move that a position allows, a game's own templates among them, and random options."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.contract import Choice, Game, Option, OptionValue, Refusal, State
from rules.simulate import random_choice, random_order
from rules.table import Table


def any_choice(choice: Choice, rng: Random) -> str:
    """A random move of a template; of a declaration (M5) one item or two that may stand together."""
    if "range" in choice or "count" in choice:
        return random_choice(choice, rng)
    items: list[str] = []
    if "abundance" in choice:
        trumps: list[str] = choice["abundance"]
        items.append(" ".join(["abundance", *rng.sample(trumps, rng.randint(10, len(trumps)))]))
    for name in ("kings", "honours"):
        if name in choice:
            added = rng.sample(choice[name], rng.randint(0, min(1, len(choice[name]))))
            items.append(" ".join([name, "with", *added] if added else [name]))
    if "mixed" in choice:
        items.append(" ".join(["mixed", *rng.sample(choice["mixed"], rng.randint(4, len(choice["mixed"])))]))
    if not items:
        raise ValueError(f"an unknown template: {choice}")
    return f"{choice['verb']} {rng.choice(items)}"


def any_move(state: State, seat: int, rng: Random) -> str:
    """A random legal move: each listed move and each template is as likely as any other, a game's own included."""
    moves, choices = state.legal(seat)
    pick = rng.randrange(len(moves) + len(choices))
    return moves[pick] if pick < len(moves) else any_choice(choices[pick - len(moves)], rng)


def any_step(table: Table, rng: Random) -> Table:
    """The table after one random event."""
    state = table.state
    if state.expects is not None:
        return table.chance(state.expects.event, random_order(state, rng))
    seat = rng.choice(state.to_act)
    return table.move(seat, any_move(state, seat, rng))


def steps(table: Table, rng: Random) -> Iterator[Table]:
    """The table before its first event and after each event of a random game."""
    yield table
    while not table.state.finished:
        table = any_step(table, rng)
        yield table


def any_value(option: Option, rng: Random) -> OptionValue:
    """A random value of an option: near the lower end of a range, so that games stay short, or a value beside it."""
    if option.allowed:
        return rng.choice(option.allowed)
    places = range(option.low, option.high + 1, option.step)
    return rng.choice([*option.also, *places[:4], places[-1]])


def any_options(game: Game, rng: Random) -> dict[str, OptionValue]:
    """Random options of a game; what cannot go together is for the caller to try again."""
    return {name: any_value(option, rng) for name, option in game.options.items() if rng.random() < 0.7}


def any_setting(game: Game, rng: Random, hands: int = 3) -> dict[str, Any]:
    """Random seats, options and dealer that make a table, with `hands` or fewer where an option bounds them."""
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
