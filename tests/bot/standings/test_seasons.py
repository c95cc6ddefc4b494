"""In which season a result counts: by when it was played, and by when it was entered."""

from __future__ import annotations

import pytest

from bot.standings.pad_results import game_result, hand_results
from bot.standings.seasons import GRACE_MS, season_of
from data.standings.records import Season
from tests.bot.pads.samples import hand, pad, player

SEASONS = (Season(5, 1, "Spring", 1_000, 9_000), Season(5, 2, "Summer", 9_000, None))
LAST = 9_000 + GRACE_MS


@pytest.mark.parametrize(
    ("played", "entered", "season"),
    [
        (999, 999, None),
        (999, 1_001, None),
        (1_000, 1_000, 1),
        (8_999, None, 1),
        (8_999, LAST, 1),
        (8_999, LAST + 1, None),
        (9_000, LAST + 1, 2),
        (9_000, None, 2),
    ],
)
def test_season_accepts_its_games_for_seven_more_days(played: int, entered: int | None, season: int | None) -> None:
    result = season_of(SEASONS, played, entered)
    assert (None if result is None else result.number) == season


def test_the_game_of_a_pad_ends_with_the_hand_that_was_played_last() -> None:
    """Whichever was entered last; a day that was typed is not after its hand was entered."""
    hands = [
        hand(number, (1, 2), {"points": [1, 2]}, played=played, entered=entered)
        for number, (played, entered) in enumerate(((8_000, 8_500), (5_000, 8_600), (9_900, 8_700)), 1)
    ]
    record = pad("free", (player(1, "Ada", user=10), player(2, "Bela", user=11)), tuple(hands), status="finished")
    assert [(result.at, result.entered) for result in hand_results(record)] == [
        (8_000, 8_500),
        (5_000, 8_600),
        (8_700, 8_700),
    ]
    game = game_result(record, 20_000)
    assert game is not None
    assert (game.at, game.entered) == (8_700, 20_000)
