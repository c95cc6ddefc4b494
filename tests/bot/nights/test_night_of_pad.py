"""The club night of a pad: only nights that may be its own are read."""

from __future__ import annotations

import pytest

from bot.nights.consents import LATEST_NIGHTS, night_of_pad
from bot.pads.pads import Pads
from bot.tables.services.tables import Tables
from data.nights.records import NewNight, NightRecord
from data.standings.records import Origin
from tests.support.pads import ADA, CHANNEL, GUILD, open_pad


async def test_nights_of_other_channels_are_not_read_for_a_pad(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    pads, nights = Pads(tables.store), tables.store.nights
    own_night = await nights.begin(NewNight(GUILD, CHANNEL, "Here", ADA.id, "Ada"), None)
    pad = await open_pad(pads)
    other_nights = [
        await nights.begin(NewNight(GUILD, CHANNEL + 1 + number, f"Night {number}", ADA.id, "Ada"), None)
        for number in range(LATEST_NIGHTS - 1)
    ]
    reads, parts_of = list[int](), nights.parts_of

    async def note_read(night: NightRecord) -> list[Origin]:
        reads.append(night.id)
        return await parts_of(night)

    monkeypatch.setattr(nights, "parts_of", note_read)
    result = await night_of_pad(pads, pad)
    assert result is not None
    assert (result[0].name, result[1], reads) == ("Here", [Origin("pad", pad.id)], [own_night])
    await nights.set_part(own_night, Origin("pad", pad.id), belongs=False)
    assert await night_of_pad(pads, pad) is None
    await nights.set_part(other_nights[0], Origin("pad", pad.id), belongs=True)
    result = await night_of_pad(pads, pad)
    assert result is not None
    assert result[0].name == "Night 0"
    assert reads == [own_night, own_night, other_nights[0]]
