"""Bots on PostgreSQL: tests of the wire, some of each kind, once more there.

With ELDEST_TEST_DATABASE=postgresql all tests that use tests/support/house.py run there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import pytest

from tests.cogs.member import test_blocks, test_settings
from tests.cogs.pads import test_deleting, test_entering, test_guests
from tests.cogs.server import test_club_nights, test_moderation
from tests.cogs.standings import test_leaderboard
from tests.e2e import (
    test_boards,
    test_clocks,
    test_conference,
    test_digests,
    test_durable,
    test_five_crowns,
    test_game,
    test_mitigati,
    test_retold,
    test_standings,
    test_substitutes,
)

TESTS: Final[tuple[Callable[[], Awaitable[None]], ...]] = (
    test_game.test_four_seats_play_to_the_end,
    test_game.test_a_restart_in_the_middle_and_the_old_buttons_afterwards,
    test_game.test_the_same_click_delivered_twice_is_one_move,
    test_game.test_one_player_clicks_twice_at_the_same_instant,
    test_five_crowns.test_two_people_and_a_computer_play_two_deals_to_the_end,
    test_mitigati.test_a_hand_is_played_to_the_end,
    test_conference.test_a_card_is_taken_back_and_may_be_played_again,
    test_boards.test_two_joins_at_once_leave_a_lobby_with_both,
    test_clocks.test_a_table_is_paused_once_all_agree_and_its_clocks_go_on_where_they_stood,
    test_retold.test_a_server_that_has_the_bot_again_is_told_until_when_there_is_time,
    test_digests.test_notices_of_a_night_are_one_message_with_waiting_tables_first,
    test_digests.test_erased_person_gets_no_digest,
    test_durable.test_table_of_a_server_without_the_bot_sleeps_and_keeps_absences,
    test_substitutes.test_a_table_that_is_voted_void_counts_for_nothing_and_everything_says_so,
    test_standings.test_a_game_stands_in_both_players_statistics_and_on_the_leaderboard,
    test_standings.test_opting_out_of_statistics_hides_a_player_until_they_opt_in,
    test_standings.test_a_season_begins_with_nothing_and_the_one_before_stays_readable,
    test_entering.test_two_who_enter_the_same_hand_are_both_told,
    test_entering.test_hand_is_corrected_by_its_author_and_by_keepers,
    test_deleting.test_after_a_day_it_is_gone_for_good_with_its_message,
    test_guests.test_all_that_a_guest_played_is_the_members_once_they_say_that_it_is_them,
    test_blocks.test_a_list_is_kept_in_private_and_keeps_people_out,
    test_moderation.test_whoever_is_kept_out_has_no_way_in_and_loses_the_seats_they_have,
    test_leaderboard.test_a_server_sees_nothing_of_another,
    test_settings.test_everything_is_shown_changed_and_changed_back_by_its_buttons,
    test_club_nights.test_a_night_ends_by_itself_and_a_restart_loses_nothing,
)


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.__name__.removeprefix("test_"))
async def test_on_postgresql(test: Callable[[], Awaitable[None]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.support.house.DATABASE", "postgresql")
    await test()
