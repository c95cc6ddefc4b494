"""Comparing a benchmark with another commit: what the sides write, and that no tree is left over."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.support.needs import git
from tools.bench import against
from tools.bench.__main__ import main

BENCH = """
from typing import NamedTuple
REPEATS = 9
class Row(NamedTuple):
    name: str
    ours: str
    peer: str
def run():
    print("what a bot prints")
    return [Row("moves", f"{VALUE * REPEATS:,}/s", "500/s"), Row("3 kept", "1.50 ms", "-")]
"""


def make_tree(folder: Path, value: int) -> Path:
    """Return a tree with one benchmark, of three times this value in each of three rounds."""
    bench = folder / "tools" / "bench"
    bench.mkdir(parents=True)
    for package in (bench.parent, bench):
        (package / "__init__.py").touch()
    (bench / "quick.py").write_text(BENCH + f"VALUE = {value}\n", encoding="utf-8")
    return folder


def test_against_two_trees_gives_ratio_of_each_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against, "ROOT", make_tree(tmp_path / "here", 1000))
    comparisons = against.run("quick", make_tree(tmp_path / "there", 400), 3)
    assert comparisons[0] == ("moves", 3000.0, 1200.0, "/s", 2.5, 1.0)
    assert [compared.name for compared in comparisons] == ["moves", "3 kept"]


def test_figures_of_rows_with_like_names_are_told_apart() -> None:
    rows = [{"name": f"all, {number} refused", "ours": f"{number}.5 s", "peer": "2 s"} for number in (7, 8)]
    result = against.figures(map(json.dumps, rows))
    assert [(name, figure.ours, figure.unit) for name, figure in result.items()] == [
        ("all, # refused", 7.5, " s"),
        ("all, # refused again", 8.5, " s"),
    ]


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with one commit, in the place of this project's."""
    git()
    folder = make_tree(tmp_path / "repository", 1000)
    for command in (("init", "-q"), ("add", "."), ("-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "1")):
        subprocess.run(["git", *command], cwd=folder, check=True)
    monkeypatch.setattr(against, "ROOT", folder)
    return folder


def test_worktree_of_a_commit_is_removed_whatever_happens(repository: Path) -> None:
    paths: list[Path] = []

    def fails() -> None:
        with against.checked_out("HEAD") as other:
            paths.append(other)
            assert (other / "tools" / "bench" / "quick.py").is_file()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert not paths[0].exists()
    listed = subprocess.run(["git", "worktree", "list"], cwd=repository, capture_output=True, text=True, check=True)
    assert len(listed.stdout.splitlines()) == 1


@pytest.mark.usefixtures("repository")
def test_commit_that_there_is_not_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["core", "--against", "no-such-commit"]) == 2
    assert "This cannot be run: git worktree add" in capsys.readouterr().err


def test_commit_without_the_benchmark_is_told(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (repository / "tools" / "bench" / "core.py").write_text((repository / "tools/bench/quick.py").read_text())
    assert main(["core", "--against", "HEAD", "--rounds", "1"]) == 2
    assert "This cannot be run:" in capsys.readouterr().err
