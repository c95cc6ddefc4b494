"""The stored playthroughs come out as they stand."""

from itertools import zip_longest

import pytest

from rules.registry import GAMES
from tests.rules.playthrough import path_of, setting_of, write_lines


@pytest.mark.parametrize("game", GAMES)
def test_the_stored_playthrough_comes_out_line_by_line(game: str) -> None:
    path = path_of(game)
    assert path.exists(), f"{game} has no stored playthrough: python -m tests.rules.playthrough {game}"
    stored = path.read_text(encoding="utf-8").splitlines()
    about = stored[1]
    for number, (record, now) in enumerate(zip_longest(stored, write_lines(setting_of(game))), start=1):
        if record and record[:1].isdigit() and ". " in record[:8]:
            about = record
        assert record == now, f"{path.name}, line {number}, after {about[:80]}"
