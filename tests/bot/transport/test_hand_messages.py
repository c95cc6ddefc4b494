"""Hand messages while the database is away, or their table is gone: nothing of that is an error of the bot."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import pytest

from bot.common.errors import UnknownTable
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import Tables
from bot.transport.interactions import hand_messages
from bot.transport.interactions.hand_messages import HandMessages
from data.engine.errors import StoreUnreachable
from tests.support.people import ADA
from tests.support.tables import open_lobby


class UnreadableTable:
    """The hand message of Ada at a table that `find` cannot read."""

    def __init__(self, table: TableState, error: Exception) -> None:
        self.error = error
        self.read = asyncio.Event()
        nothing: Any = None
        self.messages = HandMessages(nothing, self.find, nothing, nothing)
        interaction: Any = SimpleNamespace(user=SimpleNamespace(id=ADA.id))
        self.messages.track(table, interaction, 800, seat=0, seq=table.record.seq, answer=None)

    async def find(self, _: int) -> TableState:
        self.read.set()
        raise self.error


def list_errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("error", [StoreUnreachable("reading"), UnknownTable("There is no such table.")], ids=repr)
async def test_a_hand_message_whose_time_is_up_meanwhile_is_logged_in_one_line(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    caplog.set_level(logging.INFO, "bot.transport")
    monkeypatch.setattr(hand_messages, "LIFETIME_SECONDS", 0.01)
    hands = UnreadableTable(await open_lobby(tables), error)
    await hands.read.wait()
    await hands.messages.close()
    assert "does not say that it refreshes no more" in caplog.text
    assert not list_errors(caplog)


async def test_hand_messages_of_a_table_that_is_gone_are_not_refreshed(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hand_messages, "SETTLE_SECONDS", 0)
    table = await open_lobby(tables)
    hands = UnreadableTable(table, UnknownTable("There is no such table."))
    hands.messages.refresh_table(table)
    await hands.read.wait()
    await asyncio.sleep(0.01)
    await hands.messages.close()
    assert not list_errors(caplog)
