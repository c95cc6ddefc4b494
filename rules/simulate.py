"""Random play through the public contract: for benchmarks, tests and stored playthroughs."""

from __future__ import annotations

from random import Random
from typing import Final

from rules.contract import Choice, Legal, State
from rules.shuffle import Draw, order_for
from rules.table import Table

SMALL: Final = 21
"""`Random.sample` draws from up to so many the plain way, one after the other."""
DRAWS: Final = tuple((left - 1, left.bit_length()) for left in range(SMALL, 0, -1))
"""For each draw from so many and fewer: the last place that is left, and the bits that a place has."""


def random_choice(choice: Choice, rng: Random) -> str:
    """A random move of a template (K7.2): a number of its range, or cards of its count, those it demands included.

    A game's own template that has neither is refused with KeyError; its game lists other moves beside it.
    """
    verb = choice["verb"]
    if "range" in choice:
        low, high = choice["range"]
        return f"{verb} {low + _below(high - low + 1, rng)}"
    low, high = choice["count"]
    rest: list[str] = list(choice["cards"])
    cards: list[str] = []
    if "must" in choice:
        cards += choice["must"]
        for card in cards:
            rest.remove(card)
        low, high = max(low - len(cards), 0), high - len(cards)
    cards += _sample(rest, low + _below(high - low + 1, rng), rng)
    if choice.get("pile") and rng.random() < 0.5:
        cards.append("pile")
    if not cards and verb == "expose":
        return "expose none"
    return " ".join([verb, *cards])


def _below(limit: int, rng: Random) -> int:
    """What `rng.randrange(limit)` gives, from the same draws but without its checks."""
    width = limit.bit_length()
    while (drawn := rng.getrandbits(width)) >= limit:
        pass
    return drawn


def _sample(cards: list[str], count: int, rng: Random) -> list[str]:
    """What `rng.sample(cards, count)` gives, from the same draws but without its checks; `cards` may be used up."""
    held = len(cards)
    if held > SMALL:
        return rng.sample(cards, count)
    bits = rng.getrandbits
    drawn: list[str] = []
    for last, width in DRAWS[SMALL - held : SMALL - held + count]:
        while (at := bits(width)) > last:
            pass
        drawn.append(cards[at])
        cards[at] = cards[last]
    return drawn


def random_move(state: State, seat: int, rng: Random) -> str:
    """A random legal move: each listed move and each template is as likely as any other."""
    return random_of(state.legal(seat), rng)


def random_of(legal: Legal, rng: Random) -> str:
    """A random one of these moves: each listed move and each template is as likely as any other."""
    moves, choices = legal
    usable = [choice for choice in choices if "range" in choice or "count" in choice]
    pick = _below(len(moves) + len(usable), rng)
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
