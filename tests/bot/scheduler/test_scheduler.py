"""Work that falls due: nobody waits for another's slow delivery, nothing is lost, nothing is tried for ever."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.common.errors import Declined
from bot.scheduler import scheduler as module
from bot.scheduler.scheduler import Scheduler
from bot.search.search_processes import SearchProcesses
from bot.tables.commands import leave_and_end, lobby, play, substitutes
from bot.tables.model.actor import Actor
from bot.tables.model.follow_up_work import HAND_PAUSE_FACTOR
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.tables.workers.computer_moves import MAX_PARALLEL_MOVES, move
from data.engine.clock import now_ms
from data.engine.errors import StoreError
from data.tables.records import NewWork, Work
from data.tables.work import Subject, SubjectKind, WorkKind, WorkState
from rules.players import players_of
from rules.registry import game_named
from tests.bot.scheduler.schedulers import enqueue, open_owing_lobby, read_work, run_scheduler, scheduler_of
from tests.support.numbers import IDS
from tests.support.people import ADA, BELA, make_actor
from tests.support.tables import computer_moves, open_lobby
from tests.support.waiting import until

GUILD = 1


async def test_a_slow_delivery_delays_no_other(tables: Tables) -> None:
    """A channel that answers after twelve seconds holds up its own ping and nobody else's (issue 6, B4)."""
    slow_table = await open_owing_lobby(tables, NewWork(WorkKind.PING, "0:1", 1, due=1))
    other_tables = [
        await open_owing_lobby(tables, NewWork(WorkKind.PING, "0:1", 1, due=now_ms() + 300)) for _ in range(5)
    ]
    delivery_times: dict[int, float] = {}

    async def ping(work: Work) -> WorkState:
        if work.table == slow_table:
            await asyncio.sleep(12)
        delivery_times[work.table] = asyncio.get_running_loop().time()
        return WorkState.DONE

    began = asyncio.get_running_loop().time()
    async with run_scheduler(tables, ping=ping):
        await until(lambda: len(delivery_times) == len(other_tables))
        assert set(delivery_times) == set(other_tables)
        assert asyncio.get_running_loop().time() - began < 0.3 + 1  # and not the slow one's twelve seconds


async def test_no_more_than_so_many_at_once_and_all_in_the_end(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound holds, also where more is due than is read at a time, and other kinds are not behind the many."""
    monkeypatch.setattr(module, "BATCH_SIZE", 3)
    work = [NewWork(WorkKind.DELETE_BOARD, str(number), 1, due=1) for number in range(20)]
    table = await open_owing_lobby(tables, *work, NewWork(WorkKind.ANNOUNCE, "", 1, due=2))
    running, most_running, log = 0, 0, list[str]()

    async def delete_slowly(row: Work) -> WorkState:
        nonlocal running, most_running
        running += 1
        most_running = max(most_running, running)
        await asyncio.sleep(0.05)
        running -= 1
        log.append(row.key)
        return WorkState.DONE

    async def announce(row: Work) -> WorkState:
        log.append("ping")
        return WorkState.DONE

    async with run_scheduler(tables, 2, delete_board=delete_slowly, announce=announce) as scheduler:
        await until(lambda: len(log) == 21)
        await until(lambda: not scheduler._tasks)
    assert most_running == 2
    assert log.index("ping") < 10
    assert sorted(log) == sorted([*map(str, range(20)), "ping"])
    assert await read_work(tables, table, WorkKind.DELETE_BOARD) == []


async def test_new_event_shortens_the_delay_of_failed_work(tables: Tables) -> None:
    """After many failures the next try is an hour away; a new event brings it about at once."""
    table = await open_owing_lobby(tables, NewWork(WorkKind.DELETE_BOARD, "", 1, due=1))
    tries = 0

    async def delete_board(work: Work) -> WorkState:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise OSError
        return WorkState.DONE

    async with run_scheduler(tables, delete_board=delete_board) as scheduler:

        async def find_waiting_row() -> Work | None:
            (row,) = await read_work(tables, table, WorkKind.DELETE_BOARD)
            return row if row.tries == 1 else None

        row = await until(find_waiting_row)
        await tables.store.work.retry(row.id, now_ms() + 3_600_000)
        await enqueue(tables, table, NewWork(WorkKind.DELETE_BOARD, "", 2, due=now_ms()))
        scheduler.notify_due(now_ms())
        await until(lambda: tries == 2)


async def test_a_failure_during_which_the_table_moved_on_is_tried_as_the_table_asks(tables: Tables) -> None:
    """The news came while the delivery was failing: its waiting time is not put over the news."""
    table = await open_owing_lobby(tables, NewWork(WorkKind.DELETE_BOARD, "", 1, due=1))
    tries = 0

    async def delete_board(work: Work) -> WorkState:
        nonlocal tries
        tries += 1
        if tries == 1:
            for _ in range(3):  # as if it had failed before: the next waiting would be a minute
                await tables.store.work.retry(work.id, 1)
            await enqueue(tables, table, NewWork(WorkKind.DELETE_BOARD, "", 2, due=now_ms()))
            tables.on_work_due.emit(now_ms())
            await until(
                lambda: scheduler._kinds[WorkKind.DELETE_BOARD].due_again
            )  # the news is found while this is under way
            raise OSError
        return WorkState.DONE

    async with run_scheduler(tables, delete_board=delete_board) as scheduler:
        await until(lambda: tries == 2)


async def test_news_during_a_delivery_is_delivered_once_that_is_over(tables: Tables) -> None:
    """Nobody else wakes the sleeper then: it has looked, and the row was in hand."""
    table = await open_owing_lobby(tables, NewWork(WorkKind.DELETE_BOARD, "", 1, due=1))
    log: list[int] = []

    async def delete_board(work: Work) -> WorkState:
        log.append(work.seq)
        if len(log) == 1:
            await enqueue(tables, table, NewWork(WorkKind.DELETE_BOARD, "", 2, due=now_ms()))
            tables.on_work_due.emit(now_ms())
            await until(lambda: scheduler._kinds[WorkKind.DELETE_BOARD].due_again)
        return WorkState.DONE

    async with run_scheduler(tables, delete_board=delete_board) as scheduler:
        await until(lambda: log == [1, 2], module.MAX_SLEEP_SECONDS / 2)


async def test_work_that_fails_for_good_is_parked_until_the_bot_is_used(tables: Tables) -> None:
    """It is tried once, not for ever; a click at the table wakes it, and so does the next process for its guild."""
    table = await open_owing_lobby(tables, NewWork(WorkKind.PING, "0:1", 1, due=1))
    tries: list[int] = []
    allowed = False

    async def ping(work: Work) -> WorkState:
        tries.append(work.table)
        if not allowed:
            raise PermissionError
        return WorkState.DONE

    async with run_scheduler(tables, ping=ping) as scheduler:
        await until(lambda: tries)
        await until(lambda: scheduler._parked)
        scheduler.notify_due(now_ms())
        await asyncio.sleep(0.2)  # several looks: it is not tried again
        assert tries == [table]
        assert [row.state for row in await read_work(tables, table, WorkKind.PING)] == [WorkState.PARKED]
        scheduler.wake(GUILD, Subject(SubjectKind.TABLE, table))
        await until(lambda: len(tries) == 2)
        await until(lambda: scheduler._parked.get(GUILD))
    async with run_scheduler(tables, ping=ping) as scheduler:
        await until(lambda: scheduler._parked.get(GUILD))
        allowed = True
        await scheduler.wake_guild(GUILD)
        await until(lambda: len(tries) == 3 and not scheduler._tasks)
    assert [row.state for row in await read_work(tables, table, WorkKind.PING)] == [WorkState.DONE]


async def test_presence_while_work_is_parked_wakes_it(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """They use the bot when the row says already that it sleeps and nobody here knows it yet."""
    table = await open_owing_lobby(tables, NewWork(WorkKind.PING, "0:1", 1, due=1))
    tries = 0
    mark = tables.store.work.mark

    async def ping(work: Work) -> WorkState:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise PermissionError
        return WorkState.DONE

    async with run_scheduler(tables, ping=ping) as scheduler:

        async def mark_and_wake(row: int, state: WorkState, **named: Any) -> WorkState | None:
            work_state = await mark(row, state, **named)
            if work_state == WorkState.PARKED:
                scheduler.wake(GUILD, Subject(SubjectKind.TABLE, table))
            return work_state

        monkeypatch.setattr(tables.store.work, "mark", mark_and_wake)
        await until(lambda: tries == 2)
        await until(lambda: not scheduler._tasks)
        assert not scheduler._running
        assert not scheduler._used_while_running
    assert [row.state for row in await read_work(tables, table, WorkKind.PING)] == [WorkState.DONE]


async def test_a_server_that_removed_the_bot_is_left_alone_until_it_is_back(tables: Tables) -> None:
    """What is owed there sleeps, whatever its kind, and goes on where it stopped."""
    table = await open_owing_lobby(tables, NewWork(WorkKind.PING, "0:1", 1, due=now_ms() + 300))
    tries: list[int] = []

    async def ping(work: Work) -> WorkState:
        tries.append(work.table)
        return WorkState.DONE

    async with run_scheduler(tables, ping=ping) as scheduler:
        await scheduler.park_guild(GUILD)
        await asyncio.sleep(0.6)  # past its time: nothing happens
        assert not tries
        await scheduler.wake_guild(GUILD + 1)
        await asyncio.sleep(0.1)  # two looks: nothing happens
        assert not tries
        await scheduler.wake_guild(GUILD)
        await until(lambda: tries == [table])


async def test_a_server_that_is_back_while_its_tables_are_put_to_sleep_is_awake(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of the two gets to the database first."""
    table = await open_owing_lobby(tables, NewWork(WorkKind.PING, "0:1", 1, due=now_ms() + 300))
    tries: list[int] = []
    began, released, park = asyncio.Event(), asyncio.Event(), tables.store.work.park_guild

    async def ping(work: Work) -> WorkState:
        tries.append(work.table)
        return WorkState.DONE

    async def park_slowly(guild: int) -> int:
        began.set()
        await released.wait()
        return await park(guild)

    monkeypatch.setattr(tables.store.work, "park_guild", park_slowly)
    async with run_scheduler(tables, ping=ping) as scheduler:
        leaving = asyncio.create_task(scheduler.park_guild(GUILD))
        await began.wait()
        returning = asyncio.create_task(scheduler.wake_guild(GUILD))
        await asyncio.sleep(0.05)
        released.set()
        await asyncio.gather(leaving, returning)
        await until(lambda: tries == [table])


@pytest.mark.parametrize("moment", ["while it looks", "as it is told of something else"])
async def test_where_the_clock_is_set_back_before_it_waits_it_looks_as_soon(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    _, set_back_ms = await open_owing_lobby(tables, NewWork(WorkKind.DELETE_BOARD, "", 1, due=now_ms() + 1500)), 0
    log, next_due = list[str](), tables.store.work.next_due

    async def turn_clock_back() -> None:
        if set_back_ms:
            await tables.store.clocks.turn_clock_back(now_ms() - set_back_ms, now_ms())

    async def read_next_due(now: int, kinds: Any, shards: Any) -> int | None:
        nonlocal set_back_ms
        following = await next_due(now, kinds, shards)
        if following is not None and moment == "while it looks":
            set_back_ms = 3_600_000
        return following

    async def delete_board(work: Work) -> WorkState:
        log.append(work.key)
        return WorkState.DONE

    monkeypatch.setattr(tables.store.work, "next_due", read_next_due)
    scheduler = scheduler_of(tables, turn_clock_back, lambda: now_ms() - set_back_ms)
    scheduler.handle(WorkKind.DELETE_BOARD, delete_board, max_parallel=1)
    scheduler.start()
    if moment != "while it looks":
        await until(lambda: now_ms() < scheduler._alarm < float("inf"))
        set_back_ms = 3_600_000
        scheduler.notify_due(now_ms() - set_back_ms + 60_000)
    await until(lambda: log, module.MAX_SLEEP_SECONDS / 2)
    await scheduler.close()


# -- computer players --------------------------------------------------------------------------------------------------


def is_idle(live: TableState) -> bool:
    """Check that no computer player is to move."""
    return not live.computers()


def run_computer_moves(tables: Tables) -> AbstractAsyncContextManager[Scheduler]:
    """Return a running scheduler that moves for computer players and does nothing else."""
    return run_scheduler(tables, MAX_PARALLEL_MOVES, computer=partial(move, tables, SearchProcesses(0), lambda: False))


async def test_a_change_at_whatever_moment_loses_no_computer_move(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No change loses it, also one that comes when the task of the table has looked and has not yet ended."""
    tables.delays = replace(tables.delays, computer_ms=0)
    for turns in range(12):
        live = await open_lobby(tables, BELA, hands=1)
        await lobby.add_computer(tables, live.id, make_actor(ADA))
        await lobby.start(tables, live.id, make_actor(ADA))
        async with run_computer_moves(tables):
            while live.record.status == "playing":
                await until(partial(is_idle, live))
                if live.record.status != "playing":
                    break
                assert live.state is not None
                seat = live.state.to_act[0]
                user = live.record.seats[seat].user
                assert user is not None
                # The person's move falls just so many turns after the computer's own was taken in.
                for _ in range(turns):
                    await asyncio.sleep(0)
                await play.act(tables, live.id, live.state.legal(seat).moves[0], Actor(user, "", next(IDS)))
        assert live.record.status == "over"


async def test_change_during_a_computers_search_loses_no_move(tables: Tables) -> None:
    """Its row is written anew by whatever comes between, and never by a look at the memory."""
    tables.delays = replace(tables.delays, computer_ms=0)
    live = await open_lobby(tables, hands=1)
    await lobby.add_computer(tables, live.id, make_actor(ADA))
    await lobby.start(tables, live.id, make_actor(ADA))
    while not live.computers():
        assert live.state is not None
        seat = live.state.to_act[0]
        await play.act(tables, live.id, live.state.legal(seat).moves[0], make_actor(ADA))
    (row,) = await read_work(tables, live.id, WorkKind.COMPUTER)
    assert (row.state, row.seq) == (WorkState.DUE, live.record.seq)
    await computer_moves(tables, live)  # somebody else was quicker: another process, say
    handler = partial(move, tables, SearchProcesses(0), lambda: False)
    work_items = await read_work(tables, live.id, WorkKind.COMPUTER)
    assert [work_item.state for work_item in work_items] == [WorkState.DUE if live.computers() else WorkState.CANCELLED]
    await substitutes.offer(tables, live.id, 0, make_actor(ADA))
    if live.computers():
        assert await handler(row) is None
    else:
        assert await handler(row) == WorkState.CANCELLED


async def test_a_computer_player_gives_people_time_to_see_how_a_hand_ended(tables: Tables) -> None:
    """Where the next hand waits for a move of its own, and not for somebody to ask for it (Conference, C2.3)."""
    game, now, waits = game_named("conference"), now_ms(), dict[str, int]()
    tables.clock = lambda: now
    live = await lobby.open_table(tables, game, {"hands": 4, "between_hands": "cut"}, (1, 2), make_actor(ADA))
    for _ in range(3):
        await lobby.add_computer(tables, live.id, make_actor(ADA))
    await lobby.start(tables, live.id, make_actor(ADA))
    choose = players_of(game)["normal"].choose
    while "cut" not in waits:
        assert live.state is not None
        if live.computers():
            (row,) = [
                work_item
                for work_item in await read_work(tables, live.id, WorkKind.COMPUTER)
                if work_item.state == WorkState.DUE
            ]
            waits[live.state.phase] = (row.due - now) // tables.delays.computer_ms
        seat = live.state.awaited[0]
        if seat in live.computers():
            await play.computer_move(
                tables, live.id, seat, live.decisions[seat], choose(live.state.view(seat), tables.rng)
            )
        else:
            await play.act(tables, live.id, choose(live.state.view(seat), tables.rng), make_actor(ADA))
    assert waits.pop("cut") == HAND_PAUSE_FACTOR
    assert set(waits.values()) == {1}


async def test_a_computer_player_that_fails_is_tried_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged, never forgotten, and moves when it can."""
    monkeypatch.setattr(module, "RETRY_DELAYS_SECONDS", (0.01,))
    tables.delays = replace(tables.delays, computer_ms=0)
    failures_left = 3

    class Player:
        level = "normal"

        def choose(self, view: dict[str, list[str]], rng: Random) -> str:
            nonlocal failures_left
            failures_left -= 1
            if failures_left >= 0:
                raise ValueError
            return view["moves"][0]

    monkeypatch.setattr("bot.search.search_processes.player_of", lambda *_: Player())
    live = await open_lobby(tables, hands=1)
    await lobby.add_computer(tables, live.id, make_actor(ADA))
    await lobby.start(tables, live.id, make_actor(ADA))
    async with run_computer_moves(tables):
        while not live.computers() and failures_left == 3:
            assert live.state is not None
            seat = live.state.to_act[0]
            await play.act(tables, live.id, live.state.legal(seat).moves[0], make_actor(ADA))
        await until(lambda: failures_left < 0)
    assert [log_record.levelno for log_record in caplog.records if "failed (ValueError)" in log_record.getMessage()][
        :3
    ] == [logging.ERROR] * 3


async def test_a_table_without_a_computer_to_move_owes_none(tables: Tables) -> None:
    """The row goes with the end of the table, and when its seats are people's."""
    live = await open_lobby(tables, BELA)
    await lobby.start(tables, live.id, make_actor(ADA))
    assert all(
        work_item.state == WorkState.CANCELLED for work_item in await read_work(tables, live.id, WorkKind.COMPUTER)
    )
    assert live.state is not None
    seat = live.state.to_act[0]
    leaver = ADA if live.record.seats[seat].user == ADA.id else BELA
    await leave_and_end.leave(tables, live.id, make_actor(leaver))
    assert [work_item.state for work_item in await read_work(tables, live.id, WorkKind.COMPUTER)] == [WorkState.DUE]
    assert all(work_item.state == WorkState.CANCELLED for work_item in await read_work(tables, live.id, WorkKind.PING))
    await leave_and_end.end(tables, live.id, make_actor(ADA if leaver is BELA else BELA), moderator=True)
    assert [work_item.state for work_item in await read_work(tables, live.id, WorkKind.COMPUTER)] == [
        WorkState.CANCELLED
    ]


# -- lobbies -----------------------------------------------------------------------------------------------------------


async def test_idle_lobby_ends_after_a_day_with_a_message_to_its_host(tables: Tables) -> None:
    """The row is written when the lobby opens; the word to the host is owed in the transaction of its end."""
    began = now_ms()
    live = await open_lobby(tables, BELA)
    (row,) = await read_work(tables, live.id, WorkKind.EXPIRE)
    assert 0 <= row.due - began - lobby.LOBBY_LIFETIME_MS < 60_000
    assert await lobby.expire(tables, row) is None
    assert live.record.status == "ended"
    assert [work_item.state for work_item in await read_work(tables, live.id, WorkKind.EXPIRE)] == [WorkState.CANCELLED]
    assert [work_item.payload for work_item in await read_work(tables, live.id, WorkKind.ANNOUNCE)] == [
        {"user": ADA.id}
    ]
    assert await lobby.expire(tables, row) == WorkState.CANCELLED


async def test_a_lobby_that_has_begun_does_not_end(tables: Tables) -> None:
    """Starting drops the row; one that was taken just before finds the table begun."""
    live = await open_lobby(tables, BELA)
    (row,) = await read_work(tables, live.id, WorkKind.EXPIRE)
    await lobby.start(tables, live.id, make_actor(ADA))
    assert [work_item.state for work_item in await read_work(tables, live.id, WorkKind.EXPIRE)] == [WorkState.CANCELLED]
    assert await lobby.expire(tables, row) == WorkState.CANCELLED
    assert live.record.status == "playing"


async def test_one_person_opens_so_many_tables_and_no_more(tables: Tables) -> None:
    """Asked for at once, too; a repeated interaction is answered as the first, and an ended table counts no more."""
    tables.max_open = 2
    outcomes = await asyncio.gather(*(open_lobby(tables) for _ in range(4)), return_exceptions=True)
    refused = [live for live in outcomes if isinstance(live, Declined)]
    assert len(refused) == 2
    assert "You have 2 tables open" in refused[0].sentence
    number = next(IDS)
    first = next(live for live in outcomes if not isinstance(live, BaseException))
    await leave_and_end.end(tables, first.id, make_actor(ADA), moderator=False)
    opened = await lobby.open_table(tables, first.game, {}, (1, 2), make_actor(ADA, number))
    repeated = await lobby.open_table(tables, first.game, {}, (1, 2), make_actor(ADA, number))
    assert opened.id == repeated.id
    await lobby.open_table(tables, first.game, {}, (1, 2), make_actor(BELA))


async def test_closing_ends_it_also_when_something_falls_due_at_that_very_moment(tables: Tables) -> None:
    """A ring together with the cancellation must not let the sleeper go on for ever."""
    for _ in range(20):
        scheduler = scheduler_of(tables)
        scheduler.start()
        await asyncio.sleep(0.05)  # it waits, or is about to: either may be met
        scheduler.notify_due(now_ms() + 20)
        closing = asyncio.ensure_future(scheduler.close())
        scheduler.notify_due(now_ms() + 10)
        await asyncio.sleep(0)
        scheduler.notify_due(now_ms() + 5)
        await asyncio.wait_for(closing, 30)


async def test_items_beyond_max_parallel_run_later(tables: Tables) -> None:
    """What falls due while all of its kind are busy is not read then, and has nobody else to wake the sleeper."""
    table = await open_owing_lobby(
        tables, *(NewWork(WorkKind.DELETE_BOARD, str(number), 1, due=1) for number in range(3))
    )
    log, released = list[str](), asyncio.Event()

    async def delete_board(row: Work) -> WorkState:
        log.append(row.key)
        await released.wait()
        return WorkState.DONE

    async with run_scheduler(tables, 1, delete_board=delete_board) as scheduler:
        await until(lambda: log)
        later = NewWork(WorkKind.DELETE_BOARD, "later", 1, due=now_ms() + 100)
        await enqueue(tables, table, later)
        scheduler.notify_due(later.due)
        await until(lambda: now_ms() > later.due and scheduler._alarm == float("inf"))
        released.set()
        await until(lambda: "later" in log)


async def test_parked_work_not_woken_is_woken_by_the_next_use(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """That something sleeps at a table, or in a server, is known until it has been woken."""
    table = await open_owing_lobby(tables, NewWork(WorkKind.DELETE_BOARD, "", 1, due=1))
    tries, wake = 0, tables.store.work.wake

    async def refuse(work: Work) -> WorkState:
        nonlocal tries
        tries += 1
        raise PermissionError

    async def fail_once(_: Subject) -> int:
        monkeypatch.setattr(tables.store.work, "wake", wake)
        raise StoreError("the disk is full")

    async def is_parked() -> bool:
        return (await read_work(tables, table, WorkKind.DELETE_BOARD))[0].state == WorkState.PARKED

    async with run_scheduler(tables, delete_board=refuse) as scheduler:
        for number, by_guild in enumerate((False, True), 1):
            await until(lambda: scheduler._parked.get(GUILD))
            assert (tries, await is_parked()) == (number, True)
            monkeypatch.setattr(tables.store.work, "wake", fail_once)
            if by_guild:
                with pytest.raises(StoreError):
                    await scheduler.wake_guild(GUILD)
                await scheduler.wake_guild(GUILD)
            else:
                scheduler.wake(GUILD, Subject(SubjectKind.TABLE, table))
                await until(lambda: tables.store.work.wake is not fail_once and scheduler._parked.get(GUILD))
                scheduler.wake(GUILD, Subject(SubjectKind.TABLE, table))
            await until(lambda: tries == number + 1)  # noqa: B023  # awaited before the loop goes on
