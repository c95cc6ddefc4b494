"""The loop in virtual time: it waits for nothing, and a killed process does nothing more."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Generator
from pathlib import Path
from random import Random
from time import perf_counter

import aiosqlite
import pytest
from aiohttp import connector

from tests.virtual.loop import Process, VirtualLoop
from tests.virtual.network import Network
from tests.virtual.sqlite import Disk, inline
from tests.virtual.world import virtual_world


@pytest.fixture
def loop() -> Generator[VirtualLoop]:
    virtual_loop = VirtualLoop()
    yield virtual_loop
    virtual_loop.close()


def test_a_year_takes_no_time(loop: VirtualLoop) -> None:
    began, at = perf_counter(), loop.time()
    loop.run_until_complete(asyncio.sleep(365 * 86400))
    assert loop.time() - at == pytest.approx(365 * 86400)
    assert perf_counter() - began < 10


def test_a_resting_connection_grows_old_in_the_loops_time(loop: VirtualLoop) -> None:
    """By the machine's time a busy one would close it in the middle of a test, and requests would change places."""
    with virtual_world(loop, "1"):
        assert vars(connector)["monotonic"]() == loop.time()


def test_endless_wait_raises(loop: VirtualLoop) -> None:
    with pytest.raises(RuntimeError, match="nothing is planned"):
        loop.run_until_complete(loop.create_future())


def test_a_loop_that_turns_without_an_end_is_told(loop: VirtualLoop) -> None:
    async def turn() -> None:
        while True:  # noqa: ASYNC110
            await asyncio.sleep(0)

    with pytest.raises(AssertionError, match="the time stands still"):
        loop.run_until_complete(turn())


def test_an_executor_is_the_loop_itself(loop: VirtualLoop) -> None:
    assert loop.run_until_complete(asyncio.to_thread(threading.get_ident)) == threading.get_ident()


def test_another_thread_has_no_say(loop: VirtualLoop) -> None:
    caught: list[BaseException] = []

    def call() -> None:
        try:
            loop.call_soon_threadsafe(print)
        except AssertionError as error:
            caught.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    thread.join()
    assert caught


def test_a_killed_process_does_nothing_more_not_even_its_last_deeds(loop: VirtualLoop) -> None:
    result: list[str] = []

    async def child() -> None:
        await asyncio.sleep(5)
        result.append("child")

    async def work() -> None:
        task = asyncio.create_task(child())
        try:
            result.append("begun")
            await task
        finally:
            await asyncio.sleep(0)
            result.append("ended")

    async def main() -> None:
        process = Process(loop)
        loop.create_task(work(), context=process.context)
        await asyncio.sleep(1)
        process.kill()
        await asyncio.sleep(10)
        loop.bury(process)
        await asyncio.sleep(10)

    loop.run_until_complete(main())
    assert result == ["begun"]


def test_a_process_dies_after_the_step_that_was_named(loop: VirtualLoop) -> None:
    result: list[int] = []

    async def work() -> None:
        for number in range(100):
            result.append(number)
            await asyncio.sleep(0)

    async def main() -> None:
        process = Process(loop)
        process.dies_at = 7
        loop.create_task(work(), context=process.context)
        await asyncio.sleep(1)
        loop.bury(process)

    loop.run_until_complete(main())
    assert result == [*range(7)]


def test_uncommitted_data_ends_with_its_process(loop: VirtualLoop, tmp_path: Path) -> None:
    path = str(tmp_path / "one.sqlite3")

    async def work() -> None:
        database = await aiosqlite.connect(path, isolation_level=None)
        await database.execute("CREATE TABLE kept (number)")
        await database.execute("INSERT INTO kept VALUES (1)")
        await database.execute("BEGIN IMMEDIATE")
        await database.execute("INSERT INTO kept VALUES (2)")
        await asyncio.sleep(1000)

    async def main() -> list[tuple[int]]:
        process = Process(loop)
        loop.create_task(work(), context=process.context)
        await asyncio.sleep(10)
        process.kill()
        loop.bury(process)
        async with aiosqlite.connect(path) as database, database.execute("SELECT number FROM kept") as rows:
            return [tuple(row) for row in await rows.fetchall()]  # type: ignore[misc]

    with inline(Disk(Random(1))):
        assert loop.run_until_complete(main()) == [(1,)]


class Echo(asyncio.Protocol):
    """Notes what comes, and when the other end goes."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.got.append(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True


def test_sent_data_of_a_killed_process_arrives_before_the_close(loop: VirtualLoop) -> None:
    loop.network = Network(loop, Random(1), 0.015, 0.09)
    server = Echo()

    async def work() -> None:
        transport, _ = await loop.create_connection(Echo, "localhost", 1)
        await asyncio.sleep(1)
        transport.write(b"one")
        transport.write(b"two")
        await asyncio.sleep(1000)

    async def main() -> None:
        await loop.create_server(lambda: server, "here", 1)
        process = Process(loop)
        loop.create_task(work(), context=process.context)
        while not server.got:
            await asyncio.sleep(0.001)
            if process.steps and loop.time() > 1001.1:
                process.kill()
        await asyncio.sleep(1)
        loop.bury(process)

    loop.run_until_complete(main())
    assert b"".join(server.got) == b"onetwo"
    assert server.lost
