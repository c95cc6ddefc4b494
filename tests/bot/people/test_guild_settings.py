"""The cache of servers' settings: a change of another process is in it, whenever it comes."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.people.guild_settings import ServerSettingsCache
from bot.tables.services.tables import Tables
from data.people.records import GuildSettings

GUILD = 1


async def test_a_change_of_another_process_during_a_change_of_this_one_stays(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes between this process's commit and the end of its transaction."""
    store = tables.store
    cache = ServerSettingsCache(store)
    committed, released = asyncio.Event(), asyncio.Event()
    save = store.guild_settings.save

    async def save_slowly(settings: GuildSettings) -> None:
        await save(settings)
        committed.set()
        await released.wait()

    with monkeypatch.context() as patch:
        patch.setattr(store.guild_settings, "save", save_slowly)
        change = asyncio.create_task(cache.change(GUILD, silent=True))
        await committed.wait()
    settings = await store.guild_settings.of(GUILD)
    await store.guild_settings.save(replace(settings, values={**settings.values, "retention_days": 7}))
    reload = asyncio.create_task(cache.reload(GUILD))
    for _ in range(50):  # as far as the reload comes by itself
        await asyncio.sleep(0.001)
    released.set()
    await asyncio.gather(change, reload)
    cached = await cache.of(GUILD)
    assert (cached.silent, cached.retention_days) == (True, 7)
