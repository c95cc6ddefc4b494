"""What was settled by somebody whose data was taken out does not come back, whatever was under way meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from data.people.records import Preferences
from tests.cogs.member.erasure import erase_person
from tests.cogs.pads.sheets import open_pad
from tests.support.house import House
from tests.support.wire_tables import SEATED, person, start_room


def read_preferences(house: House) -> list[str]:
    """Return what is stored of anybody's preferences."""
    database = sqlite3.connect(Path(house.settings.database_url.removeprefix("sqlite+aiosqlite:///")))
    try:
        return [settings for (settings,) in database.execute("SELECT settings FROM preferences")]
    finally:
        database.close()


async def test_a_read_under_way_brings_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a board does that is drawn meanwhile: neither into memory, nor by the next change into the database."""
    async with start_room() as house:
        people, who = house.services.people, person(house, SEATED)
        await people.change(who, zone="Europe/Oslo", night=(1380, 420))
        people.evict(who.id)  # as after a start
        read, read_began, may_go_on = house.store.preferences.of, asyncio.Event(), asyncio.Event()

        async def read_slowly(user: int) -> Preferences:
            preferences = await read(user)
            if user == who.id and not read_began.is_set():
                read_began.set()
                await may_go_on.wait()
            return preferences

        monkeypatch.setattr(house.store.preferences, "of", read_slowly)
        reading = asyncio.create_task(people.of(who.id))
        await read_began.wait()
        await erase_person(house, SEATED)
        may_go_on.set()
        assert await reading == Preferences()
        assert await people.of(who.id) == Preferences()
        await people.change(who, confirms=True)
        assert await people.of(who.id) == Preferences(confirms=True)
        assert not any("Oslo" in item for item in read_preferences(house))


async def test_a_change_under_way_brings_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that has been read before and is kept only once the data is out."""
    async with start_room() as house:
        people, who = house.services.people, person(house, SEATED)
        await people.change(who, zone="Europe/Oslo")
        forget, changes = house.store.privacy.erase, list[asyncio.Task[Any]]()

        async def change_and_forget(user: int) -> Any:
            changes.append(asyncio.create_task(people.change(who, confirms=True)))
            await asyncio.sleep(0.05)
            return await forget(user)

        monkeypatch.setattr(house.store.privacy, "erase", change_and_forget)
        await erase_person(house, SEATED)
        await asyncio.gather(*changes)
        assert await people.of(who.id) == Preferences(confirms=True)
        assert not any("Oslo" in item for item in read_preferences(house))


async def test_a_server_s_settings_that_change_while_they_are_read_are_not_put_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with start_room() as house:
        servers, guild = house.services.guild_settings, int(house.sandbox.world.guild_id)
        servers._known.clear()
        read, read_began, may_go_on = house.store.guild_settings.of, asyncio.Event(), asyncio.Event()

        async def read_slowly(number: int) -> Any:
            guild_settings = await read(number)
            if not read_began.is_set():
                read_began.set()
                await may_go_on.wait()
            return guild_settings

        monkeypatch.setattr(house.store.guild_settings, "of", read_slowly)
        reading = asyncio.create_task(servers.of(guild))
        await read_began.wait()
        await servers.change(guild, silent=True)
        servers._known.drop(guild)  # as where many others were used meanwhile
        may_go_on.set()
        assert (await reading).silent
        assert (await servers.of(guild)).silent


async def test_a_pad_that_was_being_read_shows_no_name_again(monkeypatch: pytest.MonkeyPatch) -> None:

    async with start_room() as house:
        await open_pad(house, SEATED, "free", name="Friday")
        (number,) = house.services.pads._known._values
        house.services.pads.evict_all()
        read, read_began, may_go_on = house.store.pads.pad, asyncio.Event(), asyncio.Event()

        async def read_slowly(index: int) -> Any:
            pad_record = await read(index)
            if asyncio.current_task() is reading:  # others read it as well, and are not to wait
                read_began.set()
                await may_go_on.wait()
            return pad_record

        reading = asyncio.create_task(house.services.pads.find(number))
        monkeypatch.setattr(house.store.pads, "pad", read_slowly)
        await read_began.wait()
        await erase_person(house, SEATED)
        may_go_on.set()
        assert SEATED not in str((await reading).record)
        assert SEATED not in str((await house.services.pads.find(number)).record)
