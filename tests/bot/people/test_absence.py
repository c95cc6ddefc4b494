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
    """Yield a new store."""
    fresh(tmp_path / "eldest.db")
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'eldest.db'}")
    yield store
    await store.close()


def hold_saving(store: Store, monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event]:
    """Hold every save of a server's settings; return the event of its begin, and one that lets it go on."""
    saving, released, save = asyncio.Event(), asyncio.Event(), store.guild_settings.save

    async def save_when_released(settings: GuildSettings) -> None:
        saving.set()
        await released.wait()
        await save(settings)

    monkeypatch.setattr(store.guild_settings, "save", save_when_released)
    return saving, released


async def test_a_server_is_absent_until_its_return_is_saved(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    servers = ServerSettingsCache(store)
    await servers.record_left(GUILD, 1000)
    saving, released = hold_saving(store, monkeypatch)
    returns = [asyncio.create_task(servers.record_returned(GUILD, at, 500)) for at in (2000, 3000)]
    await saving.wait()
    assert GUILD in servers.absent
    released.set()
    await asyncio.gather(*returns)
    assert GUILD not in servers.absent
    assert (await servers.of(GUILD)).absences == ((1000, 2000),)


async def test_absence_noted_while_the_bot_returns_is_not_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    servers, read = ServerSettingsCache(store), store.guild_settings.of
    began, released = asyncio.Event(), asyncio.Event()

    async def read_slowly(guild: int) -> GuildSettings:
        if not began.is_set():
            began.set()
            await released.wait()
        return await read(guild)

    monkeypatch.setattr(store.guild_settings, "of", read_slowly)
    leaving = asyncio.create_task(servers.record_left(GUILD, 1000))
    await began.wait()
    returning = asyncio.create_task(servers.record_returned(GUILD, 2000, 500))
    await asyncio.sleep(0.05)
    released.set()
    await asyncio.gather(leaving, returning)
    assert GUILD not in servers.absent
    assert (await servers.of(GUILD)).left_at_ms is None


async def test_a_server_that_is_left_while_a_return_is_saved_is_absent_from_then_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = ServerSettingsCache(store)
    await servers.record_left(GUILD, 1000)
    saving, released = hold_saving(store, monkeypatch)
    returning = asyncio.create_task(servers.record_returned(GUILD, 2000, 500))
    await saving.wait()
    leaving = asyncio.create_task(servers.record_left(GUILD, 3000))
    await asyncio.sleep(0)
    released.set()
    await asyncio.gather(returning, leaving)
    assert GUILD in servers.absent
    server = await servers.of(GUILD)
    assert (server.left_at_ms, server.absences) == (3000, ((1000, 2000),))


async def test_an_absence_that_is_read_anew_while_it_is_saved_is_as_it_was_saved(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has changed something of the server's at that moment, or the line was lost."""
    servers = ServerSettingsCache(store)
    saving, released = hold_saving(store, monkeypatch)
    for reload in (lambda: servers.reload(GUILD), servers.reload_all):
        for change, is_absent in (
            (servers.record_left(GUILD, 1000), True),
            (servers.record_returned(GUILD, 2000, 500), False),
        ):
            saving_task = asyncio.create_task(change)
            await saving.wait()
            reloading = asyncio.create_task(reload())
            await asyncio.sleep(0.05)
            released.set()
            await asyncio.gather(saving_task, reloading)
            assert (GUILD in servers.absent) == is_absent
            saving.clear()
            released.clear()


async def test_a_return_that_cannot_be_saved_is_saved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guild_presence, "RETRY_SECONDS", 0.01)
    async with start_house() as house:
        guild = house.bot.guilds[0].id
        await house.sandbox.act({"kind": "remove_bot"})
        await house.until(lambda: guild in house.services.guild_settings.absent)
        save, failures = house.store.guild_settings.save, list[int]()

        async def fail_twice(settings: GuildSettings) -> None:
            if len(failures) < 2:
                failures.append(settings.guild)
                raise StoreError
            await save(settings)

        monkeypatch.setattr(house.store.guild_settings, "save", fail_twice)
        await house.sandbox.act({"kind": "invite_bot"})
        await house.until(lambda: guild not in house.services.guild_settings.absent)
        assert failures == [guild] * 2
        assert not await house.services.guilds.has_left(guild)
