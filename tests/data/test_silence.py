"""Hidden things are in no log line, no repr, no error: not at DEBUG, and not when something goes wrong."""

import asyncio
import logging
import traceback
from collections.abc import Generator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from data.engine.errors import StoreError
from data.people.models import GuildRow
from data.store import Store
from data.tables import records
from data.tables.events import EventKind
from data.tables.models import EventRow, SeatRow, WorkRow
from data.tables.records import Append, NewEvent, NewWork
from data.tables.work import WorkKind
from tests.data.makers import Gate, make_draft, make_move, make_seat, make_step, run_on_writer, sqlite_only
from tests.support.databases import Place

SECRET = "QH-KS-7D"
"""What only some may know."""


@pytest.fixture
def log_everything() -> Generator[None]:
    """Let every logger say all it can, as an operator sets it who is looking for a fault."""
    loggers = [logging.getLogger(), *map(logging.getLogger, ("sqlalchemy.engine", "sqlalchemy.pool", "aiosqlite"))]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
    yield
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


async def use_store(store: Store) -> list[StoreError]:
    """Use a store in every way, with secrets wherever they belong; return the errors of all faults."""
    hidden = {"hands": [SECRET]}
    work_item = NewWork(WorkKind.PING, SECRET, 1, hidden, 5)
    event = NewEvent(EventKind.CHANCE, None, SECRET, hidden, hidden)
    table = await store.tables.create(make_draft(settings={"deal": SECRET}), [event], [work_item], [make_seat(0)])
    await store.tables.append(
        make_step(table.id, 1, make_move(SECRET, 5, hidden=hidden), rev=table.rev, changes={"options": hidden})
    )
    await store.tables.log(table.id)
    await store.work.due(10, 10)
    await store.tables.event_of_interaction(5)
    failed: list[StoreError] = []
    for bad in (
        make_step(table.id, 1, make_move(SECRET, 5, hidden=hidden)),
        make_step(table.id, 1, make_move(SECRET, 6, hidden=hidden)),
        make_step(77, 0, make_move(SECRET, 7, hidden=hidden)),
        make_step(table.id, 2, make_move(SECRET, 8, hidden={"x": {SECRET}})),
        make_step(table.id, 2, NewEvent(EventKind.MOVE, SECRET, SECRET)),  # type: ignore[arg-type]  # that is what is wrong
        make_step(table.id, 2, NewEvent(EventKind.MOVE, 0, SECRET, hidden=SECRET)),  # type: ignore[arg-type]  # that is what is wrong
        make_step(table.id, 2, make_move(SECRET + "\ud800", hidden=hidden)),
        make_step(table.id, 2, make_move(SECRET, hidden=hidden), seats=(make_seat(0), make_seat(0))),
        make_step(table.id, 2, changes={"status": SECRET}),
    ):
        try:
            await store.tables.append(bad)
        except StoreError as error:
            failed.append(error)
    await run_on_writer(store, "DROP TABLE events")
    for call in (
        store.tables.log(table.id),
        store.tables.append(make_step(table.id, 2, make_move(SECRET, 9, hidden=hidden))),
    ):
        with pytest.raises(StoreError) as caught:
            await call
        failed.append(caught.value)
    return failed


@pytest.mark.parametrize("when", ["before", "after"])
async def test_no_log_line_and_no_traceback_shows_what_is_hidden(
    place: Place, caplog: pytest.LogCaptureFixture, log_everything: None, when: str
) -> None:
    store = await Store.open(place.database())
    if when == "after":  # the root was set to DEBUG before the store was opened; now once more, behind its back
        logging.getLogger().setLevel(logging.DEBUG)
    failed = await use_store(store)
    assert len(failed) == 11
    logging.getLogger("tests").debug("the log is being listened to")
    for error in failed:
        logging.getLogger("tests").error("it failed: %r", error, exc_info=error)
        assert SECRET not in "".join(traceback.format_exception(error))
    await store.close()
    assert "the log is being listened to" in caplog.text
    assert "it failed: DuplicateInteraction" in caplog.text
    assert SECRET not in caplog.text
    assert not [record for record in caplog.records if SECRET in repr(record.args)]


@sqlite_only
async def test_the_libraries_would_have_shown_it(
    place: Place, caplog: pytest.LogCaptureFixture, log_everything: None
) -> None:
    """The test above can fail: with its loggers left at DEBUG, aiosqlite does print rows."""
    store = await Store.open(place.database())
    logging.getLogger("aiosqlite").setLevel(logging.DEBUG)
    thread: Any = store._writer._thread
    await thread._connection.execute_fetchall("SELECT ?", (SECRET,))
    await store.close()
    assert SECRET in caplog.text


@sqlite_only
async def test_our_own_jobs_are_silent_even_then(
    place: Place, caplog: pytest.LogCaptureFixture, log_everything: None
) -> None:
    store = await Store.open(place.database())
    logging.getLogger("aiosqlite").setLevel(logging.DEBUG)
    table = await store.tables.create(make_draft(), [make_move(SECRET, hidden={"x": SECRET})])
    await store.tables.append(make_step(table.id, 1, make_move(SECRET, hidden={"x": SECRET})))
    await store.close()
    assert "_write" in caplog.text
    assert SECRET not in caplog.text


async def test_asyncio_names_no_contents_of_what_waits(place: Place) -> None:
    gate = Gate()
    store = await Store.open(place.database(), fault=gate)
    table = await store.tables.create(make_draft())
    async with gate.hold("before commit"):
        write = asyncio.create_task(
            store.tables.append(make_step(table.id, 0, make_move(SECRET, hidden={"x": SECRET})))
        )
        await gate.wait_until_held()
        assert SECRET not in "".join(map(repr, asyncio.all_tasks()))
    assert await write == 1
    await store.close()


def test_a_failed_validation_names_the_field_and_not_its_contents() -> None:
    with pytest.raises(ValueError, match="hidden") as caught:
        EventRow.model_validate({"hidden": SECRET, "text": [SECRET]})
    assert SECRET not in f"{caught.value} {caught.value!r}"


def test_no_record_prints_what_may_be_hidden() -> None:
    silent = {"text", "public", "hidden", "payload", "changes"}
    texts: list[str] = []
    for name, kind in vars(records).items():
        if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == records.__name__:
            texts += [f"{name}.{field.name}" for field in fields(kind) if field.name in silent and field.repr]
    assert texts == []
    hidden = {"hands": [SECRET]}
    events = (NewEvent(EventKind.CHANCE, 0, SECRET, hidden, hidden),)
    whole = Append(1, 0, events, (NewWork(WorkKind.PING, "1", 1, hidden),), {"options": hidden})
    assert SECRET not in repr(whole)
    assert "chance" in repr(whole)


def test_no_row_prints_its_contents() -> None:
    hidden = {"x": SECRET}
    rows = [
        EventRow(table_id=1, seq=1, kind=EventKind.MOVE, text=SECRET, public=hidden, hidden=hidden, at=1),
        WorkRow(table_id=1, guild=1, kind=WorkKind.PING, key=SECRET, payload=hidden, due=1),
        SeatRow(table_id=1, seat=1, kind="person", name=SECRET),
        GuildRow(guild=1, settings=hidden, updated=1),
    ]
    for row in rows:
        assert f"{row} {row!r}" == f"<{type(row).__name__}> <{type(row).__name__}>"
