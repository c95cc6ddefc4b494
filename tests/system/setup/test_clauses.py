"""Every clause has a test, and a clause that is switched off is noticed by one of its own tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rules.registry import GAMES
from tests.rules.rulebooks import read_clauses
from tests.rules.switch_clauses import find_unnoticed, switches_of
from tests.rules.switches import Switch
from tests.support.needs import ROOT

PADS = {"P1", "P2", "P3", "P4", "P5", "P6"}
SAMPLE = 2
"""How many clauses of each game `make test` switches off; `make soak` switches off all."""


def read_marked(path: Path) -> Iterator[str]:
    """Yield the clauses that a module's `pytest.mark.clause` names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"{path}: a clause is written out"
                yield str(argument.value)


@cache
def clauses_with_tests() -> set[str]:
    return {clause for path in (ROOT / "tests").rglob("test_*.py") for clause in read_marked(path)}


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_test_with_its_marker(game: str) -> None:
    missing = [clause for clause in read_clauses(game) if clause not in clauses_with_tests()]
    assert not missing, f"no test of {game} is marked with {', '.join(missing)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_marker_of_a_game_names_a_clause_that_exists(game: str) -> None:
    letter = read_clauses(game)[0][0]
    clauses = {clause for path in (ROOT / "tests/rules" / game).glob("test_*.py") for clause in read_marked(path)}
    own = {clause for clause in clauses if clause[0] == letter}
    assert own <= set(read_clauses(game))
    assert {clause[0] for clause in clauses} <= {letter, "K", "P"}


@pytest.mark.parametrize("game", GAMES)
def test_switches_name_clauses_and_stand_once(game: str) -> None:
    switches = switches_of(game)
    assert len({switch.clause for switch in switches}) >= 10, f"{game} has {len(switches)} switches"
    for switch in switches:
        assert switch.clause in read_clauses(game) or switch.clause in PADS
        assert (ROOT / switch.file).read_text(encoding="utf-8").count(switch.old) == 1, switch
        assert switch.old != switch.new


def test_there_are_thirty_switches_and_more() -> None:
    assert sum(len(switches_of(game)) for game in GAMES) >= 30


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.timeout(600)
def test_some_clauses_switched_off_are_noticed(game: str) -> None:
    switches = switches_of(game)
    gap = max(1, len(switches) // SAMPLE)
    assert switches, f"{game} has 0 switches"
    assert not find_unnoticed(game, switches[gap // 2 :: gap][:SAMPLE])


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.timeout(7200)
def test_every_clause_switched_off_is_noticed(game: str) -> None:
    assert not find_unnoticed(game, switches_of(game))


def test_a_change_that_breaks_nothing_goes_unnoticed() -> None:
    """The check itself can fail: a comment is no rule, and a clause without a test has none that fails."""
    same = Switch(
        "V5.7", "rules/voren/trick.py", "from __future__ import annotations", "from __future__ import annotations  #"
    )
    (line,) = find_unnoticed("voren", [same])
    assert "no test of it failed" in line
    assert find_unnoticed("voren", [same._replace(clause="V9.9")]) == [
        "V9.9 (rules/voren/trick.py): no test has its marker"
    ]
    assert "stands 0 times" in find_unnoticed("voren", [same._replace(old="nowhere to be found")])[0]
