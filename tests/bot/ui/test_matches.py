"""Matches in words: how to play comes first, results only at the end, and all fits into a message."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.standings.match_results import MatchResults
from bot.ui.matches import ROWS, boards_page, match_list, match_message, opening_panel
from bot.ui.standings.figures import percent_text
from cogs.games.conference.presenter import ConferencePresenter
from data.deals.records import DAY_MS, MATCH_MS, BoardTry, Deal, DealPlan, Match, TryResult
from tests.support.limits import LETTERS, fits
from tests.support.messages import buttons, make_message, text

PLAN = DealPlan({"hands": 1}, 4, 0, 2)
DEALS = [
    Deal("match", "conference", PLAN, DAY_MS, DAY_MS + MATCH_MS, bytes(32), id=number, match=5) for number in range(16)
]
MATCH = Match(5, 1, 2, 77, DEALS, b"s" * 32)
CLOSED = replace(MATCH, boards=[replace(deal, closed=1) for deal in DEALS])
READER = 0


def make_results(people: int, name: str = "w", match: Match = MATCH) -> MatchResults:
    """Return results of so many people at all boards."""
    return MatchResults(
        match,
        [
            TryResult(deal.id, user, name * 32, 1000 + user, None, 7 + user)
            for deal in match.boards
            for user in range(people)
        ],
    )


def make_own_tries(finished: int) -> dict[int, BoardTry]:
    """Return the tries of a reader who has finished so many boards."""
    return {deal.id: BoardTry(deal.id, True, 1000 + READER) for deal in DEALS[:finished]}


def test_an_open_match_says_how_to_play_when_it_ends_and_no_result() -> None:
    message = make_message(match_message(MATCH, ConferencePresenter(), make_results(2)))
    message_text = text(message)
    assert (
        "Press *Play*. Everyone gets the same cards in the same seat, against 3 strong computer players."
        in message_text
    )
    assert f"It ends <t:{MATCH.closes // 1000}:f>" in message_text
    assert "2 people have finished at least one board, 2 of them all boards." in message_text
    assert "1000" not in message_text
    assert "%" not in message_text
    assert list(buttons(message)) == ["Play", "My boards", "Rules"]


def test_a_match_without_an_organiser_names_none() -> None:
    assert "Organiser" not in text(
        make_message(match_message(replace(MATCH, organiser=None), ConferencePresenter(), make_results(0)))
    )


@pytest.mark.parametrize("name", ["*", "_", "w", "𓀀"])
def test_a_ranking_of_many_with_long_names_fits(name: str) -> None:
    for layout in (
        match_message(CLOSED, ConferencePresenter(), make_results(400, name)),
        boards_page(CLOSED, READER, make_own_tries(16), make_results(400, name), has_time=False),
    ):
        message = make_message(layout)
        assert len(text(message)) <= LETTERS
        assert f"… and {400 - ROWS} more." in text(message)
        fits(layout)


def test_the_final_message_has_the_secret_and_both_replays() -> None:
    message = make_message(match_message(CLOSED, ConferencePresenter(), make_results(2)))
    assert (b"s" * 32).hex() in text(message)
    assert "Largest spread: board 1." in text(message)
    assert len([label for label in buttons(message) if label.startswith("Replay: ")]) == 2


def test_a_match_that_nobody_played_says_so() -> None:
    message = make_message(match_message(CLOSED, ConferencePresenter(), make_results(0)))
    assert "there is no ranking" in text(message)
    assert list(buttons(message)) == ["My boards"]


@pytest.mark.parametrize("finished", [0, 3, 15])
def test_before_the_last_board_nobody_elses_name_or_ranking_is_shown(finished: int) -> None:
    page = make_message(boards_page(MATCH, READER, make_own_tries(finished), make_results(3), has_time=True))
    assert "w" * 32 not in text(page)
    assert text(page).count("compared with 2 others") == finished
    assert f"Play board {finished + 1}" in buttons(page)


def test_a_begun_board_shows_nothing_of_others() -> None:
    begun = {DEALS[0].id: BoardTry(DEALS[0].id, False, None)}
    page = text(make_message(boards_page(MATCH, READER, begun, make_results(3), has_time=True)))
    assert "1\\. begun" in page
    assert "compared" not in page


def test_who_is_left_out_of_rankings_sees_their_points() -> None:
    page = text(make_message(boards_page(MATCH, 999, make_own_tries(1), make_results(3), has_time=True)))
    assert "1\\. **1000** · not in the ranking" in page


def test_panels_and_lists_say_what_is_played() -> None:
    message_text = text(make_message(opening_panel("conference", ConferencePresenter(), PLAN, 8, 77, 2)))
    assert "Open a match of 8 boards of Conference?" in message_text
    assert "For 7 days" in message_text
    assert "**5** Conference, 16 boards · <#2> · over" in text(make_message(match_list([CLOSED])))


def test_percentages_have_a_tenth_where_they_need_it() -> None:
    assert [percent_text(percent) for percent in (100, 62.5, 33.333, 0)] == [
        "100\u00a0%",
        "62.5\u00a0%",
        "33.3\u00a0%",
        "0\u00a0%",
    ]
