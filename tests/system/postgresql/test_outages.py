"""PostgreSQL killed and started again, and connections that are cut: nothing acknowledged is lost, nothing is doubled.

The store goes on by itself, and whoever wrote meanwhile is told.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Generator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.exc import DBAPIError

from data.databases import database_of
from data.engine.errors import StoreError, StoreUnreachable, explain
from data.people.models import PersonRow
from data.store import Store
from data.tables.errors import DuplicateInteraction
from tests.data.makers import create_table, make_move, make_step, read_table
from tests.support.databases import PostgresPlace
from tests.support.postgres import Server, new_server
from tests.support.waiting import until

TABLES = 4
OUTAGES = 6


@pytest.fixture(scope="module")
def server() -> Generator[Server]:
    """Yield a server whose commits are on the disk."""
    server = new_server()
    yield server
    server.stop()


@pytest.fixture
def place(server: Server, tmp_path: Path) -> PostgresPlace:
    """Return a database on the server."""
    return PostgresPlace(server, server.new_database(), tmp_path)


async def add_person(store: Store, user: int) -> None:
    """Give somebody a row, in a transaction."""
    async with store._transactions.begin() as session:
        session.add(PersonRow(user_id=user))


class Writers:
    """Writers of a table each, who ask what came of a write where they were told nothing, and write again."""

    def __init__(self, store: Store, tables: list[int]) -> None:
        self._store = store
        self._tables = tables
        self.promised: dict[int, tuple[int, int]] = {}
        """The acknowledged moves: table and event number by interaction."""
        self.troubles = 0

    async def write(self) -> None:
        """Let all write, without end."""
        await asyncio.gather(*(self._write(table) for table in self._tables))

    async def _write(self, table: int) -> None:
        stamp, after = table << 32, 0
        while True:
            stamp += 1
            while True:
                try:
                    after = await self._store.tables.append(make_step(table, after, make_move(f"{stamp}", stamp)))
                except DuplicateInteraction as error:  # the first try was kept
                    after = error.record.seq
                    break
                except StoreError:
                    self.troubles += 1
                    await asyncio.sleep(0.05)
                else:
                    break
            self.promised[stamp] = (table, after)

    async def check(self) -> None:
        """Check that every promise is kept once, and no step is there that nobody asked for."""
        places: dict[int, tuple[int, int]] = {}
        for table in self._tables:
            log = await self._store.tables.log(table)
            assert [event.seq for event in log] == list(range(1, (await read_table(self._store, table)).seq + 1))
            for event in log:
                assert event.interaction is not None
                assert event.text == f"{event.interaction}"
                assert event.interaction not in places
                places[event.interaction] = (table, event.seq)
        assert {stamp: places[stamp] for stamp in self.promised} == self.promised
        assert len(places) <= len(self.promised) + len(self._tables)


async def outages(place: PostgresPlace, break_it: Callable[[], Awaitable[None]]) -> Writers:
    """Writing goes on while something is broken again and again; then all is checked."""
    store = await Store.open(place.database())
    writers = Writers(store, [(await create_table(store, 0)).id for _ in range(TABLES)])
    writing = asyncio.create_task(writers.write())
    rng = random.Random(20_261_127)
    for _ in range(OUTAGES):
        before = len(writers.promised)
        await until(lambda before=before: len(writers.promised) >= before + 20)
        await asyncio.sleep(rng.uniform(0, 0.05))
        await break_it()
    before = len(writers.promised)
    await until(lambda: len(writers.promised) >= before + 20)
    writing.cancel()
    await asyncio.wait({writing})
    await create_table(store)  # a write that was cancelled may stand; none is under way after this one
    await writers.check()
    await store.close()
    return writers


async def test_a_server_that_is_killed_loses_nothing_and_doubles_nothing(server: Server, place: PostgresPlace) -> None:
    async def kill() -> None:
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)

    assert (await outages(place, kill)).troubles


async def test_connections_that_are_cut_lose_nothing_and_double_nothing(place: PostgresPlace) -> None:
    """One that is cut between two transactions is made anew, and nobody is told."""
    ended = list[int]()

    async def cut() -> None:
        sessions = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ? AND pid != pg_backend_pid()"
        )
        ended.append(len(await asyncio.to_thread(place.peek, sessions, place.name)))

    await outages(place, cut)
    assert len(ended) == OUTAGES
    assert all(ended)


async def test_reads_and_transactions_go_on_after_an_outage_and_say_so_amid_it(
    server: Server, place: PostgresPlace
) -> None:
    store = await Store.open(place.database())
    table = await create_table(store)
    server.kill()
    for call in (store.tables.log(table.id), store.tables.append(make_step(table.id, 1)), add_person(store, 1)):
        with pytest.raises(StoreUnreachable):
            await call
    server.start()
    assert len(await store.tables.log(table.id)) == 1
    assert await store.tables.append(make_step(table.id, 1)) == 2
    await add_person(store, 1)
    assert place.peek("SELECT count(*) FROM people WHERE user_id = 1") == [(1,)]
    await store.close()


async def test_a_database_is_one_bots_also_after_an_outage(server: Server, place: PostgresPlace) -> None:
    first, second = place.database(), place.database()
    with first.held():
        store = await Store.open(first)
        table = await create_table(store)
        with pytest.raises(StoreError, match="in use"), second.held():
            pass
        server.kill()
        server.start()
        with second.held():
            for call in (store.tables.append(make_step(table.id, 1)), add_person(store, 1)):
                with pytest.raises(StoreError, match="in use"):
                    await call
        assert await store.tables.append(make_step(table.id, 1)) == 2
        with pytest.raises(StoreError, match="in use"), second.held():
            pass
        await store.close()
    with second.held():
        pass


async def test_a_bot_whose_session_was_ended_writes_only_if_nobody_else_has_come(place: PostgresPlace) -> None:
    first, second = place.database(), place.database()
    ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'eldest-hand: writer'"
    with first.held():
        store = await Store.open(first)
        table = await create_table(store)
        place.peek(ended)
        with second.held():
            for call in (add_person(store, 1), store.tables.append(make_step(table.id, 1))):
                with pytest.raises(StoreError, match="in use"):
                    await call
        await add_person(store, 1)
        assert await store.tables.append(make_step(table.id, 1)) == 2
        await store.close()


async def test_a_block_that_hides_a_failed_statement_is_told_that_nothing_was_kept(place: PostgresPlace) -> None:
    """PostgreSQL would take its COMMIT for a ROLLBACK, and say nothing."""
    store = await Store.open(place.database())

    async def hide() -> None:
        async with store._transactions.begin() as session:
            session.add(PersonRow(user_id=1))
            await session.flush()
            with suppress(DBAPIError):
                await (await session.connection()).exec_driver_sql("SELECT nothing")

    with pytest.raises(StoreError):
        await hide()
    assert place.peek("SELECT count(*) FROM people") == [(0,)]
    await add_person(store, 2)
    assert place.peek("SELECT user_id FROM people") == [(2,)]
    await store.close()


async def test_erasures_are_logged_where_there_was_no_folder(place: PostgresPlace, tmp_path: Path) -> None:
    store = await Store.open(database_of(place.url, tmp_path / "var" / "log" / "deletions"))
    await add_person(store, 5)
    assert (await store.privacy.erase(5)).user == 5
    assert (tmp_path / "var" / "log" / "deletions").exists()
    await store.close()


def test_a_host_that_does_not_answer_is_unreachable() -> None:
    assert isinstance(explain(psycopg.errors.ConnectionTimeout("timeout expired"), "connecting"), StoreUnreachable)


def test_an_address_whose_password_would_be_shown_is_refused() -> None:
    with pytest.raises(StoreError, match="%40") as caught:
        database_of("postgresql+psycopg://eldest:pass@sesame@localhost/eldest")
    assert "sesame" not in str(caught.value)


async def test_a_password_is_never_shown(server: Server) -> None:
    database = database_of(f"postgresql+psycopg://eldest:sesame@127.0.0.1:{server.port}/nowhere")
    assert "sesame" not in database.name
    with pytest.raises(StoreUnreachable) as caught:
        await Store.open(database)
    assert "sesame" not in str(caught.value)
    assert "nowhere" in str(caught.value)
