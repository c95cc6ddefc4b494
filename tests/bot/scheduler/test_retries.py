"""Work that fails: when it is tried again, and what counts as a try."""

from __future__ import annotations

from typing import Any

import pytest

from bot.scheduler import scheduler as module
from bot.scheduler.scheduler import Reschedule
from bot.tables.services.tables import Tables
from data.engine.clock import now_ms
from data.engine.errors import OutcomeUnknown, StoreBusy, StoreError, StoreUnreachable
from data.tables.records import NewWork, Work
from data.tables.work import WorkKind, WorkState
from tests.bot.scheduler.schedulers import open_owing_lobby, read_work, run_scheduler
from tests.support.waiting import until


async def test_what_fails_is_given_up_after_the_last_try(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound on tries, except for a computer player, whose table would stand still."""
    monkeypatch.setattr(module, "RETRY_DELAYS_SECONDS", (0.01, 0.01))
    table = await open_owing_lobby(
        tables, NewWork(WorkKind.PING, "0:1", 1, due=1), NewWork(WorkKind.COMPUTER, "", 1, due=1)
    )
    tries: dict[str, int] = {WorkKind.PING: 0, WorkKind.COMPUTER: 0}

    async def fail(work: Work) -> WorkState:
        tries[work.kind] += 1
        raise ValueError

    async with run_scheduler(tables, ping=fail, computer=fail):
        await until(lambda: tries[WorkKind.COMPUTER] > 6)
    assert tries[WorkKind.PING] == 3
    assert [row.state for row in await read_work(tables, table, WorkKind.PING)] == [WorkState.FAILED]
    assert [row.state for row in await read_work(tables, table, WorkKind.COMPUTER)] == [WorkState.DUE]


async def test_an_unexpected_error_of_the_store_is_logged_without_its_text(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The text could name a card."""
    text = "queen of hearts"
    await open_owing_lobby(tables, NewWork(WorkKind.PING, "0:1", 1, due=1))

    async def finish(_: Work) -> WorkState:
        return WorkState.DONE

    async def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError(text)

    monkeypatch.setattr(tables.store.work, "mark", fail)
    async with run_scheduler(tables, ping=finish):
        await until(lambda: "a work item could not be run" in caplog.text)
    assert text not in caplog.text
    caplog.clear()  # it is what this test brings about


@pytest.mark.parametrize("outage", [StoreUnreachable, StoreBusy, OutcomeUnknown])
async def test_an_outage_of_the_database_is_no_failure_of_an_item(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, outage: type[StoreError]
) -> None:
    """However long it lasts, the item is tried soon after it."""
    monkeypatch.setattr(module, "RETRY_DELAYS_SECONDS", (0.01, 3600))
    table = await open_owing_lobby(tables, NewWork(WorkKind.PING, "0:1", 1, due=1))
    tries = 0

    async def ping(work: Work) -> WorkState:
        nonlocal tries
        tries += 1
        if tries < 6:
            raise outage
        assert work.tries == 0
        return WorkState.DONE

    async with run_scheduler(tables, ping=ping):
        await until(lambda: tries == 6)
    assert [row.tries for row in await read_work(tables, table, WorkKind.PING)] == [0]


async def test_putting_off_is_no_failure(tables: Tables) -> None:
    """It comes again at its time, and no try is counted."""
    table = await open_owing_lobby(tables, NewWork(WorkKind.PING, "0:1", 1, due=1))
    tries = 0

    async def ping(work: Work) -> WorkState:
        nonlocal tries
        tries += 1
        if tries < 4:
            raise Reschedule(now_ms() + 20)
        assert work.tries == 0
        return WorkState.DONE

    async with run_scheduler(tables, ping=ping):
        await until(lambda: tries == 4)
    assert [row.tries for row in await read_work(tables, table, WorkKind.PING)] == [0]
