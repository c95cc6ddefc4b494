"""The rules as tables use them: whole moves, views, `imagine`, a computer player's whole move.

The peer is this project's own commit 43044f7, whose rules were tuned further than any table feels, checked out beside
and measured in the same run, the two alternating; a view's peer is writing it as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from rules.contract import OptionValue
from rules.registry import GAMES
from rules.simulate import random_table
from rules.table import Table
from tests.support.needs import ROOT
from tools.bench.rows import Row

BASE = "43044f7"
REPEATS = 11
PROBE = Path(__file__).parent / "core_probe.py"


class Games(NamedTuple):
    """Random games of one setting that both sides replay."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    games: int


SETTINGS = (
    Games("voren", 4, {}, 6),
    Games("voren", 10, {"hands": 6}, 4),
    Games("mitigati", 3, {}, 4),
    Games("mitigati", 3, {"bargaining": False}, 4),
    Games("conference", 4, {}, 3),
    Games("conference", 4, {"good_evil": "allegiance", "gallowglass": True}, 3),
    Games("abracadabra", 4, {}, 4),
    Games("abracadabra", 2, {}, 4),
    Games("five_crowns", 4, {}, 1),
)
VIEW_GOAL = {"five_crowns": 8}
"""How many times writing it as JSON a view may take; 3 where a game is not named."""


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Yield a checkout of an older commit of this project, for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="eldest-bench-") as folder:
        archive = subprocess.run(["git", "archive", commit, "rules"], cwd=ROOT, capture_output=True, check=True)
        subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
        yield Path(folder)


def probe(where: Path, work: str) -> dict[str, float]:
    """Return the figures of one side, measured in a process of its own."""
    ran = subprocess.run(
        [sys.executable, str(PROBE)], cwd=where, input=work, capture_output=True, text=True, check=True
    )
    return json.loads(ran.stdout)


def run() -> list[Row]:
    """Measure every setting."""
    with checked_out(BASE) as base:
        return [row for setting in SETTINGS for row in _compare(setting, base)]


def _compare(setting: Games, base: Path) -> list[Row]:
    rng = Random(setting.game)
    game = GAMES[setting.game]
    dumps = [random_table(Table.new(game, setting.seats, setting.options), rng).dump() for _ in range(setting.games)]
    work = json.dumps({"game": setting.game, "dumps": dumps})
    sides = [(probe(ROOT, work), probe(base, work)) for _ in range(REPEATS)]
    name = f"{setting.game}{' ' + str(setting.options) if setting.options else ''}, {setting.seats} seats"
    return [
        _row(f"{name}: a whole move", sides, "move", "move", f"at most 1.5x {BASE}"),
        _row(f"{name}: imagine", sides, "imagine", "imagine", f"beside {BASE}"),
        _row(f"{name}: a world of 32 for search", sides, "draw", "draw", f"beside imagine in {BASE}"),
        _row(f"{name}: a computer's whole move", sides, "computer", "computer", f"beside {BASE}"),
        _row(
            f"{name}: a view",
            [(ours, ours) for ours, _ in sides],
            "view",
            "json",
            f"at most {VIEW_GOAL.get(setting.game, 3)}x writing it as JSON",
        ),
    ]


def _row(name: str, sides: list[tuple[dict[str, float], dict[str, float]]], own: str, peer: str, goal: str) -> Row:
    ours, theirs = [entry[own] for entry, _ in sides], [other[peer] for _, other in sides]
    ratio = median(value / other for value, other in zip(ours, theirs, strict=True))
    return Row(name, _us(ours), _us(theirs), ratio, goal)


def _us(seconds: list[Any]) -> str:
    return f"{median(seconds) * 1e6:,.1f} us"
