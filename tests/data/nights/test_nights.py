"""Stored club nights: who begins, ends and deletes one, and what belongs to it."""

from __future__ import annotations

import pytest

from data.engine.errors import StoreError
from data.nights.errors import NightIsOn
from data.nights.records import MAX_NIGHT_MS, NewNight, NightRecord
from data.standings.records import Origin
from data.store import Store
from tests.data.makers import CHANNEL, GUEST, GUILD, HOST
from tests.support.databases import Place

NEW = NewNight(GUILD, CHANNEL, "Friday club", HOST, "Hal")


async def read_night(store: Store, number: int) -> NightRecord:
    """Return the night as it is stored."""
    night = await store.nights.night(number)
    assert night is not None
    return night


async def test_a_night_is_begun_once_and_alone_in_its_channel(place: Place) -> None:
    now = 1000
    store = await Store.open(place.database(), clock=lambda: now)
    number = await store.nights.begin(NEW, 7)
    assert await store.nights.begin(NEW, 7) == number
    with pytest.raises(NightIsOn) as on:
        await store.nights.begin(NEW, 8)
    assert on.value.night == number
    assert await read_night(store, number) == NightRecord(
        *(number, GUILD, CHANNEL, "Friday club", HOST, "Hal", 1000, None, 1, None, None)
    )
    assert place.peek("SELECT kind, key, due FROM work ORDER BY id") == [
        ("night_board", "end", 1000 + MAX_NIGHT_MS),
        ("night_results", "", 1000 + MAX_NIGHT_MS),
    ]
    now += MAX_NIGHT_MS
    assert await store.nights.begin(NEW, None) > number
    await store.close()


async def test_a_night_is_ended_and_deleted_once_and_brought_back_while_its_channel_is_free(place: Place) -> None:
    now = 1000
    store = await Store.open(place.database(), clock=lambda: now)
    number = await store.nights.begin(NEW, None)
    assert not await store.nights.undelete(number, 0)
    assert await store.nights.delete(number, GUEST, "Gus")
    assert not await store.nights.delete(number, HOST, "Hal")
    assert not await store.nights.undelete(number, now)
    deleted = await read_night(store, number)
    assert (deleted.deleted, deleted.deleted_by, deleted.seq) == (1000, "Gus", 2)
    other = await store.nights.begin(NEW, None)
    with pytest.raises(NightIsOn) as on:
        await store.nights.undelete(number, 0)
    assert on.value.night == other
    assert await store.nights.end(other, HOST, "Harry")
    assert not await store.nights.end(other, HOST, "Hal")
    assert await store.nights.undelete(number, 0)
    back, ended = await read_night(store, number), await read_night(store, other)
    assert (back.deleted, back.deleted_by, back.seq) == (None, "", 3)
    assert (ended.ended, ended.ended_by, ended.seq) == (1000, "Hal", 2)
    assert place.peek("SELECT DISTINCT night_id FROM work WHERE kind = 'night_board' AND key = ''") == [(1,), (2,)]
    assert not await store.nights.undelete(99, 0)
    await store.nights.purge(number, 2000)
    assert await store.nights.night(number) == back
    await store.nights.delete(number, HOST, "Hal")
    await store.nights.purge(number, 1000)
    assert await store.nights.deleted(2000) == [number]
    await store.nights.purge(number, 2000)
    assert await store.nights.night(number) is None
    await store.close()


async def test_rows_are_added_and_removed(place: Place) -> None:
    store = await Store.open(place.database())
    number = await store.nights.begin(NEW, None)
    pad, table = Origin("pad", 3), Origin("table", 3)
    for origin, belongs in ((pad, True), (table, True), (pad, False)):
        await store.nights.set_part(number, origin, belongs=belongs)
    night = await read_night(store, number)
    assert (night.inside, night.outside, night.seq) == ({table}, {pad}, 4)
    with pytest.raises(StoreError, match=r"(?i)foreign"):
        await store.nights.set_part(99, pad, belongs=True)
    await store.close()


async def test_where_a_nights_messages_stand(place: Place) -> None:
    store = await Store.open(place.database(), clock=lambda: 1000)
    number = await store.nights.begin(NEW, None)
    await store.nights.note_posted(number, CHANNEL, 50)
    await store.nights.note_message_gone(number, 49)
    assert (await read_night(store, number)).message == 50
    await store.nights.note_message_gone(number, 50)
    night = await read_night(store, number)
    assert (night.message_channel, night.message) == (None, None)
    assert place.peek("SELECT count(*) FROM work WHERE kind = 'night_board' AND key = ''") == [(1,)]
    await store.close()
