"""One answer for a club night: who was added to several of its pads agrees, or refuses, once."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.pads.consents import is_awaited
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from data.pads.records import PadConsent
from data.standings.records import Origin

LATEST_NIGHTS: Final = 10
"""The club nights of a server among which a pad's is looked for."""


class SameNight(NamedTuple):
    """A club night, and other pads of it on which somebody is still to answer the same question."""

    night: str
    pads: list[Pad]


async def find_same_night(pads: Pads, pad: Pad, consent: PadConsent) -> SameNight | None:
    """The other pads of a pad's night to which its consent's answer applies; None if there are none.

    The question is another one for a player who is another guest. Raises StoreError.
    """
    nights, origin = pads.store.nights, Origin("pad", pad.id)
    for night in await nights.of_server(pad.record.guild, LATEST_NIGHTS):
        is_opened_there = night.channel == pad.record.channel and night.began <= pad.record.created <= night.end
        if not (is_opened_there or origin in night.inside):
            continue
        parts = await nights.parts_of(night)
        if origin not in parts:
            continue
        found = [await pads.find(part.number) for part in parts if part.source == "pad" and part != origin]
        same = [other for other in found if _asks_the_same(other, consent)]
        return SameNight(night.name, same) if same else None
    return None


def _asks_the_same(other: Pad, consent: PadConsent) -> bool:
    theirs = other.consents.get(consent.user)
    return theirs is not None and is_awaited(other, theirs) and theirs.guest == consent.guest
