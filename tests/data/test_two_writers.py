"""Two processes that change the same row, each with a memory of its own: no change of either is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from bot.common.errors import Stale
from bot.pads import commands
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from bot.people.guild_settings import ServerSettingsCache
from bot.people.preferences import PreferencesCache
from bot.tables.model.step import Step
from bot.tables.services.tables import Tables
from data.nights.records import NewNight
from data.standings.records import Origin
from data.store import Store
from data.tables.errors import SequenceTaken
from data.tables.events import EventKind
from data.tables.records import Append, NewEvent
from data.tables.settings import TableSettings
from tests.data.makers import CHANNEL, GUILD, HOST, create_table, make_step, read_table
from tests.support.databases import Place
from tests.support.pads import ADA as KEEPER
from tests.support.pads import BELA, Person, draft_hand, enter_hand, make_pad_actor, open_pad
from tests.support.people import ADA
from tests.support.tables import open_lobby as opened_table

INTERLEAVINGS: Final = {"sqlite": 60, "postgresql": 200}
"""Writers that take turns, or write at once, in an order by the seed: as many on each database as its suite has time
for."""
INTERLEAVINGS_OF_ROW: Final = 5

APART_SECONDS: Final = (0, 0, 0.0005, 0.002, 0.005)
"""Seconds after which a correction begins."""

Change = Callable[[int], Awaitable[object]]
"""A change of the row by one writer, which leaves a number there."""


class Row(NamedTuple):
    """A row that both writers change: the change and the numbers that are stored."""

    changes: tuple[Change, Change]
    read: Callable[[], Awaitable[set[int]]]


class Writers:
    """Two stores on one database, and what each remembers."""

    def __init__(self, *stores: Store) -> None:
        self.stores = stores
        self.tables = [Tables(store, max_open=max(INTERLEAVINGS.values())) for store in stores]
        self.pads = [Pads(store) for store in stores]
        self.preferences = [PreferencesCache(store) for store in stores]
        self.servers = [ServerSettingsCache(store) for store in stores]


@pytest.fixture
async def writers(place: Place) -> AsyncIterator[Writers]:
    """Yield two writers on one database."""
    first, second = await Store.open(place.database()), await Store.open(place.database())
    yield Writers(first, second)
    await first.close()
    await second.close()


async def make_table_row(writers: Writers, _: int) -> Row:
    number = (await opened_table(writers.tables[0])).id

    def spent(now: TableSettings, stamp: int) -> TableSettings:
        return {**now, "bank_spent_ms": {**now.get("bank_spent_ms", {}), str(stamp): stamp}}

    async def change(tables: Tables, stamp: int) -> None:
        if stamp % 3:
            await tables.update_row(
                number, lambda row: Append(row.id, row.seq, changes={"settings": spent(row.settings, stamp)})
            )
            return

        def build(step: Step) -> None:
            step.add(NewEvent(EventKind.KEEP))
            step.changes["settings"] = spent(step.record.settings, stamp)

        await tables.change(number, None, build)

    async def read() -> set[int]:
        return set((await read_table(writers.stores[0], number)).settings.get("bank_spent_ms", {}).values())

    first, second = writers.tables
    return Row((lambda stamp: change(first, stamp), lambda stamp: change(second, stamp)), read)


async def make_pad_row(writers: Writers, _: int) -> Row:
    first, second = writers.pads
    number = (await open_pad(first)).id

    async def change(pads: Pads, stamp: int) -> None:
        await pads.change(number, commands.add_players(commands.PadActor(ADA, None), [(None, f"Guest {stamp}")]))

    async def read() -> set[int]:
        pad = await writers.stores[0].pads.pad(number)
        assert pad is not None
        return {int(player.name.split()[1]) for player in pad.players if player.user is None}

    return Row((lambda stamp: change(first, stamp), lambda stamp: change(second, stamp)), read)


async def make_night_row(writers: Writers, seed: int) -> Row:
    first, second = (store.nights for store in writers.stores)
    number = await first.begin(NewNight(GUILD, CHANNEL + seed, "Friday club", HOST, "Hal"), None)

    async def read() -> set[int]:
        night = await second.night(number)
        assert night is not None
        assert night.seq == 1 + len(night.inside | night.outside)
        return {origin.number for origin in night.inside | night.outside}

    return Row(
        (
            lambda stamp: first.set_part(number, Origin("table", stamp), belongs=True),
            lambda stamp: second.set_part(number, Origin("pad", stamp), belongs=False),
        ),
        read,
    )


async def make_person_row(writers: Writers, seed: int) -> Row:
    first, second = writers.preferences
    who = type(ADA)(1000 + seed, "Ada")

    async def read() -> set[int]:
        return set((await writers.stores[0].preferences.of(who.id)).muted)

    return Row(
        (lambda stamp: first.mute(who, stamp, muted=True), lambda stamp: second.mute(who, stamp, muted=True)), read
    )


async def make_server_row(writers: Writers, seed: int) -> Row:
    first, second = writers.servers
    guild, settled = GUILD + seed, dict[str, list[int]](channels=[], roles=[])

    async def settle(servers: ServerSettingsCache, name: str, stamp: int) -> None:
        settled[name].append(stamp)
        await servers.change(guild, **{name: tuple(settled[name])})

    async def read() -> set[int]:
        values = (await writers.stores[0].guild_settings.of(guild)).values
        return {*values.get("channels", ()), *values.get("roles", ())}

    return Row(
        (lambda stamp: settle(first, "channels", stamp), lambda stamp: settle(second, "roles", stamp)),
        read,
    )


KINDS: Final = {
    "table": make_table_row,
    "pad": make_pad_row,
    "night": make_night_row,
    "person": make_person_row,
    "server": make_server_row,
}


@pytest.mark.parametrize("kind", KINDS)
async def test_no_change_of_two_writers_is_lost(writers: Writers, place: Place, kind: str) -> None:
    for seed in range(0, INTERLEAVINGS[place.kind], INTERLEAVINGS_OF_ROW):
        rng, stamp = Random(seed), 0
        row = await KINDS[kind](writers, seed)
        for _ in range(INTERLEAVINGS_OF_ROW):
            at_once = rng.sample((0, 1), rng.choice((1, 1, 2)))
            stamps = range(stamp + 1, stamp + 1 + len(at_once))
            await asyncio.gather(*(row.changes[writer](entry) for writer, entry in zip(at_once, stamps, strict=True)))
            stamp += len(at_once)
        assert await row.read() == set(range(1, stamp + 1)), f"interleavings from {seed} on"


async def test_a_step_from_memory_of_an_older_row_is_refused(writers: Writers) -> None:
    first, second = writers.stores
    table = await create_table(first)
    await first.tables.append(Append(table.id, 1, changes={"settings": {"homeless": 7}}, rev=table.rev))
    with pytest.raises(SequenceTaken):
        await second.tables.append(make_step(table.id, 1, rev=table.rev))
    assert (await read_table(second, table.id)).settings == {"homeless": 7}


async def test_reads_during_writes_see_one_moment(writers: Writers) -> None:
    """Each change of the pad adds a guest, and each change of the night a table."""
    first, second = writers.stores
    pad = (await open_pad(writers.pads[0])).id
    night = await first.nights.begin(NewNight(GUILD, CHANNEL, "Friday club", HOST, "Hal"), None)
    is_written = asyncio.Event()

    async def write() -> None:
        for stamp in range(1, 11):
            guest = commands.add_players(commands.PadActor(ADA, None), [(None, f"Guest {stamp}")])
            await writers.pads[0].change(pad, guest)
            await first.nights.set_part(night, Origin("table", stamp), belongs=True)
        is_written.set()

    async def read() -> None:
        while not is_written.is_set():
            pad_record, evening = await second.pads.pad(pad), await second.nights.night(night)
            assert pad_record is not None
            assert evening is not None
            assert (len(pad_record.players), len(evening.inside)) == (pad_record.seq + 1, evening.seq - 1)

    await asyncio.gather(write(), *(read() for _ in range(3)))


class Correction(NamedTuple):
    """A keeper's correction of the hand of a pad, by one of two writers."""

    keeper: Person
    store: Store
    pads: Pads
    account: dict[str, Any]

    async def make(self, pad: Pad, wait: float) -> tuple[int, int | Stale]:
        """Correct the hand as it is on `pad`, after a moment; return the draft's number, and the change or refusal."""
        draft, account = draft_hand(pad, self.keeper, self.account, hand=1)
        draft = replace(draft, id=await self.store.pads.save_draft(draft, self.keeper.display_name))
        await asyncio.sleep(wait)
        try:
            _, seq = await self.pads.change(pad.id, commands.enter(make_pad_actor(self.keeper), draft, account, 1_000))
        except Stale as refusal:
            return draft.id, refusal
        return draft.id, seq


@pytest.mark.parametrize("corrections", [40, pytest.param(200, marks=pytest.mark.soak)])
async def test_of_two_keepers_who_correct_a_hand_at_once_one_is_refused_with_a_sentence(
    writers: Writers, corrections: int
) -> None:
    """The hand is as one of them corrected it, in one change; the other's draft is still there."""
    (first, second), (store, other) = writers.pads, writers.stores
    pad = await open_pad(first)
    pad, _ = await first.change(pad.id, commands.set_keepers(make_pad_actor(KEEPER), [(BELA.id, BELA.display_name)]))
    pad = await enter_hand(first, pad, {"points": [0, 0]})
    for seed in range(corrections):
        rng, before = Random(seed), pad.record
        earlier, two = rng.sample((KEEPER, BELA), 2)
        both = (
            Correction(earlier, store, first, {"points": [2 * seed + 1, 0]}),
            Correction(two, other, second, {"points": [0, 2 * seed + 2]}),
        )
        ends = await asyncio.gather(*(correction.make(pad, rng.choice(APART_SECONDS)) for correction in both))
        refusals = [isinstance(end, Stale) for _, end in ends]
        assert sorted(refusals) == [False, True], f"seed {seed}: {ends}"
        (draft, seq), (unused, refusal) = sorted(ends, key=lambda end: isinstance(end[1], Stale))
        winner = both[refusals.index(False)]
        assert str(refusal) == "Someone else changed this hand meanwhile. Nothing was done."
        assert seq == before.seq + 1, seed
        change, previous = await store.pads.changes(pad.id, None, 2)
        assert (change.seq, change.kind, change.user) == (seq, "correct", winner.keeper.id), seed
        assert (previous.seq, (change.before or {})["account"]) == (before.seq, before.hands[0].account), seed
        pad = await Pads(other).find(pad.id)
        assert (pad.record.seq, len(pad.record.hands), pad.hands[1].account) == (seq, 1, winner.account), seed
        assert await store.pads.draft(draft) is None, seed
        assert await store.pads.delete_draft(unused), seed
