"""Random play through the public contract: for benchmarks, tests and stored playthroughs."""

from __future__ import annotations

from random import Random

from rules.contract import Legal, State
from rules.shuffle import Draw, order_for
from rules.table import Table


def random_move(state: State, seat: int, rng: Random) -> str:
    """Return a random legal move: each listed move and each template is as likely as any other."""
    return random_of(state.legal(seat), rng)


def random_of(legal: Legal, rng: Random) -> str:
    """Return a random one of these moves: each listed move and each template is as likely as any other."""
    pick = rng.randrange(len(legal.moves) + len(legal.choices))
    listed = len(legal.moves)
    return legal.moves[pick] if pick < listed else legal.choices[pick - listed].draw(rng)


def random_order(state: State, rng: Random) -> list[str]:
    """Return a random order of the cards of the chance event that `state` awaits, cut where it asks for a cut."""
    expects = state.expects
    if expects is None:
        raise ValueError("no chance event is awaited")
    draw = Draw(rng.randbytes(32), "simulated", "0", ())
    return order_for(draw, expects)


def random_step(table: Table, rng: Random) -> Table:
    """Return the table after one random event."""
    state = table.state
    if state.expects is not None:
        return table.chance(state.expects.event, random_order(state, rng))
    seat = rng.choice(state.to_act)
    return table.move(seat, random_move(state, seat, rng))


def random_table(table: Table, rng: Random, max_events: int = 1_000_000) -> Table:
    """Return the table after random play to its end. Raises ValueError if that takes more than `max_events` events."""
    for _ in range(max_events):
        if table.state.finished:
            return table
        table = random_step(table, rng)
    raise ValueError(f"no end after {max_events} events")
