"""How a pad's game stands: who is ranked and who stands below, by hands that were sat out, joined late and left."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.nights.summary import summarize_pad
from bot.pads.pad import Pad
from bot.standings.pad_results import game_result
from bot.ui.pads.sheet import attendance_text
from tests.bot.pads.samples import ENTRY_MAKERS, free, late, random_pad


def list_notes(pad: Pad) -> list[str]:
    """Return what is said beside each total, in the order of the standing."""
    return [attendance_text(pad, player) for player in pad.standing.order]


def test_players_of_every_hand_are_ranked_above_the_rest() -> None:
    """Whatever their totals are: who left, who came late, who sat one out, who has played none."""
    pad = free((1, 9, None, 5, None), (2, 9, None, None, None), (3, None, 90, 5, None))
    standing = pad.standing
    assert (standing.ranked, standing.unranked) == ((1,), (3, 2, 4, 5))
    assert standing.leaders == (1,)
    assert list_notes(pad) == ["", "from hand 3", "until hand 2", "2 of 3 hands", "no hands yet"]


def test_players_with_most_hands_are_ranked_if_none_played_all() -> None:
    """As where five take turns at sitting out."""
    pad = free((None, 4, 3), (1, None, 3), (1, 4, None), (None, 0, 1))
    assert (pad.standing.ranked, pad.standing.unranked) == ((2, 3), (1,))
    assert pad.standing.places == {2: 1, 3: 2}
    assert list_notes(pad) == ["3 of 4 hands", "3 of 4 hands", "hands 2 to 3"]


@pytest.mark.parametrize(("start", "order"), [(None, (1, 2, 3)), (0, (1, 2, 3)), (23, (1, 3, 2)), (24, (3, 1, 2))])
def test_points_to_start_with_rank_a_late_comer(start: int | None, order: tuple[int, ...]) -> None:
    """Zero points are points; of those who are level whoever sits first is named first."""
    pad = late(start)
    assert pad.standing.order == order
    assert (3 in pad.standing.ranked) is (start is not None)
    assert pad.totals[3] == (start or 0) + 7
    assert pad.leaders() == ([1, 3] if start == 23 else [3] if start == 24 else [1])


def test_earlier_best_total_breaks_a_tie() -> None:
    """And the others who are level come second."""
    pad = free((4, 10, 10), (6, 0, -10), (0, 0, 9), options={"ties": "earlier"})
    assert (pad.leaders(), pad.standing.places) == ([2], {2: 1, 1: 2, 3: 3})
    late_pad = Pad(replace(late(23).record, options={**late(23).record.options, "ties": "earlier"}))
    assert (late_pad.leaders(), late_pad.standing.places) == ([1], {1: 1, 3: 2, 2: 3})


def test_unranked_total_does_not_end_a_game() -> None:
    """A free pad to 40: who came late and has 47 by points to start with has reached it, without them has not."""
    for start, is_over in ((None, False), (40, True)):
        record = late(start).record
        assert Pad(replace(record, options={**record.options, "target": 40})).is_over() is is_over


@pytest.mark.parametrize("game", ENTRY_MAKERS)
def test_pad_night_and_result_name_the_same_winners(game: str) -> None:
    """Of any finished pad: the winners are ranked, and first there."""
    for seed in range(60):
        pad = random_pad(Random(seed), game)
        finished = Pad(replace(pad.record, status="finished"))
        standing, played, summary = finished.standing, game_result(finished, 1), summarize_pad(finished)
        assert set(standing.order) == set(finished.players), seed
        assert set(standing.leaders) <= set(standing.ranked), seed
        assert {standing.places[leader] for leader in standing.leaders} <= {1}, seed
        if played is None:
            assert not finished.counted, seed
            continue
        players = [player for player in finished.players if standing.played[player]]
        parts = list(zip(players, played.parts, strict=True))
        winners = [player for player, part in parts if part.won]
        assert winners == sorted(standing.leaders, key=players.index), seed
        whole = [player for player, part in parts if part.stay == "whole"]
        assert whole == sorted(standing.ranked, key=players.index), seed
        assert [part.points for _, part in parts] == [finished.totals[player] for player in players], seed
        assert summary.best == (finished.totals[standing.leaders[0]] if standing.leaders else 0), seed
        assert sum(player.won for player in summary.players) == len(standing.leaders), seed
