"""How people like to play, as it is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from data.people.errors import SettingsMoved
from data.people.records import GuildSettings, Preferences
from data.store import Store
from tests.data.makers import run_on_writer
from tests.support.databases import Place

ANN, BOB = (900, "Ann"), (901, "Bob")


async def test_each_has_their_own_and_the_last_word_counts(store: Store) -> None:
    assert await store.preferences.of(900) == Preferences()
    preferences = Preferences(pictures=False, high_first=True, confirms=True, muted=(7, 3))
    await store.preferences.save(ANN, preferences)
    await store.preferences.save(BOB, Preferences(confirms=True))
    assert await store.preferences.of(900) == preferences
    assert await store.preferences.of(901) == Preferences(confirms=True)
    await store.preferences.save(ANN, Preferences(version=1))
    assert await store.preferences.of(900) == Preferences()
    assert await store.preferences.of(902) == Preferences()


async def test_of_two_writers_the_second_notices(store: Store) -> None:
    await store.preferences.save(ANN, Preferences(confirms=True))
    for version in (0, 2):
        with pytest.raises(SettingsMoved):
            await store.preferences.save(ANN, Preferences(version=version))
    preferences = await store.preferences.of(900)
    assert (preferences, preferences.version) == (Preferences(confirms=True), 1)
    await store.guild_settings.save(GuildSettings(5, {"retention_days": 30}))
    read = await store.guild_settings.of(5)
    await store.guild_settings.save(replace(read, values={"retention_days": 60}))
    for late in (GuildSettings(5), read):
        with pytest.raises(SettingsMoved):
            await store.guild_settings.save(late)
    assert (await store.guild_settings.of(5)).values == {"retention_days": 60}


async def test_preferences_of_other_versions_are_read_as_far_as_known(store: Store) -> None:
    await store.preferences.save(ANN, Preferences())
    record = """{"high_first": true, "colour": "blue"}"""
    await run_on_writer(store, "UPDATE preferences SET settings = :kept", kept=record)
    assert await store.preferences.of(900) == Preferences(high_first=True)


async def test_erasure_deletes_preferences(store: Store, place: Place) -> None:
    """The row goes with that of the person."""
    await store.preferences.save(ANN, Preferences(confirms=True))
    assert len(place.peek("SELECT * FROM preferences")) == 1
    await run_on_writer(store, "DELETE FROM people WHERE user_id = 900")
    assert place.peek("SELECT * FROM preferences") == []
