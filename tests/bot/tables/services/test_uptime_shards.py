"""When each shard of the bot was there, in one process or several: only its own servers' clocks stand still."""

from __future__ import annotations

import pytest

from bot.common.time_spans import Span
from bot.tables.services.tables import Tables
from bot.tables.services.uptime import BEAT_SECONDS, MAX_BRIEF_LOSS_MS, MISSED_AFTER_MS, NOTICED_AFTER_MS, Uptime
from data.engine.shards import Shards
from data.store import Store
from data.tables.records import LESSONS_GUILD_ID
from tests.support.times import START_MS, Clock

FIRST, SECOND = 6 << 22, 7 << 22
"""Two servers: of two shards, each has one."""

MINUTE, HOUR = 60_000, 3600_000


async def start_uptime(store: Store, clock: Clock, *shards: int, of: int = 2) -> Uptime:
    """Start a process with these shards, all connected; return its uptime."""
    uptime = Uptime(store, clock)
    await uptime.start(Shards(of, frozenset(shards)))
    for shard in shards:
        await uptime.record_connected(shard, of)
    return uptime


async def pass_time(clock: Clock, ms: int, *beating: Uptime) -> None:
    """Let time pass, beat by beat of these processes."""
    until = clock.now + ms
    while clock.now < until:
        clock.now = min(until, clock.now + BEAT_SECONDS * 1000)
        for uptime in beating:
            async with uptime._changing:
                await uptime._update_runs(clock.now)


async def test_a_shard_that_is_lost_for_long_stops_the_clocks_of_its_own_servers(tables: Tables) -> None:
    clock = Clock()
    uptime = await start_uptime(tables.store, clock, 0, 1)
    lost = clock.now
    uptime.record_lost(1)
    await pass_time(clock, MAX_BRIEF_LOSS_MS, uptime)
    assert uptime.gaps(SECOND) == []
    assert await uptime.wait_for_shards() == {0, 1}
    await pass_time(clock, HOUR, uptime)
    assert uptime.gaps(FIRST) == []
    assert uptime.gaps(SECOND) == [Span(lost, None)]
    assert await uptime.wait_for_shards() == {0}
    numbers: list[int] = []
    uptime.on_work_due.connect(numbers.append)
    await uptime.record_connected(1, 2)
    assert numbers == [clock.now]
    assert await uptime.wait_for_shards() == {0, 1}
    assert uptime.gaps(FIRST) == []
    assert uptime.gaps(SECOND) == [Span(lost, clock.now)]
    await uptime.close()


async def test_a_lesson_has_the_shard_of_its_number(tables: Tables) -> None:
    clock = Clock()
    uptime = await start_uptime(tables.store, clock, 0, 1)
    uptime.record_lost(1)
    await pass_time(clock, HOUR, uptime)
    assert uptime.gaps(LESSONS_GUILD_ID, 10) == []
    assert uptime.gaps(LESSONS_GUILD_ID, 11) == [Span(START_MS, None)]
    await uptime.close()


async def test_a_machine_that_slept_is_known_to_have_for_each_shard(tables: Tables) -> None:
    clock = Clock()
    uptime = await start_uptime(tables.store, clock, 0, 1)
    clock.now += HOUR
    uptime.record_lost(1)
    assert await uptime.wait_for_shards() == {0}
    assert uptime.gaps(FIRST) == [Span(START_MS, clock.now)]
    assert uptime.gaps(SECOND) == [Span(START_MS, None)]
    await uptime.close()


async def test_the_history_outlasts_a_change_of_the_shard_count(tables: Tables) -> None:
    """From one shard to two, to three and back to one: each server has its own gaps."""
    clock, store = Clock(), tables.store
    gaps: dict[int, list[Span]] = {FIRST: [], SECOND: []}
    stopped = 0
    for count in (1, 2, 3, 1):
        uptime = Uptime(store, clock)
        await uptime.start()
        for shard in range(count):
            if clock.now > START_MS:
                for guild, spans in gaps.items():
                    if (guild >> 22) % count == shard:
                        spans.append(Span(stopped, clock.now))
            await uptime.record_connected(shard, count)
            clock.now += MINUTE
        assert {guild: uptime.gaps(guild) for guild in gaps} == gaps
        stopped = clock.now
        await uptime.close()
        clock.now += HOUR
    assert gaps[FIRST] != gaps[SECOND]


@pytest.mark.parametrize("counts", [(1, 2), (2, 1), (2, 3), (4, 6)])
async def test_changed_shard_count_redraws_times_only_for_servers_that_lacked_the_bot(
    tables: Tables, counts: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, redrawn, begin_run = Clock(), list[bool](), tables.store.clocks.begin_run

    async def watched(at: int, forget: int, kind: object, *, shard: int, shard_count: int) -> int:
        redrawn.append(kind is not None)
        return await begin_run(at, forget, None, shard=shard, shard_count=shard_count)

    monkeypatch.setattr(tables.store.clocks, "begin_run", watched)
    for count, pause in zip((*counts, counts[0]), (MINUTE, NOTICED_AFTER_MS + MINUTE, 0), strict=True):
        uptime = await start_uptime(tables.store, clock, *range(count), of=count)
        await uptime.close()
        clock.now += pause
    assert redrawn == [False] * sum(counts) + [True] * counts[0]


async def test_another_processs_shard_that_beats_is_there_and_one_that_does_not_is_a_gap(tables: Tables) -> None:
    clock, store = Clock(), tables.store
    first, second = await start_uptime(store, clock, 0), await start_uptime(store, clock, 1)
    await pass_time(clock, HOUR, first, second)
    assert first.gaps(SECOND) == second.gaps(FIRST) == []
    assert (await first.wait_for_shards(), await second.wait_for_shards()) == ({0}, {1})
    now = clock.now
    await pass_time(clock, MISSED_AFTER_MS, first)  # the other was killed
    assert first.gaps(SECOND) == []
    clock.now += 1
    assert first.gaps(SECOND) == [Span(now, None)]
    await pass_time(clock, HOUR, first)
    assert first.gaps(SECOND) == [Span(now, None)]
    assert first.gaps(FIRST) == []
    again = await start_uptime(store, clock, 1)
    back = clock.now
    await pass_time(clock, MINUTE, first, again)
    assert first.gaps(SECOND) == again.gaps(SECOND) == [Span(now, back)]
    assert first.gaps(FIRST) == again.gaps(FIRST) == []
    for uptime in (first, again):
        await uptime.close()


async def test_a_process_that_begins_later_makes_no_gap_for_the_servers_of_another(tables: Tables) -> None:
    clock, store = Clock(), tables.store
    uptime = await start_uptime(store, clock, 0)
    await pass_time(clock, HOUR, uptime)
    began = clock.now
    later = Uptime(store, clock)
    await later.start(Shards(2, frozenset({1})))
    assert later.gaps(FIRST) == []
    assert later.gaps(SECOND) == [Span(began, None)]
    await later.record_connected(1, 2)
    await pass_time(clock, MINUTE, uptime, later)
    assert uptime.gaps(FIRST) == later.gaps(FIRST) == later.gaps(SECOND) == []
    await later.close()
    await pass_time(clock, HOUR, uptime)
    assert uptime.gaps(FIRST) == []
    await uptime.close()


async def test_runs_of_another_process_are_read_after_a_failure(tables: Tables) -> None:
    clock, store = Clock(), tables.store
    first, second = await start_uptime(store, clock, 0), await start_uptime(store, clock, 1)
    await pass_time(clock, HOUR, second)
    await second.close()
    closed = clock.now
    await pass_time(clock, HOUR)
    await pass_time(clock, MINUTE, first)
    assert first.gaps(SECOND) == [Span(closed, None)]
    assert first.gaps(FIRST) == [Span(START_MS, closed + HOUR + BEAT_SECONDS * 1000)]
    await first.close()


async def test_where_the_clock_is_set_back_all_shards_of_the_process_begin_new_runs(tables: Tables) -> None:
    clock, store = Clock(), tables.store
    uptime = await start_uptime(store, clock, 0, 2, of=3)
    await pass_time(clock, HOUR, uptime)
    uptime.record_lost(2)
    clock.now -= 3 * HOUR
    assert await uptime.wait_for_shards() == {0, 2}
    runs = [(run.shard, run.began, run.last) for run in await store.clocks.runs(0)]
    assert runs == [
        *((0, START_MS, START_MS + HOUR), (2, START_MS, START_MS + HOUR)),
        *((0, clock.now, clock.now), (2, clock.now, clock.now)),
    ]
    back = clock.now
    await pass_time(clock, MAX_BRIEF_LOSS_MS + BEAT_SECONDS * 1000, uptime)
    assert uptime.gaps(6 << 22) == []
    assert uptime.gaps(8 << 22) == [Span(back, START_MS), Span(back, None)]
    await uptime.close()


async def test_a_bot_with_all_its_shards_reads_no_runs_but_at_the_start(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, read, runs = Clock(), list[int](), tables.store.clocks.runs

    async def watched(since: int) -> object:
        read.append(since)
        return await runs(since)

    monkeypatch.setattr(tables.store.clocks, "runs", watched)
    uptime = await start_uptime(tables.store, clock, 0, 1)
    await pass_time(clock, HOUR, uptime)
    assert len(read) == 1
    await uptime.close()
