"""What somebody has done, in words that are true of their standings, and within Discord's limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.ui.kit.components import Part
from bot.ui.standings import profile
from bot.ui.standings.figures import game_title, games_in_order
from bot.ui.standings.profile import Profile, RatingChart
from data.pads.records import FREE_GAME_ID
from data.standings.records import HeadToHead, Origin, Season, Standing
from tests.bot.ui.standings.samples import SPRING, SUMMER, standing
from tests.support.limits import fits, parts_of

WIDE = "\u7530" * 32
HUGE = 10**30 - 1


def make_profile(*standings: Standing, name: str = "Ada", stale: bool = False) -> Profile:
    return Profile(
        1, name, {own_standing.game: own_standing for own_standing in standings}, None, [SUMMER, SPRING], stale
    )


def read_text(parts: Sequence[Part]) -> str:
    return "\n".join(component["content"] for component in parts_of(list(parts)) if component["type"] == 10)


def make_full_page(own_standing: Standing) -> str:
    return read_text(profile.game_parts(make_profile(own_standing), own_standing.game, RatingChart()))


def test_a_game_in_full_says_what_the_standing_has() -> None:
    text = make_full_page(
        standing(
            1,
            hands=85,
            at_pads=25,
            points=119,
            best=45,
            games=12,
            wins=4,
            streak=2,
            longest=3,
            friendly=3,
            feats={"bids_home": (12, 20), "declarer": (0, 0)},
        ),
    )
    assert "**Games won:** 4 of 12 (33 %)" in text
    assert "won 2 in a row now; longest 3 in a row" in text
    assert "**Hands:** 85 (60 at tables, 25 on pads)" in text
    assert "**Points a hand:** 1.4, 119 in all; highest is best" in text
    assert "**Best hand:** 45, hand 3 of table 7 (`/table replay`)" in text
    assert "**Bids home:** 12 of 20 (60 %)" in text
    assert "Declarer" not in text
    assert "**Friendly games:** 3 (not counted above)" in text
    assert "**Rating:** 19.1 after 10 rated games; estimate 25.1 ± 6.0" in text
    assert "Provisional" not in text


def test_at_a_glance_one_hand_has_its_points_and_several_their_average() -> None:
    own_standing = standing(1, hands=1, points=13, games=0)
    assert "1 hand, 13 points" in read_text(profile.overview_parts(make_profile(own_standing)))
    assert "1 hand, 1 point ·" in read_text(profile.overview_parts(make_profile(replace(own_standing, points=1))))
    assert "2 hands, 6.5 points a hand" in read_text(
        profile.overview_parts(make_profile(replace(own_standing, hands=2)))
    )


def test_the_best_hand_at_a_table_is_a_press_away() -> None:
    ids = [
        component.get("custom_id")
        for component in parts_of(profile.profile_controls(make_profile(standing(1)), "voren"))
    ]
    assert "eh:show_replay:7:2" in ids
    elsewhere = make_profile(standing(1, best_of=(Origin("pad", 7), 2)))
    assert not any(
        str(component.get("custom_id")).startswith("eh:show_replay")
        for component in parts_of(profile.profile_controls(elsewhere, "voren"))
    )


def test_a_rating_of_few_games_is_provisional_and_says_how_far_it_is() -> None:
    assert "**Provisional:** 4 of 10 games to a place" in make_full_page(standing(1, rated=4))
    assert "**Rating:** none yet. For a rating, two members must play" in make_full_page(standing(1, rated=0))


def test_where_the_fewest_are_best_it_is_said_and_hands_of_pads_are_found_there() -> None:
    text = make_full_page(standing(1, game="five_crowns", best=0, best_of=(Origin("pad", 4), 5)))
    assert "lowest is best" in text
    assert "**Best hand:** 0 (the fewest), hand 5 of pad 4 (`/pad show`)" in text


def test_pads_of_any_game_have_neither_rating_nor_best_hand() -> None:
    text = make_full_page(standing(1, game=FREE_GAME_ID, rated=0))
    assert "each pad counts its own way" in text
    assert "**Rating:** none for pads of any game" in text
    assert "Best hand" not in text


def test_all_games_stand_at_a_glance_each_by_its_name() -> None:
    answer_text = read_text(
        profile.overview_parts(make_profile(*(standing(1, game=game, rated=3) for game in games_in_order())))
    )
    assert [answer_text.index(game_title(game)) for game in games_in_order()] == sorted(
        answer_text.index(game_title(game)) for game in games_in_order()
    )
    assert "rating 19.1 (provisional, 3 of 10 games)" in answer_text
    assert "Nothing yet. Finish a game" in read_text(profile.overview_parts(make_profile()))
    assert "Ada has no results in Voren here." in read_text(profile.game_parts(make_profile(), "voren", RatingChart()))


def test_only_friendly_games_are_told_apart() -> None:
    own_standing = standing(1, games=0, wins=0, hands=0, points=0, best=None, best_of=None, rated=0, friendly=1)
    assert "1 friendly game" in read_text(profile.overview_parts(make_profile(own_standing)))
    text = make_full_page(own_standing)
    assert "No games yet." in text
    assert "**Friendly games:** 1" in text


def test_head_to_head_says_who_was_ahead_and_partners_apart() -> None:
    records = [
        HeadToHead("voren", 3, 1, 2, 0),
        HeadToHead("conference", 0, 0, 0, 5),
        HeadToHead("mitigati", 0, 0, 0, 0),
    ]
    answer_text = read_text(profile.comparison_parts(make_profile(), "Bela", records, None, RatingChart()))
    assert "**Voren:** Ada ahead 3, Bela ahead 2, level 1, of 6 games" in answer_text
    assert "**Conference:** partners in 5 games" in answer_text
    assert "Mitigati" not in answer_text
    nothing = read_text(profile.comparison_parts(make_profile(), "Bela", records[2:], None, RatingChart()))
    assert "Ada and Bela have no games together here." in nothing


@pytest.mark.parametrize("name", [WIDE, "*" * 32, "\u202e\u05d0" * 16, "\u200b", "@everyone"])
def test_pages_fit_a_message_with_the_longest_names_and_numbers(name: str) -> None:
    feats = {f"{'y' * 40}{number}": (10**9, 10**9) for number in range(6)}
    most = {
        "feats": feats,
        "hands": 10**9,
        "games": 10**8,
        "points": -HUGE,
        "best": HUGE,
        "best_of": (Origin("table", 10**9), 10**6),
    }
    everything = [standing(10**18, game=game, longest=10**6, friendly=10**6, **most) for game in games_in_order()]
    who = make_profile(*everything, name=name, stale=True)
    seasons = [Season(1, number, name[:31] + str(number % 10), 1, None) for number in range(10**6, 10**6 - 60, -1)]
    who = who._replace(user=10**19 - 1, seasons=seasons, season=seasons[-1])
    drawn = RatingChart(words=["x" * 600] * 2)
    fits(profile.message(profile.overview_parts(who), profile.profile_controls(who, None)))
    for game in games_in_order():
        parts = profile.game_parts(who, game, drawn)
        fits(profile.message(parts, profile.profile_controls(who, game)))
    records = [HeadToHead(game, 10**9, 10**9, 10**9, 10**9) for game in games_in_order()]
    parts = profile.comparison_parts(who, name, records, "voren", drawn)
    fits(profile.message(parts, profile.comparison_controls(who, 10**19 - 2, "voren", games_in_order())))
    assert "@everyone" not in read_text(parts)
