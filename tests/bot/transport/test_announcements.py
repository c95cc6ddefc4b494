"""News for a channel that is closed to the bot."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.tables.services.tables import Tables
from bot.transport.notifications.announcements import AnnouncementWorker
from data.tables.records import Append, NewWork
from data.tables.work import WorkKind, WorkState
from tests.support.people import BELA
from tests.support.tables import open_lobby


async def test_news_for_a_channel_with_an_open_breaker_is_parked(tables: Tables) -> None:
    """Somebody who uses the table makes it due again, so that a vote is asked after all."""
    table, unused = await open_lobby(tables, BELA), None
    channels: Any = SimpleNamespace(is_breaker_open=lambda _: True)
    worker = AnnouncementWorker(tables, channels, *(unused,) * 9)  # pyright: ignore[reportArgumentType]
    row = NewWork(WorkKind.ANNOUNCE, "1", 1, due=1)
    await tables.store.tables.append(Append(table.id, table.record.seq, work=(row,)))
    (work,) = await tables.store.work.of_table(table.id, WorkKind.ANNOUNCE)
    assert await worker.announce(work) == WorkState.PARKED
