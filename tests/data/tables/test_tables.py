"""Tables, seats, logs and guild settings come back as they went in."""

import asyncio
import sqlite3
import stat
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from data.engine.database import MAX_PARALLEL_READS
from data.engine.errors import StoreClosed, StoreError
from data.people.records import GuildSettings
from data.store import Store
from data.tables.errors import (
    DuplicateInteraction,
    HostIsBusy,
    SequenceTaken,
    ServerIsFull,
    ThreadIsTaken,
    UnknownTable,
)
from data.tables.events import EventKind
from data.tables.records import Append, EventRecord, Limits, NewEvent, RecordChanges, SeatRecord, TableStatus
from tests.data.makers import (
    CHANNEL,
    GUEST,
    GUILD,
    HOST,
    THREAD,
    create_table,
    make_draft,
    make_move,
    make_seat,
    make_step,
    read_table,
    run_on_writer,
    sqlite_only,
    url_of,
)
from tests.support.databases import Place


async def test_a_table_comes_back_as_it_was_opened(place: Place) -> None:
    store = await Store.open(place.database(), clock=lambda: 1_000)
    record = await store.tables.create(
        make_draft(thread=THREAD, settings={"mention": 60}),
        [NewEvent(EventKind.JOIN, 0, "joins", {"name": "Ünal ♠"}, {"word": "QH"}, 77, HOST)],
        seats=[make_seat(0), make_seat(1, None, -5)],
    )
    await store.close()
    store = await Store.open(place.database())
    table = await read_table(store, record.id)
    assert table == record
    assert (table.game, table.rules_version, table.options) == ("voren", 1, {"ante": 5})
    assert table.settings == {"mention": 60}
    assert (table.guild, table.channel, table.thread, table.host) == (GUILD, CHANNEL, THREAD, HOST)
    assert (table.status, table.seq, table.shown_seq, table.message) == ("lobby", 1, 0, None)
    assert (table.created, table.updated) == (1_000, 1_000)
    assert [
        (seat_record.table, seat_record.seat, seat_record.user, seat_record.kind, seat_record.points, seat_record.level)
        for seat_record in table.seats
    ] == [
        (record.id, 0, HOST, "person", 0, None),
        (record.id, 1, None, "computer", -5, "strong"),
    ]
    assert await store.tables.log(record.id) == [
        EventRecord(
            record.id, 1, EventKind.JOIN, 0, "joins", {"name": "Ünal ♠"}, {"word": "QH"}, 77, HOST, 1_000, "Seat 0"
        )
    ]
    await store.close()


async def test_an_append_moves_the_log_the_table_and_the_seats_together(store: Store) -> None:
    table = await create_table(store)
    seats = (make_seat(0, points=-(10**40)), make_seat(1, GUEST, 10**40))
    changes = RecordChanges(status="playing", thread=THREAD, options={"ante": 10}, settings={"mention": 5}, host=GUEST)
    last = await store.tables.append(
        make_step(table.id, 1, make_move("a"), make_move("b"), rev=table.rev, changes=changes, seats=seats)
    )
    assert last == 3
    now = await read_table(store, table.id)
    assert (now.seq, now.status, now.thread, now.options, now.settings) == (
        3, "playing", THREAD, {"ante": 10}, {"mention": 5},
    )  # fmt: skip
    assert now.host == GUEST
    assert [seat_record.points for seat_record in now.seats] == [-(10**40), 10**40]
    assert [event.text for event in await store.tables.log(table.id)] == ["move 0", "a", "b"]
    assert [event.text for event in await store.tables.log(table.id, after=2)] == ["b"]


@pytest.mark.parametrize("settings", [{"ping": 5}, {"mention": "5"}, {"offered": {"0": {"seq": 1}}}])
async def test_settings_that_are_not_a_tables_are_refused(store: Store, settings: Any) -> None:
    """One that is unknown, one of another type, and one that is not whole."""
    table = await create_table(store)
    with pytest.raises(StoreError, match="settings"):
        await store.tables.append(make_step(table.id, 1, rev=table.rev, changes={"settings": settings}))
    with pytest.raises(StoreError, match="settings"):
        await store.tables.create(make_draft(settings=settings))
    assert (await read_table(store, table.id)).settings == {}


async def test_points_of_any_size_are_kept_as_text(store: Store, place: Place) -> None:
    table = await create_table(store)
    huge = 2**64 + 1, -(2**200), 0
    await store.tables.append(
        make_step(table.id, 1, seats=tuple(make_seat(n, points=points) for n, points in enumerate(huge)))
    )
    now = await read_table(store, table.id)
    assert tuple(seat_record.points for seat_record in now.seats) == huge
    assert {type(points) for (points,) in place.peek("SELECT points FROM seats")} == {str}


async def test_an_append_may_change_the_table_without_an_event(store: Store) -> None:
    table = await create_table(store)
    assert await store.tables.append(Append(table.id, 1, changes={"status": "frozen"})) == 1
    now = await read_table(store, table.id)
    assert (now.status, now.seq) == ("frozen", 1)
    with pytest.raises(SequenceTaken):
        await store.tables.append(Append(table.id, 0, changes={"status": "playing"}))


async def test_tables_beyond_ending_do_not_count_for_a_server(store: Store) -> None:
    """Its lobbies and what is played there count; frozen tables, and those that have come to their end, do not."""
    for status in ("lobby", "playing", "frozen", "over", "ended"):
        await store.tables.create(make_draft(status=status))
    await store.tables.create(make_draft(guild=5))
    with pytest.raises(ServerIsFull, match="2 tables") as refused:
        await store.tables.create(make_draft(), limits=Limits(server=2, host=99))
    assert refused.value.tables == 2
    await store.tables.create(make_draft(), limits=Limits(server=3, host=99))
    await store.tables.create(make_draft(guild=77), limits=Limits(server=1, host=99))


async def test_opened_and_played_tables_count_for_their_opener(store: Store) -> None:
    """Where they sit and made the first event: not where they are host by others' leaving, have left, or it froze."""

    async def table(opener: int, *seats: SeatRecord, status: TableStatus = "lobby") -> int:
        first = NewEvent(EventKind.JOIN, 0, user=opener, name="Somebody")
        return (await store.tables.create(make_draft(status=status), [first], seats=seats)).id

    own_rows = [await table(HOST, make_seat(0), make_seat(1, GUEST)), await table(HOST, make_seat(0), status="playing")]
    await table(GUEST, make_seat(0))
    await table(HOST, make_seat(0, GUEST))
    await table(HOST, replace(make_seat(0), kind="left"), status="playing")
    for status in ("over", "ended", "frozen"):
        await table(HOST, make_seat(0), status=status)
    with pytest.raises(HostIsBusy, match="of one person") as refused:
        await store.tables.create(make_draft(guild=5), limits=Limits(server=99, host=2))
    assert refused.value.tables == tuple(own_rows)
    await store.tables.create(make_draft(guild=5), limits=Limits(server=99, host=3))


async def test_a_thread_has_one_table_under_way(store: Store) -> None:
    """Opened there or moved there, in whatever server; a channel has as many as one likes."""
    alone, limits = Limits(server=99, host=99, alone=True), Limits(server=99, host=99)
    for status in ("over", "ended", "frozen"):
        await store.tables.create(make_draft(status=status, channel=THREAD))
    await store.tables.create(make_draft(), limits=limits)  # in the channel around it
    moved = await store.tables.create(make_draft(status="playing", thread=THREAD), limits=limits)
    with pytest.raises(ThreadIsTaken, match=f"table {moved.id} in its thread") as refused:
        await store.tables.create(make_draft(channel=THREAD), limits=alone)
    assert refused.value.table == moved.id
    await store.tables.create(make_draft(channel=THREAD + 1), limits=alone)
    await store.tables.append(Append(moved.id, moved.seq, changes={"status": "over"}))
    here = await store.tables.create(make_draft(channel=THREAD), limits=alone)
    with pytest.raises(ThreadIsTaken) as refused:
        await store.tables.create(make_draft(channel=THREAD), limits=alone)
    assert refused.value.table == here.id
    await store.tables.create(make_draft(channel=CHANNEL), limits=limits)


async def test_of_those_who_open_in_a_thread_at_once_one_does(store: Store) -> None:
    """However their transactions are batched."""
    alone = Limits(server=99, host=99, alone=True)
    opening = (store.tables.create(make_draft(channel=THREAD), limits=alone) for _ in range(8))
    records = await asyncio.gather(*opening, return_exceptions=True)
    assert sum(isinstance(item, ThreadIsTaken) for item in records) == 7
    assert len(await store.tables.in_channel(THREAD)) == 1


async def test_those_who_open_at_once_do_not_pass_a_limit(store: Store) -> None:
    """However their transactions are batched."""
    opening = (store.tables.create(make_draft(), limits=Limits(server=3, host=99)) for _ in range(8))
    records = await asyncio.gather(*opening, return_exceptions=True)
    assert sum(isinstance(item, ServerIsFull) for item in records) == 5
    assert len(await store.tables.in_channel(CHANNEL)) == 3


async def test_tables_are_found_by_state_player_server_and_channel(store: Store) -> None:
    lobby = await store.tables.create(make_draft(), seats=[make_seat(0), make_seat(1, GUEST)])
    other = await store.tables.create(make_draft(guild=5, channel=6, thread=THREAD), seats=[make_seat(0)])
    over = await store.tables.create(make_draft(status="over"), seats=[make_seat(0)])
    frozen = await store.tables.create(make_draft(status="frozen", channel=THREAD))
    assert await store.tables.numbers(0, 9) == [lobby.id, other.id, over.id, frozen.id]
    assert [table.id for table in await store.tables.of_user(HOST)] == [lobby.id, other.id]
    assert [table.id for table in await store.tables.of_user(HOST, GUILD)] == [lobby.id]
    assert [table.id for table in await store.tables.of_user(HOST, GUILD, live=False)] == [lobby.id, over.id]
    assert [len(table.seats) for table in await store.tables.of_user(GUEST)] == [2]
    assert [table.id for table in await store.tables.in_channel(CHANNEL)] == [lobby.id]
    assert [table.id for table in await store.tables.in_channel(THREAD)] == [other.id, frozen.id]
    assert await store.tables.get(999) is None
    assert await store.tables.log(999) == []


async def test_the_newest_finished_table_of_a_channel_or_thread_is_found(store: Store) -> None:
    assert await store.tables.last_finished_in(CHANNEL) is None
    await store.tables.create(make_draft(status="ended"))
    ended = await store.tables.create(make_draft(status="ended"))
    await store.tables.create(make_draft(status="frozen", thread=THREAD))
    await store.tables.create(make_draft(channel=6, status="ended"))
    assert await store.tables.last_finished_in(CHANNEL) == ended.id
    assert await store.tables.last_finished_in(THREAD) is None
    over = await store.tables.create(make_draft(status="over", thread=THREAD))
    assert (await store.tables.last_finished_in(CHANNEL), await store.tables.last_finished_in(THREAD)) == (
        over.id,
        over.id,
    )


async def test_a_player_who_left_has_no_table(store: Store) -> None:
    table = await store.tables.create(make_draft(), seats=[make_seat(0)])
    left = type(table.seats[0])(0, 0, HOST, "left", "Seat 0")
    await store.tables.append(make_step(table.id, 0, seats=(left,)))
    assert await store.tables.of_user(HOST) == []


async def test_the_shown_event_never_goes_back(store: Store) -> None:
    table = await create_table(store, 5)
    await store.tables.record_board(table.id, 4, CHANNEL, 99)
    await store.tables.record_board(table.id, 3, CHANNEL, 98)
    now = await read_table(store, table.id)
    assert (now.shown_seq, now.message_channel, now.message) == (4, CHANNEL, 99)
    await store.tables.record_board(table.id, 4, THREAD, 100)
    now = await read_table(store, table.id)
    assert (now.shown_seq, now.message_channel, now.message) == (4, THREAD, 100)


async def test_a_guild_has_no_settings_until_it_has(store: Store) -> None:
    assert await store.guild_settings.of(GUILD) == GuildSettings(GUILD, {})
    await store.guild_settings.save(GuildSettings(GUILD, {"thread": True}))
    await store.guild_settings.save(GuildSettings(GUILD, {"language": "en"}, 1))
    assert await store.guild_settings.of(GUILD) == GuildSettings(GUILD, {"language": "en"})


async def test_an_interaction_is_found_again(store: Store) -> None:
    table = await create_table(store)
    await store.tables.append(make_step(table.id, 1, make_move("fold", interaction=2**63 - 1)))
    event = await store.tables.event_of_interaction(2**63 - 1)
    assert event is not None
    assert (event.table, event.seq, event.text) == (table.id, 2, "fold")
    assert await store.tables.event_of_interaction(5) is None


async def test_a_command_given_twice_opens_one_table(store: Store) -> None:
    first = await store.tables.create(make_draft(), [make_move(interaction=7)])
    with pytest.raises(DuplicateInteraction) as caught:
        await store.tables.create(make_draft(), [make_move(interaction=7)], seats=[make_seat(0)])
    assert caught.value.record.table == first.id
    assert await store.tables.numbers(0, 9) == [first.id]


@sqlite_only
async def test_a_table_number_is_never_given_again(store: Store, path: Path) -> None:
    first = await create_table(store)
    outside = sqlite3.connect(path)
    outside.execute("PRAGMA foreign_keys = ON")
    outside.execute("DELETE FROM tables")
    outside.commit()
    outside.close()
    assert await store.tables.log(first.id) == []
    assert (await create_table(store)).id == first.id + 1


@pytest.mark.parametrize(
    "changes",
    [
        {"seq": 9},
        {"game": "other"},
        {"status": "asleep"},
        {"host": None},
        {"thread": "13"},
        {"thread": 2**63},
        {"options": {1, 2}},
        {"options": {"x": {1}}},
        {"options": {"x": float("nan")}},
    ],
)
async def test_invalid_rows_are_refused_whole(store: Store, changes: dict[str, object]) -> None:
    table = await create_table(store)
    with pytest.raises(StoreError):
        await store.tables.append(make_step(table.id, 1, rev=table.rev, changes=changes))
    assert await store.tables.get(table.id) == table
    assert await store.tables.append(make_step(table.id, 1)) == 2


async def test_events_that_do_not_fit_are_refused_without_showing_them(store: Store) -> None:
    table = await create_table(store)
    bad: list[NewEvent] = [
        NewEvent(EventKind.MOVE, "QH"),  # type: ignore[arg-type]  # that is what is wrong
        NewEvent(EventKind.MOVE, 0, "x", {}, "QH"),  # type: ignore[arg-type]  # that is what is wrong
        NewEvent(EventKind.MOVE, 0, "x", {}, {"QH": {"QH"}}),
        NewEvent(EventKind.MOVE, 0, "x", interaction=2**64),
        NewEvent(EventKind.MOVE, True, "QH"),
        NewEvent(EventKind.MOVE, -1, "QH"),
        NewEvent(EventKind.MOVE, 0, "\ud800 QH"),
    ]
    for event in bad:
        with pytest.raises(StoreError) as caught:
            await store.tables.append(make_step(table.id, 1, event))
        assert "QH" not in str(caught.value) + repr(caught.value)
    with pytest.raises(StoreError, match="same interaction"):
        await store.tables.append(make_step(table.id, 1, make_move(interaction=3), make_move(interaction=3)))
    assert await store.tables.get(table.id) == table


async def test_an_unknown_table_is_said_to_be_unknown(store: Store) -> None:
    with pytest.raises(UnknownTable):
        await store.tables.append(make_step(404, 0))


def test_the_file_is_for_its_owner_only_and_its_directory_is_made(path: Path) -> None:
    async def modes() -> set[int]:
        store = await Store.open(url_of(path))
        await create_table(store)
        values = {stat.S_IMODE(entry.stat().st_mode) for entry in path.parent.iterdir()}
        await store.close()
        return values

    assert asyncio.run(modes()) == {0o600}


@sqlite_only
async def test_the_promises_of_the_connections(store: Store) -> None:

    async def pragma(name: str) -> object:
        rows = await run_on_writer(store, f"PRAGMA {name}")
        return rows[0][0]

    assert await pragma("journal_mode") == "wal"
    assert await pragma("synchronous") == 2
    assert await pragma("foreign_keys") == 1
    assert await pragma("busy_timeout") == 1_000
    assert store._reader._engine.sync_engine.hide_parameters
    async with store._reader._engine.connect() as reader:
        assert (await reader.exec_driver_sql("PRAGMA query_only")).scalar() == 1
        assert (await reader.exec_driver_sql("PRAGMA busy_timeout")).scalar() == 1_000


async def test_a_closed_store_says_so(place: Place) -> None:
    store = await Store.open(place.database())
    table = await create_table(store)
    under_way = [
        asyncio.create_task(store.tables.append(make_step(table.id, 1))),
        asyncio.create_task(store.tables.log(table.id)),
    ]
    await asyncio.sleep(0)
    await store.close()
    await store.close()
    assert await under_way[0] == 2
    await asyncio.gather(under_way[1], return_exceptions=True)
    for call in (
        store.tables.append(make_step(table.id, 2)),
        store.tables.log(table.id),
        store.tables.numbers(0, 1),
        store.work.next_due(),
    ):
        with pytest.raises(StoreClosed):
            await call


async def test_closing_waits_for_who_is_reading(place: Place) -> None:
    store = await Store.open(place.database())
    async with store._reader.session() as session:
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0.02)  # nothing happens while somebody reads
        assert not closing.done()
        await session.connection()
    await closing


@pytest.mark.parametrize(
    "url",
    ["postgresql+asyncpg://user:secret@host/db", "sqlite+aiosqlite://", "sqlite:///:memory:", "nonsense", ""],
)
async def test_a_url_that_is_none_of_ours_is_refused_in_words(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        await Store.open(url)
    assert "secret" not in str(caught.value)


async def test_reads_take_turns_and_none_waits_while_later_ones_pass(store: Store) -> None:
    """However many read at once: whoever came first is served first."""
    begun, served, overtaken = count(), set[int](), list[int]()

    async def reads() -> None:
        for _ in range(8):
            own_seat = next(begun)
            async with store._reader.session() as session:
                await session.connection()
                overtaken.append(sum(other > own_seat for other in served))
                served.add(own_seat)
                await session.execute(select(1))  # in a thread, which a busy machine may let wait

    await asyncio.gather(*(store.tables.get(1) for _ in range(MAX_PARALLEL_READS)))  # all connections there are
    await asyncio.gather(*(reads() for _ in range(4 * MAX_PARALLEL_READS)))
    assert len(overtaken) == 32 * MAX_PARALLEL_READS
    assert max(overtaken) <= 4 * MAX_PARALLEL_READS
