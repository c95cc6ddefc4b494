"""Autocompletes, which no responder guards: errors suggest nothing, and no text of theirs is logged."""

from __future__ import annotations

import logging
from inspect import unwrap

import pytest
from discord import app_commands

from bot.common.errors import Declined
from bot.transport.interactions.responder import suggests
from data.engine.errors import StoreUnreachable
from tests.support.wire_tables import HOST, set_up_table, start_room

CHANNEL = "card-room"


async def suggest_or_fail(error: Exception | None) -> list[str]:
    """Suggest one thing; raise `error` instead if there is one."""
    if error is not None:
        raise error
    return ["one"]


@pytest.mark.parametrize("error", [Declined("No."), StoreUnreachable("reading"), KeyError("the ace of spades")])
async def test_an_error_suggests_nothing(caplog: pytest.LogCaptureFixture, error: Exception) -> None:
    assert await suggests(suggest_or_fail)(error) == []
    assert bool(caplog.records) == isinstance(error, KeyError)
    assert "ace of spades" not in caplog.text
    caplog.clear()


async def test_suggestions_are_valid_arguments() -> None:
    assert await suggests(suggest_or_fail)(None) == ["one"]


async def test_every_autocomplete_suggests_nothing_on_errors() -> None:
    async with start_room() as house:
        callbacks = dict[str, object]()
        for command in house.bot.tree.walk_commands():
            if isinstance(command, app_commands.Command):
                for parameter in command._params.values():
                    if callable(parameter.autocomplete):
                        callbacks[f"{command.qualified_name} {parameter.display_name}"] = parameter.autocomplete
        assert len(callbacks) > 15
        assert not [name for name, callback in callbacks.items() if unwrap(callback) is callback]  # pyright: ignore[reportArgumentType]


async def test_an_outage_of_the_database_is_no_traceback_for_each_key(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with start_room() as house:
        await set_up_table(house, "lobby")

        async def raise_unreachable(*_: object) -> None:
            raise StoreUnreachable("reading")

        monkeypatch.setattr(house.store.tables, "of_user", raise_unreachable)
        suggestions = house.sandbox.people.autocomplete(HOST, CHANNEL, "table show", {"table": ""}, "table")
        assert await suggestions == []
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
