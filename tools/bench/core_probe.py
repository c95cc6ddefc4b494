"""One side of the rules' benchmark, run as a program in a checkout of its own: `python core_probe.py < work.json`.

It reads `{"game", "dumps"}` and writes seconds per unit as JSON: a whole move (`Table.move`, deals included), a view,
the same views written as JSON, `imagine`, one of 32 worlds drawn from a view (`imagine` in a tree without), and a
computer player's whole move (view, choice, `Table.move`). It uses only what both checkouts have, so that today's tree
and an older one can be measured in one run.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

sys.path.insert(0, ".")

import rules.players
from rules.registry import GAMES
from rules.table import Table

VIEWS, WORLDS, DRAWS, REPEATS = 150, 40, 32, 3


def best(work: Callable[[], int]) -> float:
    """Return the least time a unit of `work` took over the repeats; `work` returns how many units it did."""
    times: list[float] = []
    for _ in range(REPEATS):
        begun = perf_counter()
        units = work()
        times.append((perf_counter() - begun) / units)
    return min(times)


def measure(game: str, dumps: list[dict[str, Any]]) -> dict[str, float]:
    """Return seconds per unit by name."""
    tables = [Table.load(dump) for dump in dumps]
    rng = Random(game)
    positions: list[Table] = []
    for table in tables:
        at = table.without_events()
        for event in table.events:
            at = at.event(event)
            if at.state.to_act:
                positions.append(at)
    sampled = rng.sample(positions, min(VIEWS, len(positions)))

    def moves() -> int:
        for table in tables:
            table.without_events().replay(table.events)
        return sum(len(table.events) for table in tables)

    def views() -> int:
        for at in sampled:
            for seat in (None, *at.state.to_act[:1]):
                at.state.view(seat)
        return 2 * len(sampled)

    all_views = [at.state.view(seat) for at in sampled for seat in (None, *at.state.to_act[:1])]

    def written() -> int:
        for view in all_views:
            json.dumps(view)
        return len(all_views)

    def worlds() -> int:
        for number, at in enumerate(sampled[:WORLDS]):
            at.imagine(at.state.to_act[0], Random(number))
        return len(sampled[:WORLDS])

    def drawn() -> int:
        for number, at in enumerate(sampled[:WORLDS]):
            if not hasattr(at.game, "worlds"):
                at.imagine(at.state.to_act[0], Random(number))
                continue
            worlds_of_one = at.game.worlds(at.state.view(at.state.to_act[0]))
            for draw in range(DRAWS):
                worlds_of_one.draw(Random(draw))
        return len(sampled[:WORLDS]) * (DRAWS if hasattr(GAMES[game], "worlds") else 1)

    target: Any = GAMES[game] if hasattr(GAMES[game], "template") else game
    players: Any = rules.players  # an older tree has another name for it
    choose = (players.player_of if hasattr(players, "player_of") else players.best_of)(target).choose

    def computer() -> int:
        draws = Random(game)
        for at in sampled:
            seat = at.state.to_act[0]
            at.move(seat, choose(at.state.view(seat), draws))
        return len(sampled)

    works = {"move": moves, "view": views, "json": written, "imagine": worlds, "draw": drawn, "computer": computer}
    return {name: best(work) for name, work in works.items()}


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    sys.stdout.write(json.dumps(measure(asked["game"], asked["dumps"])))
