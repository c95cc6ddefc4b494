"""Random play through the public contract: for benchmarks, tests and stored playthroughs."""

from __future__ import annotations

from random import Random

from rules.contract import Choice, State
from rules.shuffle import Draw, order_for
from rules.table import Table


def random_choice(choice: Choice, rng: Random) -> str:
    """A random move of a template (K7.2): a number of its range, or cards of its count, those it demands included.

    A game's own template that has neither is refused with KeyError; its game lists other moves beside it.
    """
    verb = choice["verb"]
    if "range" in choice:
        low, high = choice["range"]
        return f"{verb} {rng.randint(low, high)}"
    low, high = choice["count"]
    must = list(choice.get("must", ()))
    rest = list(choice["cards"])
    for card in must:
        rest.remove(card)
    cards = must + rng.sample(rest, rng.randint(max(low, len(must)), high) - len(must))
    words = [verb, *cards]
    if choice.get("pile") and rng.random() < 0.5:
        words.append("pile")
    if len(words) == 1 and verb == "expose":
        words.append("none")
    return " ".join(words)


def random_move(state: State, seat: int, rng: Random) -> str:
    """A random legal move: each listed move and each template is as likely as any other."""
    moves, choices = state.legal(seat)
    usable = [choice for choice in choices if "range" in choice or "count" in choice]
    pick = rng.randrange(len(moves) + len(usable))
    return moves[pick] if pick < len(moves) else random_choice(usable[pick - len(moves)], rng)


def random_order(state: State, rng: Random) -> list[str]:
    """A random order of the cards of the chance event that `state` awaits, cut where it asks for a cut."""
    expects = state.expects
    if expects is None:
        raise ValueError("no chance event is awaited")
    draw = Draw(rng.randbytes(32), "simulated", "0", ())
    return order_for(draw, expects.cards, dict(expects.extra))


def random_step(table: Table, rng: Random) -> Table:
    """The table after one random event."""
    state = table.state
    if state.expects is not None:
        return table.chance(state.expects.event, random_order(state, rng))
    seat = rng.choice(state.to_act)
    return table.move(seat, random_move(state, seat, rng))


def random_table(table: Table, rng: Random, most: int = 1_000_000) -> Table:
    """The table after random play to its end. Raises ValueError if that takes more than `most` events."""
    for _ in range(most):
        if table.state.finished:
            return table
        table = random_step(table, rng)
    raise ValueError(f"no end after {most} events")
