"""The results of the arena: intervals, a file that a later run goes on from, and what the command prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.arena.results import Results, interval, percentile, student
from rules.arena.tables import Played
from rules.contract import Refusal


@pytest.mark.parametrize(("degrees", "quantile"), [(10, 2.2281), (29, 2.0452), (59, 2.0010), (99, 1.9842)])
def test_students_quantile_is_that_of_the_tables(degrees: int, quantile: float) -> None:
    assert student(degrees) == pytest.approx(quantile, abs=0.001)


def test_an_interval_is_the_mean_and_its_error() -> None:
    result = interval([1.0, 2.0, 3.0] * 10)
    assert result.mean == 2.0
    assert result.high - result.mean == pytest.approx(2.0452 * 0.8305 / 30**0.5, rel=0.001)
    assert result.mean - result.low == pytest.approx(result.high - result.mean)


def test_percentiles_of_few_durations() -> None:
    assert percentile([], 99) == 0
    assert percentile([0.5], 50) == 0.5
    assert percentile([0.0, 1.0], 50) == 0.5


def test_results_are_kept_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "results"
    results = Results({"game": "voren"}, path)
    results.add(Played(0, [1.0, 2.0], {"a": [0.1], "b": []}, [1.0, 0.5]))
    results.add(Played(1, [3.0, 4.0], {"a": [0.2], "b": [0.3]}, [0.0, 0.5]))
    again = Results({"game": "voren"}, path)
    assert again.played == results.played
    assert again.lead(range(2)).mean == 2.5
    assert again.first(range(2)) == 0.5
    assert again.seconds("a") == [0.1, 0.2]
    with pytest.raises(Refusal, match="another contest"):
        Results({"game": "mitigati"}, path)
    path.write_text("")
    assert Results({"game": "mitigati"}, path).played == {}


def test_the_command_goes_on_where_a_run_has_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results"
    questions = ["arena", "--game", "five_crowns", "--a", "normal", "--b", "random", "--seed", "x", "--file", str(path)]
    assert main([*questions, "--deals", "3"]) == 0
    first = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["deal"] for line in first[1:]] == [0, 1, 2]
    capsys.readouterr()
    assert main([*questions, "--deals", "5"]) == 0
    out = capsys.readouterr().out
    assert path.read_text(encoding="utf-8").splitlines()[:4] == first
    assert "normal less random: +" in out
    assert "calibration" in out
    assert main([*questions, "--seats", "3", "--deals", "5"]) == 1
    assert f"{path} holds another contest" in capsys.readouterr().err


def test_a_level_that_a_game_lacks_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rules.arena.command.players_of", lambda _game: {})
    assert main(["arena", "--game", "voren", "--a", "normal", "--b", "random", "--deals", "2", "--seed", "x"]) == 1
    assert "Voren has no normal player" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--deals", "1"], "An interval needs at least 2 deals."),
        (["--deals", "2", "--seats", "5"], "Voren is not compared with 5 seats."),
    ],
)
def test_incomparable_results_are_refused(more: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--game", "voren", "--a", "normal", "--b", "random", "--seed", "x", *more]) == 1
    assert capsys.readouterr().err == f"{said}\n"
