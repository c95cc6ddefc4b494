"""The cup of a week fits into one message, with two groups, ties, long names and servers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.ui.cup import ServerPlace, cup_mark, cup_message
from data.deals.records import CupResult, days_of, week_of
from tests.support.limits import LETTERS
from tests.support.messages import text

DAY = 20_785
WEEK = week_of(DAY)


def make_result(person: int, permille: int, group: int | None = None, name: str = "") -> CupResult:
    """Return a person's result."""
    return CupResult(7, person, permille, group, name or f"Person {person}")


def cup_text(results: Sequence[CupResult], servers: Sequence[ServerPlace] | None = None) -> str:
    """Return the message in words."""
    return text({"content": "", "components": list(cup_message(WEEK, results, servers).parts)})


def test_a_week_is_called_by_its_sunday() -> None:
    assert cup_mark(WEEK) == "## Cup of the week to 29 November 2026"


def test_few_people_are_one_ranking() -> None:
    sentence = cup_text([make_result(1, 712), make_result(2, 90), make_result(3, 712)])
    assert sentence.split("\n")[-3:] == [
        "1\\. **Person 1** 71.2\u00a0%",
        "1\\. **Person 3** 71.2\u00a0%",
        "3\\. **Person 2** 9\u00a0%",
    ]
    assert "Group" not in sentence


def test_two_groups_say_who_goes_up_and_down() -> None:
    upper = [make_result(person, 1000 - person, 1) for person in range(1, 5)]
    lower = [make_result(person, 1000 - person, 2) for person in range(5, 9)]
    lines = cup_text([*lower, *upper]).split("\n")
    assert [line for line in lines if "goes down" in line] == [
        "3\\. **Person 3** 99.7\u00a0% · goes down",
        "4\\. **Person 4** 99.6\u00a0% · goes down",
    ]
    assert [line for line in lines if "goes up" in line] == [
        "1\\. **Person 5** 99.5\u00a0% · goes up",
        "2\\. **Person 6** 99.4\u00a0% · goes up",
    ]
    assert lines.index("**Group 1**") < lines.index("**Group 2**")


@pytest.mark.parametrize(("people", "expected"), [(7, False), (8, True)])
def test_eight_people_are_told_that_there_will_be_groups(people: int, expected: bool) -> None:
    sentence = cup_text([make_result(person, person) for person in range(people)])
    assert ("Next week there are two groups." in sentence) is expected


def test_many_people_with_the_longest_names_fit_and_those_who_change_are_named() -> None:
    servers = [ServerPlace(place, "*" * 100, 500, place == 40) for place in (*range(1, 11), 40)]
    for letter in ("*", "_", "w", "𓀀"):
        people = [make_result(person, person, 1 + person % 2, letter * 32) for person in range(400)]
        sentence = cup_text(people, servers)
        assert len(sentence) <= LETTERS
        assert sentence.count(" more.") == 2
        assert sentence.count("goes down") == sentence.count("goes up") == 2
        assert "40\\. " in sentence


def test_names_are_escaped_and_mention_nobody() -> None:
    sentence = cup_text([make_result(1, 5, None, "@everyone **x**")], [ServerPlace(1, "@here _y_", 5, True)])
    assert "@everyone" not in sentence
    assert "@here" not in sentence
    assert "\\*\\*x\\*\\*" in sentence
    assert "\\_y\\_" in sentence


def test_a_server_without_a_place_reads_why() -> None:
    rows = [make_result(1, 5)]
    assert "fewer than 5 people, so it has no place" in cup_text(rows, [ServerPlace(1, "Elsewhere", 5, False)])
    assert "1\\. **Here** 0.5\u00a0% · this server" in cup_text(rows, [ServerPlace(1, "Here", 5, True)])
    assert "Server against server" not in cup_text(rows)


def test_a_week_whose_only_player_is_gone_says_so() -> None:
    assert cup_text([]).split("\n") == [cup_mark(WEEK), "Nobody is ranked."]


def test_weeks_have_seven_days_each_in_one() -> None:
    for day in range(DAY, DAY + 20):
        assert day in days_of(week_of(day))
