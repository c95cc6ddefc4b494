"""Since when the bot is not in a server: leaving and returning are saved in turn, whatever comes between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import guild_presence
from bot.people.guild_settings import ServerSettingsCache
from data.engine.errors import StoreError
from data.people.records import GuildSettings
from data.store import Store
from tests.support.databases import fresh
from tests.support.house import start_house

GUILD = 500


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """An open store, empty."""
    fresh(tmp_path / "eldest.db")
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'eldest.db'}")
    yield store
    await store.close()


def hold_saving(store: Store, monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
    """Hold every save of a server's settings; returns an event that says so, and one that lets it go on."""
    saving, go, save = asyncio.Event(), asyncio.Event(), store.guild_settings.save

    async def held(settings: GuildSettings) -> None:
        saving.set()
        await go.wait()
        await save(settings)

    monkeypatch.setattr(store.guild_settings, "save", held)
    return saving, go


async def test_a_server_is_absent_until_its_return_is_saved(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    servers = ServerSettingsCache(store)
    await servers.record_left(GUILD, 1000)
    saving, go = hold_saving(store, monkeypatch)
    comes = [asyncio.create_task(servers.record_returned(GUILD, at, 500)) for at in (2000, 3000)]
    await saving.wait()
    assert GUILD in servers.absent
    go.set()
    await asyncio.gather(*comes)
    assert GUILD not in servers.absent
    assert (await servers.of(GUILD)).absences == ((1000, 2000),)


async def test_absence_noted_while_the_bot_returns_is_not_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    servers, read = ServerSettingsCache(store), store.guild_settings.of
    began, go = asyncio.Event(), asyncio.Event()

    async def slow(guild: int) -> GuildSettings:
        if not began.is_set():
            began.set()
            await go.wait()
        return await read(guild)

    monkeypatch.setattr(store.guild_settings, "of", slow)
    leaves = asyncio.create_task(servers.record_left(GUILD, 1000))
    await began.wait()
    comes = asyncio.create_task(servers.record_returned(GUILD, 2000, 500))
    await asyncio.sleep(0.05)
    go.set()
    await asyncio.gather(leaves, comes)
    assert GUILD not in servers.absent
    assert (await servers.of(GUILD)).left_at_ms is None


async def test_a_server_that_is_left_while_a_return_is_saved_is_absent_from_then_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = ServerSettingsCache(store)
    await servers.record_left(GUILD, 1000)
    saving, go = hold_saving(store, monkeypatch)
    comes = asyncio.create_task(servers.record_returned(GUILD, 2000, 500))
    await saving.wait()
    leaves = asyncio.create_task(servers.record_left(GUILD, 3000))
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(comes, leaves)
    assert GUILD in servers.absent
    server = await servers.of(GUILD)
    assert (server.left_at_ms, server.absences) == (3000, ((1000, 2000),))


async def test_an_absence_that_is_read_anew_while_it_is_saved_is_as_it_was_saved(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has changed something of the server's at that moment, or the line was lost."""
    servers = ServerSettingsCache(store)
    saving, go = hold_saving(store, monkeypatch)
    for read_anew in (lambda: servers.reload(GUILD), servers.reload_all):
        for change, is_absent in (
            (servers.record_left(GUILD, 1000), True),
            (servers.record_returned(GUILD, 2000, 500), False),
        ):
            saved = asyncio.create_task(change)
            await saving.wait()
            task = asyncio.create_task(read_anew())
            await asyncio.sleep(0.05)
            go.set()
            await asyncio.gather(saved, task)
            assert (GUILD in servers.absent) == is_absent
            saving.clear()
            go.clear()


async def test_a_return_that_cannot_be_saved_is_saved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guild_presence, "RETRY_SECONDS", 0.01)
    async with start_house() as house:
        guild = house.bot.guilds[0].id
        await house.sandbox.act({"kind": "remove_bot"})
        await house.until(lambda: guild in house.services.guild_settings.absent)
        save, failed = house.store.guild_settings.save, list[int]()

        async def fails_twice(settings: GuildSettings) -> None:
            if len(failed) < 2:
                failed.append(settings.guild)
                raise StoreError
            await save(settings)

        monkeypatch.setattr(house.store.guild_settings, "save", fails_twice)
        await house.sandbox.act({"kind": "invite_bot"})
        await house.until(lambda: guild not in house.services.guild_settings.absent)
        assert failed == [guild] * 2
        assert not await house.services.guilds.has_left(guild)
