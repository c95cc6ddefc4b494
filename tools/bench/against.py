"""A benchmark of this tree beside the same of another commit, in one run: the two alternate, round by round.

Each side is a process in a tree of its own (side.py), so the paths of an older tree do not matter. The other tree is a
git worktree in a temporary folder, which is removed at the end.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from tests.support.needs import ROOT

SIDE: Final = Path(__file__).parent / "side.py"
ROUNDS: Final = 5
COMPILED: Final = ("bot", "cogs", "data", "rules", "sandbox", "tools/bench", "tests/support")
NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")


class Figure(NamedTuple):
    """A figure of a benchmark and its peer's, as numbers of the same unit."""

    name: str
    ours: float
    peer: float
    unit: str


class Compared(NamedTuple):
    """A figure of both sides: the medians over the rounds, and how many times the other's ours is; so of the peers,
    whose ratio tells how alike the rounds were.
    """

    name: str
    here: float
    there: float
    unit: str
    ratio: float
    peers: float


def figures(lines: Iterable[str]) -> dict[str, Figure]:
    """Return the figures that a side wrote, by their names; numbers in these may differ from run to run, and are left
    out.
    """
    result: dict[str, Figure] = {}
    for line in lines:
        row: dict[str, str] = json.loads(line)
        name = NUMBER.sub("#", row["name"])
        while name in result:
            name += " again"
        unit = NUMBER.sub("", row["ours"], count=1)
        result[name] = Figure(row["name"], _number(row["ours"]), _number(row["peer"]), unit)
    return result


def _number(text: str) -> float:
    match = NUMBER.search(text)
    return float(match[0].replace(",", "")) if match else 0.0


def compared(own_figures: list[dict[str, Figure]], base_figures: list[dict[str, Figure]]) -> list[Compared]:
    """Return the figures of both sides, from each of their rounds."""
    return [
        _beside([entry[name] for entry in own_figures], [entry[name] for entry in base_figures])
        for name in own_figures[0]
        if all(name in entry for entry in (*own_figures, *base_figures))
    ]


def _beside(own_figures: list[Figure], base_figures: list[Figure]) -> Compared:
    ours, others = (median(figure.ours for figure in side) for side in (own_figures, base_figures))
    peers = [median(figure.peer for figure in side) for side in (own_figures, base_figures)]
    return Compared(own_figures[0].name, ours, others, own_figures[0].unit, _ratio(ours, others), _ratio(*peers))


def _ratio(first: float, second: float) -> float:
    return first / second if second else float("nan")


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """Yield a worktree of another commit while it is needed. Raises CalledProcessError where there is none."""
    with tempfile.TemporaryDirectory(prefix="eldest-bench-") as folder:
        tree = Path(folder) / "tree"
        _git("worktree", "add", "--detach", str(tree), revision)
        try:
            _compile(tree)
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _compile(tree: Path) -> None:
    """Compile what is measured, as this tree's is mostly: else its processes would start more slowly."""
    folders = [text for text in COMPILED if (tree / text).is_dir()]
    subprocess.run([sys.executable, "-m", "compileall", "-q", *folders], cwd=tree, check=False)


def _git(*command: str) -> None:
    subprocess.run(["git", *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def measured(bench: str, tree: Path, repeats: int, rounds: int) -> dict[str, Figure]:
    """Return a round of a benchmark in a tree. Raises CalledProcessError where it cannot be run there."""
    command = [sys.executable, str(SIDE), bench, str(repeats), str(rounds)]
    ran = subprocess.run(command, cwd=tree, stdout=subprocess.PIPE, text=True, check=True)
    return figures(ran.stdout.splitlines())


def run(bench: str, tree: Path, rounds: int = ROUNDS, repeats: int = 0) -> list[Compared]:
    """Measure this tree and another, one after the other in each round.

    The rounds share the repeats of the benchmark, unless each has so many `repeats` of its own.
    """
    sides: tuple[list[dict[str, Figure]], ...] = ([], [])
    for _ in range(rounds):
        for side, where in zip(sides, (ROOT, tree), strict=True):
            side.append(measured(bench, where, repeats, rounds))
    return compared(*sides)
