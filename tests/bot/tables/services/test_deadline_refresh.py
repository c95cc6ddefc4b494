"""Deadlines that follow a setting of somebody: an error is logged, and holds up no other table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.common.errors import UnknownTable
from bot.tables.commands import lobby
from bot.tables.model.table_state import TableState
from bot.tables.services.deadline_refresh import retime_tables_of
from bot.tables.services.tables import Tables
from data.engine.errors import StoreUnreachable
from data.tables import errors
from data.tables.records import Append, EventRecord, TableRecord
from data.tables.work import WorkKind
from tests.support.people import ADA, BELA, make_actor
from tests.support.tables import open_lobby


async def begin_hand(tables: Tables) -> TableState:
    table = await open_lobby(tables, BELA)
    await lobby.start(tables, table.id, make_actor(ADA))
    return table


async def is_corrected(tables: Tables, table: TableState) -> bool:
    return bool(await tables.store.work.of_table(table.id, WorkKind.CORRECT_TIMES))


@pytest.mark.parametrize(
    "error", [UnknownTable("There is no such table."), errors.UnknownTable("table 1"), StoreUnreachable("writing")]
)
async def test_a_table_that_cannot_be_retimed_holds_up_no_other(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    first, second = await begin_hand(tables), await begin_hand(tables)
    update_row = tables.update_row

    async def fail_first(table_id: int, write: Callable[[TableRecord], Append]) -> TableState:
        if table_id == first.id:
            raise error
        return await update_row(table_id, write)

    monkeypatch.setattr(tables, "update_row", fail_first)
    await retime_tables_of(tables, ADA.id)
    assert [await is_corrected(tables, table) for table in (first, second)] == [False, True]
    assert f"table {first.id}: its deadlines are not rechecked" in caplog.text


async def test_a_table_that_is_deleted_meanwhile_holds_up_no_other(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its row was there a moment ago, its events are gone."""
    first, second = await begin_hand(tables), await begin_hand(tables)
    log = tables.store.tables.log

    async def read_log_without_first(table: int, after: int = 0, limit: int = 1000) -> list[EventRecord]:
        return [] if table == first.id else await log(table, after, limit)

    monkeypatch.setattr(tables.store.tables, "log", read_log_without_first)
    awaited = first.record.seats[min(first.decisions)].user
    assert awaited is not None
    await retime_tables_of(tables, awaited)
    assert await is_corrected(tables, second)


async def test_an_outage_of_the_database_is_logged(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The setting that the deadlines follow is stored by then."""

    async def fail(_: int) -> None:
        raise StoreUnreachable("reading")

    monkeypatch.setattr(tables.store.tables, "of_user", fail)
    await retime_tables_of(tables, ADA.id)
    assert f"user {ADA.id}: the deadlines of their tables are not rechecked" in caplog.text
