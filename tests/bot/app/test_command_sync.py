"""Registering the commands, where the database is away when this process is to do it."""

from __future__ import annotations

import logging

import pytest

from bot.app import command_sync
from data.engine.errors import StoreUnreachable
from data.people.records import GuildSettings
from tests.support.house import house


async def test_the_commands_are_registered_once_the_database_is_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.app")
    monkeypatch.setattr(command_sync, "RETRY_SECONDS", 0.01)
    async with house() as here:
        read, asked = here.store.guild_settings.of, list[int]()

        async def away_at_first(guild: int) -> GuildSettings:
            asked.append(guild)
            if len(asked) < 3:
                raise StoreUnreachable("reading")
            return await read(guild)

        monkeypatch.setattr(here.store.guild_settings, "of", away_at_first)
        here.bot.tree.remove_command("help")
        await command_sync.sync_commands(here.bot, here.store, here.services.leases)
        await here.until(lambda: "help" not in {one["name"] for one in here.sandbox.people.state("Ada")["commands"]})
    assert "the commands wait for the database" in caplog.text
    assert "Traceback" not in caplog.text
