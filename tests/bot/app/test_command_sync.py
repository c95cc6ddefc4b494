"""Registering the commands, where the database or Discord is away when this process is to do it."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.app import command_sync
from data.engine.errors import StoreUnreachable
from data.people.records import GuildSettings
from tests.support.discord_errors import make_outage
from tests.support.house import start_house


async def test_the_commands_are_registered_once_the_database_is_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.app")
    monkeypatch.setattr(command_sync, "RETRY_SECONDS", 0.01)
    async with start_house() as house:
        read, guilds = house.store.guild_settings.of, list[int]()

        async def fail_twice(guild: int) -> GuildSettings:
            guilds.append(guild)
            if len(guilds) < 3:
                raise StoreUnreachable("reading")
            return await read(guild)

        monkeypatch.setattr(house.store.guild_settings, "of", fail_twice)
        house.bot.tree.remove_command("help")
        await command_sync.sync_commands(house.bot, house.store, house.services.leases)
        await house.until(
            lambda: "help" not in {command["name"] for command in house.sandbox.people.state("Ada")["commands"]}
        )
    assert "the commands are not registered yet" in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("error", [ConnectionResetError(104, "reset"), TimeoutError(), make_outage()], ids=repr)
@pytest.mark.parametrize("request_name", ["get_global_commands", "bulk_upsert_global_commands"])
async def test_a_request_that_is_lost_is_made_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception, request_name: str
) -> None:
    """On Linux discord.py raises a connection that was reset, and the time-outs, at once."""
    monkeypatch.setattr(command_sync, "RETRY_SECONDS", 0.01)
    async with start_house() as house:
        request, errors = getattr(house.bot.http, request_name), [error]

        async def fail_once(*args: Any, **options: Any) -> Any:
            if errors:
                raise errors.pop()
            return await request(*args, **options)

        monkeypatch.setattr(house.bot.http, request_name, fail_once)
        house.bot.tree.remove_command("help")
        await command_sync.sync_commands(house.bot, house.store, house.services.leases)
        assert not errors
        await house.until(
            lambda: "help" not in {command["name"] for command in house.sandbox.people.state("Ada")["commands"]}
        )
    assert "Traceback" not in caplog.text
