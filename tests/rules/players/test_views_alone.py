"""Every level of every game plays by its view and its seed alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.contract import Game
from rules.registry import GAMES
from tests.rules.players.hurried import WORLDS, hurried_players
from tests.rules.players.positions import positions

ROOT = Path(__file__).parents[3]
PROGRAM = f"""
import json, sys
from random import Random
from rules.players import player_of, strong_player
from rules.registry import GAMES
asked = json.load(sys.stdin)
for game, level, view, seed in asked:
    player = strong_player(GAMES[game], {WORLDS}) if level == "strong" else player_of(GAMES[game], level)
    print(player.choose(view, Random(seed)))
"""


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_worlds_that_look_the_same_are_played_the_same(game: Game) -> None:
    rng = Random(f"the same {game.id}")
    for state, seat in positions(game, rng):
        view = state.view(seat)
        other = game.worlds(view).draw(rng).view(seat)
        for player in hurried_players(game):
            hint = player.advise(view, Random(3))
            state.apply(seat, hint.move)
            assert 0 < len(hint.why) <= 200
            assert player.advise(other, Random(3)) == hint


def test_a_process_that_has_nothing_but_the_view_plays_the_same() -> None:
    asked: list[tuple[str, str, dict[str, Any], int]] = []
    moves: list[str] = []
    for game in GAMES.values():
        rng = Random(f"a process {game.id}")
        for number, (state, seat) in enumerate(positions(game, rng)):
            for player in hurried_players(game):
                view = state.view(seat)
                asked.append((game.id, player.level, view, number))
                moves.append(player.choose(view, Random(number)))
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines() == moves
