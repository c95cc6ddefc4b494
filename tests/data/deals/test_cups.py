"""Cups of the week in the database: the tries that count, results written once, and the comparison of servers."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from sqlmodel import func, select

from data.deals.models import CupResultRow
from data.deals.records import DAY_MS, GRACE_MS, KEPT_DAYS, CupResult, days_of, end_of, end_of_week, week_of
from data.people.records import Preferences
from data.store import Store
from data.tables.models import WorkRow
from data.tables.records import LESSONS_GUILD_ID
from data.tables.work import WorkKind, WorkState
from tests.data.deals.tries import DAY, begin_try, end_try, open_deal
from tests.data.makers import CHANNEL, GUEST, GUILD, HOST

WEEK = week_of(DAY)
MONDAY, *_, SUNDAY = days_of(WEEK)


@pytest.fixture
def now() -> list[int]:
    """The clock of the store."""
    return [end_of_week(WEEK) + GRACE_MS]


async def play_try(store: Store, user: int, points: int, *, day: int = DAY, guild: int | None = GUILD) -> None:
    """Play a try to its end."""
    await end_try(store, await begin_try(store, user, day=day, guild=guild), points)


async def play_tries(store: Store, *users: int, guild: int = GUILD) -> list[int]:
    """Let users play a try each at the hand of the day; return the numbers of their rows."""
    for user in users:
        await play_try(store, user, user % 100, guild=guild)
    await store.deals.close(end_of(DAY))
    points = {attempt.points: attempt.person for attempt in await store.cups.tries(WEEK)}
    return [points[user % 100] for user in users]


async def read_due(store: Store, now: list[int], kind: WorkKind) -> list[tuple[int, str, int]]:
    """Return the due work of a kind: server, key and seq."""
    return [(work.guild, work.key, work.seq) for work in await store.work.due(now[0], 100, [kind])]


async def test_a_hand_of_the_day_enqueues_the_close_of_its_week(store: Store) -> None:
    for day in (MONDAY, SUNDAY, SUNDAY + 1):
        await open_deal(store, day)
    works = await store.work.due(end_of_week(WEEK + 1) + GRACE_MS, 10, [WorkKind.CLOSE_WEEK])
    assert [(work.guild, work.key, work.due) for work in works] == [
        (LESSONS_GUILD_ID, str(week), end_of_week(week) + GRACE_MS) for week in (WEEK, WEEK + 1)
    ]


async def test_a_week_has_the_finished_tries_of_its_seven_days(store: Store) -> None:
    for day in (MONDAY - 1, MONDAY, SUNDAY, SUNDAY + 1):
        await play_try(store, HOST, day - MONDAY, day=day)
    await begin_try(store, GUEST, day=MONDAY)
    assert await store.cups.tries(WEEK) == []
    await store.deals.close(end_of(SUNDAY + 1))
    values = {(attempt.day, attempt.points, attempt.guild) for attempt in await store.cups.tries(WEEK)}
    assert values == {(MONDAY, 0, GUILD), (SUNDAY, 6, GUILD)}


async def test_a_try_for_no_server_is_compared_and_counts_for_none(store: Store) -> None:
    await play_try(store, HOST, 1, guild=None)
    await play_try(store, GUEST, 2)
    await play_try(store, GUEST + 1, 3, guild=GUILD + 1)
    await store.moderation.ban(GUILD, (GUEST, ""), (HOST, ""), "")
    await store.moderation.ban(GUILD, (GUEST + 1, ""), (HOST, ""), "")
    await store.deals.close(end_of(DAY))
    counts = {attempt.points: attempt.guild for attempt in await store.cups.tries(WEEK)}
    assert counts == {1: None, 2: None, 3: GUILD + 1}


async def test_erased_people_and_people_without_statistics_are_compared_with_nobody(store: Store) -> None:
    for user in (HOST, GUEST):
        await play_try(store, user, 1)
    await store.deals.close(end_of(DAY))
    await store.privacy.erase(HOST)
    await store.preferences.save((GUEST, ""), Preferences(no_statistics=True))
    assert await store.cups.tries(WEEK) == []


async def test_the_results_of_a_week_are_written_once(store: Store, now: list[int]) -> None:
    host, guest = await play_tries(store, HOST, GUEST)
    rows = [CupResult(GUILD, host, 712, 1), CupResult(GUILD + 1, guest, 90, None)]
    await asyncio.gather(store.cups.save(WEEK, rows), store.cups.save(WEEK, rows))
    await store.cups.save(WEEK, [CupResult(GUILD, guest, 1000, 1)])
    cup_results = await store.cups.results(WEEK)
    assert sorted((row.guild, row.person, row.permille, row.group_number) for row in cup_results) == [
        (GUILD, host, 712, 1),
        (GUILD + 1, guest, 90, None),
    ]
    assert [row.person for row in await store.cups.results(WEEK, GUILD)] == [host]
    assert await store.cups.results(WEEK - 1) == []
    assert await read_due(store, now, WorkKind.CUP_RESULTS) == [(GUILD, str(WEEK), 1), (GUILD + 1, str(WEEK), 1)]


async def test_somebody_erased_while_a_week_is_worked_out_gets_no_result(store: Store) -> None:
    host, guest = await play_tries(store, HOST, GUEST)
    await store.privacy.erase(HOST)
    await store.cups.save(WEEK, [CupResult(GUILD, host, 712, None), CupResult(GUILD, guest, 90, None)])
    assert [row.person for row in await store.cups.results(WEEK)] == [guest]
    async with store._transactions.begin() as session:
        (count,) = await session.exec(select(func.count()).select_from(CupResultRow))
    assert count == 1


async def test_an_erasure_takes_results_and_corrects_what_was_posted(store: Store, now: list[int]) -> None:
    host, guest = await play_tries(store, HOST, GUEST)
    await store.cups.save(WEEK, [CupResult(GUILD, host, 712, None), CupResult(GUILD, guest, 90, None)])
    (work,) = await store.work.due(now[0], 10, [WorkKind.CUP_RESULTS])
    await store.work.mark(work.id, WorkState.DONE, seq=work.seq, channel=CHANNEL, message=77)
    await store.privacy.erase(HOST)
    assert [row.person for row in await store.cups.results(WEEK, GUILD)] == [guest]
    assert await read_due(store, now, WorkKind.CUP_RESULTS) == [(GUILD, str(WEEK), 2)]


async def test_banned_people_and_people_without_statistics_are_not_shown(store: Store) -> None:
    host, guest = await play_tries(store, HOST, GUEST)
    await store.cups.save(WEEK, [CupResult(GUILD, person, 500, None) for person in (host, guest)])
    await store.moderation.ban(GUILD, (HOST, ""), (GUEST, ""), "")
    await store.preferences.save((GUEST, ""), Preferences(no_statistics=True))
    assert await store.cups.results(WEEK, GUILD) == []


async def test_servers_are_compared_by_their_best_five_people_where_they_want_it(store: Store) -> None:
    users = [HOST + number for number in range(6)]
    rows = await play_tries(store, *users)
    for guild in (GUILD, GUILD + 1):
        settings = await store.guild_settings.of(guild)
        await store.guild_settings.save(replace(settings, values={"compares_servers": True}))
    await store.guild_settings.save(replace(await store.guild_settings.of(GUILD + 3), values={"channels": []}))
    best = {GUILD: 6, GUILD + 1: 4, GUILD + 2: 6, GUILD + 3: 6}
    results = [
        CupResult(guild, person, 100 * number + 1, None)
        for guild, many in best.items()
        for number, person in enumerate(rows[:many])
    ]
    await store.cups.save(WEEK, results)
    assert await store.cups.servers(WEEK) == {GUILD: 301}
    assert await store.cups.servers(WEEK - 1) == {}
    await store.moderation.ban(GUILD, (users[5], ""), (HOST, ""), "")
    assert await store.cups.servers(WEEK) == {GUILD: 201}
    await store.moderation.ban(GUILD, (users[4], ""), (HOST, ""), "")
    assert await store.cups.servers(WEEK) == {}


async def test_results_go_after_a_month(store: Store) -> None:
    (host,) = await play_tries(store, HOST)
    await store.cups.save(WEEK, [CupResult(GUILD, host, 712, None)])
    for day, is_there in ((SUNDAY + KEPT_DAYS, True), (SUNDAY + KEPT_DAYS + 1, False)):
        await open_deal(store, day)
        await store.deals.close(end_of(day))
        assert bool(await store.cups.results(WEEK)) is is_there


async def test_messages_that_cannot_be_posted_go_with_the_results(store: Store, now: list[int]) -> None:
    (host,) = await play_tries(store, HOST)
    await store.cups.save(WEEK, [CupResult(GUILD, host, 712, None)])
    (work,) = await store.work.due(now[0], 10, [WorkKind.CUP_RESULTS])
    await store.work.mark(work.id, WorkState.PARKED, seq=work.seq)
    now[0] += (KEPT_DAYS + 1) * DAY_MS
    await open_deal(store, SUNDAY + KEPT_DAYS + 1)
    await store.deals.close(end_of(SUNDAY + KEPT_DAYS + 1))
    async with store._transactions.begin() as session:
        assert not (await session.exec(select(WorkRow).where(WorkRow.kind == WorkKind.CUP_RESULTS))).all()


async def test_an_export_has_ones_own_results(store: Store) -> None:
    host, guest = await play_tries(store, HOST, GUEST)
    await store.cups.save(WEEK, [CupResult(GUILD, host, 712, 2), CupResult(GUILD, guest, 90, 1)])
    rows = [row async for part in store.exports.parts(HOST) if part.name == "cups" for row in part.rows]
    assert rows == [{"week": "2026-11-23", "server": GUILD, "percent": 71.2, "group": 2}]
