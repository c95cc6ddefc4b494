"""Since when the bot is not in a server: a return is not undone by an absence that is still being noted."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.people.guild_settings import ServerSettingsCache
from data.people.records import GuildSettings
from data.store import Store
from tests.support.databases import fresh

GUILD = 500


async def test_absence_noted_while_the_bot_returns_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh(tmp_path / "eldest.db")
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'eldest.db'}")
    servers, read = ServerSettingsCache(store), store.guild_settings
    began, go = asyncio.Event(), asyncio.Event()

    async def slow(guild: int) -> GuildSettings:
        if not began.is_set():
            began.set()
            await go.wait()
        return await read(guild)

    monkeypatch.setattr(store, "guild_settings", slow)
    leaves = asyncio.create_task(servers.record_left(GUILD, 1000))
    await began.wait()
    comes = asyncio.create_task(servers.record_returned(GUILD, 2000, 500))
    await asyncio.sleep(0.05)
    go.set()
    await asyncio.gather(leaves, comes)
    assert GUILD not in servers.absent
    assert (await servers.of(GUILD)).gone is None
    await store.close()
