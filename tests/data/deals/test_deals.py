"""Deals in the database: one secret a hand of the day, one try a person, results once the day is closed."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import event
from sqlmodel import select

from data.deals import repository
from data.deals.models import DealTryRow
from data.deals.records import DAY_MS, GRACE_MS, KEPT_DAYS, TryResult, end_of
from data.engine.shards import shard_of
from data.people.records import Preferences
from data.store import Store
from data.tables.errors import DealTried, PersonIsKeptOut
from data.tables.models import WorkRow
from data.tables.work import WorkKind, WorkState
from tests.data.deals.tries import DAY, GAME, begin_try, end_try, open_deal, play_try
from tests.data.makers import CHANNEL, GUEST, GUILD, HOST


@pytest.fixture
def now() -> list[int]:
    """The clock of the store."""
    return [end_of(DAY) + GRACE_MS]


async def read_results(store: Store, day: int, guild: int) -> list[TryResult]:
    """Return the results of a day that a server's ranking shows."""
    return await store.deals.results([hand.id for hand in await store.deals.hands_of_day(day)], guild)


async def test_whoever_asks_first_fixes_the_secret(store: Store) -> None:
    first = await open_deal(store, DAY, GAME, b"a" * 32)
    again = await open_deal(store, DAY, GAME, b"b" * 32)
    assert first.secret == again.secret == b"a" * 32
    other = await open_deal(store, DAY + 1, GAME, b"b" * 32)
    assert other.secret != first.secret
    assert await store.deals.hands_of_day(DAY) == [first]
    due = await store.work.due(end_of(DAY + 1) + GRACE_MS, 10, [WorkKind.CLOSE_DEALS])
    assert [(work.key, work.due) for work in due] == [
        (str(end), end + GRACE_MS) for end in (end_of(DAY), end_of(DAY + 1))
    ]


async def test_a_person_has_one_try_a_day_and_game(store: Store) -> None:
    results = await asyncio.gather(*(begin_try(store, HOST) for _ in range(3)), return_exceptions=True)
    tables = [number for number in results if isinstance(number, int)]
    assert len(tables) == 1
    assert sum(isinstance(number, DealTried) for number in results) == 2
    found_try = await store.deals.find_try((await open_deal(store)).id, f"mark of {HOST}")
    assert found_try == (tables[0], HOST)
    assert await store.tables.numbers(0, 10) == tables  # the others' tables went with them
    for other in ({"day": DAY + 1}, {"game": "mitigati"}):
        await begin_try(store, HOST, **other)  # pyright: ignore[reportArgumentType]


async def test_a_banned_person_begins_none_for_that_server(store: Store) -> None:
    await store.moderation.ban(GUILD, (HOST, ""), (GUEST, ""), "")
    with pytest.raises(PersonIsKeptOut):
        await begin_try(store, HOST)
    await begin_try(store, HOST, guild=GUILD + 1)


async def test_the_close_keeps_finished_tries_alone_and_is_done_once(store: Store, now: list[int]) -> None:
    table = await play_try(store, HOST, 12)
    attempt = await begin_try(store, GUEST)
    assert await read_results(store, DAY, GUILD) == []
    await store.deals.close(end_of(DAY))
    (result,) = await read_results(store, DAY, GUILD)
    assert (result.user, result.points, result.streak, result.table) == (HOST, 12, 1, table)
    assert await store.deals.find_try((await open_deal(store)).id, f"mark of {HOST}") is None  # the mark is gone
    (hand,) = await store.deals.hands_of_day(DAY)
    assert hand.closed == now[0]
    await end_try(store, attempt, 99)
    now[0] += 1000
    await store.deals.close(end_of(DAY))
    assert [result.user for result in await read_results(store, DAY, GUILD)] == [HOST]
    (work_item,) = await store.work.due(now[0], 10, [WorkKind.DAILY_RESULTS])
    assert (work_item.guild, work_item.key, work_item.seq) == (GUILD, str(DAY), 1)


async def test_the_close_keeps_many_results_in_several_statements(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It makes no object of a row, for thousands of them would hold up the event loop."""
    monkeypatch.setattr(repository, "TRIES_PER_STATEMENT", 2)
    loaded = list[object]()
    event.listen(DealTryRow, "load", lambda row, context: loaded.append(row))
    points = {HOST + number: number for number in range(5)}
    for user, score in points.items():
        await play_try(store, user, score)
    await store.deals.close(end_of(DAY))
    results = await read_results(store, DAY, GUILD)
    assert {result.user: (result.points, result.streak) for result in results} == {
        user: (entry, 1) for user, entry in points.items()
    }
    assert not loaded


async def test_a_try_that_was_ended_before_its_hand_does_not_count(store: Store) -> None:
    await end_try(store, await begin_try(store, HOST), 7, "ended")
    await store.deals.close(end_of(DAY))
    assert await read_results(store, DAY, GUILD) == []
    assert not await store.work.due(end_of(DAY) + DAY_MS, 10, [WorkKind.DAILY_RESULTS])


async def test_no_server_is_told_of_a_try_of_another(store: Store) -> None:
    for user, guild in ((HOST, None), (GUEST, GUILD + 1)):
        await end_try(store, await begin_try(store, user, guild=guild), 3)
    await store.deals.close(end_of(DAY))
    assert await read_results(store, DAY, GUILD) == []
    assert [result.user for result in await read_results(store, DAY, GUILD + 1)] == [GUEST]


async def test_a_streak_counts_days_in_a_row_of_any_game(store: Store) -> None:
    await check_deals(store, end_of(DAY - 1), end_of(DAY + 3))
    for day, game, streak in ((DAY, GAME, 1), (DAY + 1, "mitigati", 2), (DAY + 3, GAME, 1)):
        await play_try(store, HOST, 1, day=day, game=game)
        if day == DAY + 1:
            await play_try(store, HOST, 1, day=day, game=GAME)
        await store.deals.close(end_of(day))
        assert {result.streak for result in await read_results(store, day, GUILD)} == {streak}


async def check_deals(store: Store, began: int, last: int, *, shard: int = 0, of: int = 1) -> None:
    """Note that a shard was there from `began` to `last` (ms)."""
    await store.clocks.beat([await store.clocks.begin_run(began, 0, shard=shard, shard_count=of)], last)


HALF = DAY_MS // 2


@pytest.mark.parametrize(
    ("runs", "streak"),
    [
        ([], 2),  # away for the whole day
        ([(0, HALF - 1)], 2),
        ([(0, HALF)], 1),
        ([(HALF + 1, DAY_MS)], 2),
        ([(HALF, DAY_MS)], 1),
        ([(0, HALF // 2), (HALF, 3 * HALF // 2)], 1),  # two runs, with a gap of half of the day in all
        ([(0, HALF - 1), (HALF // 2, HALF - 1)], 2),  # the clock was set back: no time counts twice
        ([(-DAY_MS, 2 * DAY_MS)], 1),
    ],
)
async def test_a_day_on_which_the_bot_was_away_breaks_no_streak(
    store: Store, now: list[int], runs: list[tuple[int, int]], streak: int
) -> None:
    begins = end_of(DAY)
    for began, last in runs:
        await check_deals(store, begins + began, begins + last)
    for day in (DAY, DAY + 2):
        await play_try(store, HOST, 1, day=day)
    now[0] = end_of(DAY + 9)  # the days are closed late, from the record
    await store.deals.close(end_of(DAY))
    await store.deals.close(end_of(DAY + 2))
    (result,) = await read_results(store, DAY + 2, GUILD)
    assert result.streak == streak


async def test_only_the_shard_of_the_server_counts(store: Store) -> None:
    """Another process writes the runs of another shard."""
    of = 2
    own = shard_of(GUILD, of)
    for shard, last in ((own, HALF // 2), (1 - own, DAY_MS)):
        await check_deals(store, end_of(DAY), end_of(DAY) + last, shard=shard, of=of)
    for day in (DAY, DAY + 2):
        await play_try(store, HOST, 1, day=day)
        await store.deals.close(end_of(day))
    (result,) = await read_results(store, DAY + 2, GUILD)
    assert result.streak == 2


async def test_who_missed_a_day_with_the_bot_there_begins_anew_after_a_day_without_it(store: Store) -> None:
    await check_deals(store, end_of(DAY), end_of(DAY + 1))
    for day in (DAY, DAY + 3):
        await play_try(store, HOST, 1, day=day)
        await store.deals.close(end_of(day))
    (result,) = await read_results(store, DAY + 3, GUILD)
    assert result.streak == 1


async def test_a_day_closes_all_days_before_it_oldest_first(store: Store, now: list[int]) -> None:
    await check_deals(store, end_of(DAY - 1), end_of(DAY + 2))
    for day in (DAY, DAY + 1, DAY + 2):
        await play_try(store, HOST, 1, day=day)
    now[0] = end_of(DAY + 2) + GRACE_MS
    await store.deals.close(end_of(DAY + 2))
    await store.deals.close(end_of(DAY))  # a retry that comes late
    streaks = [(await read_results(store, day, GUILD))[0].streak for day in (DAY, DAY + 1, DAY + 2)]
    assert streaks == [1, 2, 3]
    work_items = await store.work.due(now[0], 10, [WorkKind.DAILY_RESULTS])
    assert sorted(work.key for work in work_items) == [str(day) for day in (DAY, DAY + 1, DAY + 2)]


async def test_results_and_secrets_go_after_a_month(store: Store) -> None:
    await play_try(store, HOST, 1)
    await store.deals.close(end_of(DAY))
    for days, is_there in ((KEPT_DAYS, True), (KEPT_DAYS + 1, False)):
        await open_deal(store, DAY + days, GAME, bytes(32))
        await store.deals.close(end_of(DAY + days))
        assert bool(await read_results(store, DAY, GUILD)) is is_there
        assert bool(await store.deals.hands_of_day(DAY)) is is_there


async def test_the_work_of_many_days_is_bounded(store: Store, now: list[int]) -> None:
    """A closed channel parks a day's rankings. What was posted can be corrected as long as it has results."""
    last = DAY + KEPT_DAYS + 5
    for day in range(DAY, last + 1):
        now[0] = end_of(day) + GRACE_MS
        await play_try(store, HOST, 1, day=day)
        await store.deals.close(end_of(day))
        (work,) = await store.work.due(now[0], 100, [WorkKind.DAILY_RESULTS])
        state, message = (WorkState.DONE, 77) if day % 2 else (WorkState.PARKED, None)
        await store.work.mark(work.id, state, seq=work.seq, channel=CHANNEL, message=message)
    async with store._transactions.begin() as session:
        rows = await session.exec(select(WorkRow.key).where(WorkRow.kind == WorkKind.DAILY_RESULTS))
    assert sorted(map(int, rows)) == [*range(last - KEPT_DAYS, last + 1)]


async def test_people_without_statistics_are_left_out(store: Store) -> None:
    await play_try(store, HOST, 1)
    await store.preferences.save((HOST, ""), Preferences(no_statistics=True))
    await store.deals.close(end_of(DAY))
    assert await read_results(store, DAY, GUILD) == []


async def test_an_erased_person_has_no_result_and_no_second_try(store: Store) -> None:
    await play_try(store, HOST, 1)
    await store.privacy.erase(HOST)
    hand = await open_deal(store)
    found_try = await store.deals.find_try((await open_deal(store)).id, f"mark of {HOST}")
    assert found_try is not None
    assert found_try.table is None
    assert found_try.user < 0
    with pytest.raises(DealTried):
        await begin_try(store, HOST)
    await store.deals.close(end_of(DAY))
    assert await read_results(store, DAY, GUILD) == []
    async with store._transactions.begin() as session:
        row = await session.get(DealTryRow, (hand.id, -found_try.user))
    assert row is None


async def test_an_export_has_ones_own_tries(store: Store) -> None:
    table = await play_try(store, HOST, 5)
    await play_try(store, GUEST, 9)
    await store.deals.close(end_of(DAY))
    rows = [row async for part in store.exports.parts(HOST) if part.name == "tries" for row in part.rows]
    assert rows == [
        {
            "kind": "daily",
            "game": GAME,
            "day": "2026-11-28",
            "match": None,
            "server": GUILD,
            "table": table,
            "points": 5,
            "streak": 1,
        }
    ]
