"""`python -m rules silly`: from its file a computer player makes the same move again, in each phase of each game."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.__main__ import main
from rules.contract import Game
from rules.players import budget_of, players_of, strong_player
from rules.registry import GAMES
from tests.rules.players.positions import positions

WORLDS = 8


def write_move(path: Path, **fields: Any) -> str:
    """A file of a move."""
    path.write_text(json.dumps({"version": "0.1", "worlds": 0, **fields}))
    return str(path)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_player_makes_its_move_again(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = Random(game.id)
    phases = {state.phase: state.view(seat) for state, seat in positions(game, rng)}
    for level, found in players_of(game).items():
        player = strong_player(game, WORLDS) if level == "strong" else found
        for phase, view in phases.items():
            seed = rng.getrandbits(53)
            fields = {"game": game.id, "level": level, "seed": seed, "view": view}
            move = player.choose(view, Random(seed))
            worlds = WORLDS if level == "strong" else 0
            file = write_move(tmp_path / f"{level}-{phase}", **fields, move=move, worlds=worlds)
            assert main(["silly", file]) == 0, (level, phase)
            said = capsys.readouterr().out
            assert f"now   {move} (the same)" in said
            assert f"{game.name}, {level}, {worlds} worlds, version 0.1" in said
            if level == "strong" and len(said.splitlines()) > 3:
                assert f" {move}\n" in said.partition("(the same)")[2]


def test_another_move_is_told_with_what_the_search_says_of_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = GAMES["voren"]
    view = next(state.view(seat) for state, seat in positions(game, Random(1)) if state.phase == "stay")
    worlds = budget_of(game)
    move = strong_player(game, worlds).choose(view, Random(5))
    other = next(one for one in view["moves"] if one != move)
    file = write_move(tmp_path / "one", game="voren", level="strong", seed=5, view=view, move=other, worlds=worlds)
    assert main(["silly", file]) == 1
    head, then, now, *estimates = capsys.readouterr().out.splitlines()
    assert (then, now) == (f"then  {other}", f"now   {move}")
    assert {line.split(" ", 1)[0] for line in estimates}
    assert {line.rpartition("+-")[2].partition(" ")[2] for line in estimates} >= {move, other}
    assert "strong" in head


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"view": {}}, "no view in which this seat is to move"),
        ({"view": None}, "no view in which this seat is to move"),
        ({"level": "clever"}, "Voren has no clever player."),
        ({"seed": "five"}, "seed must be a whole number"),
    ],
    ids=["an empty view", "no view", "another level", "no seed"],
)
def test_a_file_that_says_too_little_is_refused(
    fields: dict[str, Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole: dict[str, Any] = {"game": "voren", "level": "normal", "seed": 5, "view": {}, "move": "stay"}
    assert main(["silly", write_move(tmp_path / "one", **{**whole, **fields})]) == 1
    assert said in capsys.readouterr().err
