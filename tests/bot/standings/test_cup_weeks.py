"""The close of weeks in a database: late, in parallel and again, and groups from week to week."""

from __future__ import annotations

import asyncio

from bot.standings.cup import close_week
from bot.tables.services.tables import Tables
from data.deals.records import GRACE_MS, CupResult, days_of, end_of_week, week_of
from data.tables.work import WorkKind, WorkState
from tests.data.deals.tries import DAY, begin_try, end_try
from tests.data.makers import GUILD, HOST

WEEK = week_of(DAY)


async def play_hand(tables: Tables, week: int, points: list[int]) -> None:
    """Play the hand of the day on the Monday of a week, by people with these points; its day stays open."""
    for number, result in enumerate(points):
        await end_try(tables.store, await begin_try(tables.store, HOST + number, day=days_of(week)[0]), result)


async def close_cup_week(tables: Tables, week: int) -> WorkState:
    """Do the work that is due at the end of a week."""
    works = await tables.store.work.due(end_of_week(week) + GRACE_MS, 10, [WorkKind.CLOSE_WEEK])
    return await close_week(tables, next(work for work in works if work.key == str(week)))


async def read_results(tables: Tables, week: int) -> list[CupResult]:
    """Return the results of a week in the order of people."""
    return sorted(await tables.store.cups.results(week, GUILD), key=lambda row: row.person)


async def test_a_week_closes_its_days_and_gives_the_same_again(tables: Tables) -> None:
    await play_hand(tables, WEEK, [3, 2, 1])
    result = await asyncio.gather(close_cup_week(tables, WEEK), close_cup_week(tables, WEEK))
    assert set(result) == {WorkState.DONE}
    assert [row.permille for row in await read_results(tables, WEEK)] == [200, 100, 0]
    await tables.store.privacy.erase(HOST)
    await close_cup_week(tables, WEEK)
    assert [row.permille for row in await read_results(tables, WEEK)] == [100, 0]


async def test_groups_go_on_from_week_to_week(tables: Tables) -> None:
    """After a first week there are two halves; then two go up and two down, and an absent person begins below."""
    weeks = [
        ([8, 7, 6, 5, 4, 3, 2, 1], [None] * 8),
        ([8, 7, 6, 5, 4, 3, 2, 1], [1, 1, 1, 1, 2, 2, 2, 2]),
        ([8, 7, 6, 5, 4, 3, 2, 1, 0], [1, 1, 2, 2, 1, 1, 2, 2, 2]),
    ]
    for week, (points, groups) in enumerate(weeks, start=WEEK):
        await play_hand(tables, week, points)
        await close_cup_week(tables, week)
        assert [row.group_number for row in await read_results(tables, week)] == groups
    await play_hand(tables, WEEK + 4, [8, 7, 6, 5, 4, 3, 2, 1])
    await close_cup_week(tables, WEEK + 4)
    assert {row.group_number for row in await read_results(tables, WEEK + 4)} == {None}


async def test_weeks_that_are_closed_late_are_as_they_would_have_been(tables: Tables) -> None:
    for week in (WEEK, WEEK + 1):
        await play_hand(tables, week, [8, 7, 6, 5, 4, 3, 2, 1])
    works = await tables.store.work.due(end_of_week(WEEK + 1) + GRACE_MS, 10, [WorkKind.CLOSE_WEEK])
    for work in works:
        await close_week(tables, work)
    assert [row.group_number for row in await read_results(tables, WEEK)] == [None] * 8
    assert [row.group_number for row in await read_results(tables, WEEK + 1)] == [1, 1, 1, 1, 2, 2, 2, 2]
