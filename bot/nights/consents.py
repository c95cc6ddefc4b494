"""One answer for a club night: who was added to several of its pads agrees, or refuses, once."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.pads.consents import is_awaited
from bot.pads.pad import Pad
from bot.pads.pads import Pads
from data.nights.records import NightRecord
from data.pads.records import PadConsent
from data.standings.records import Origin

LATEST_NIGHTS: Final = 25
"""The club nights of a server among which a pad's is looked for."""


class SameNight(NamedTuple):
    """A club night and its other pads: all, or the pads where a user has not answered the same question."""

    night: str
    pads: list[Pad]


async def find_same_night(pads: Pads, pad: Pad, consent: PadConsent) -> SameNight | None:
    """Return the other pads of a pad's night to which its consent's answer applies; None if there are none.

    Raises StoreError.
    """
    night = await find_night(pads, pad)
    same = [] if night is None else same_questions(night, consent)
    return SameNight(night.night, same) if night is not None and same else None


def same_questions(night: SameNight, consent: PadConsent) -> list[Pad]:
    """Return the pads of a night to which a consent's answer applies.

    The question is another one for a player who is another guest.
    """
    return [other for other in night.pads if _asks_the_same(other, consent)]


async def find_night(pads: Pads, pad: Pad) -> SameNight | None:
    """Return the night of a pad with its other pads; None if it is of no night. Raises StoreError."""
    night = await night_of_pad(pads, pad)
    if night is None:
        return None
    record, parts = night
    numbers = [part.number for part in parts if part.source == "pad" and part.number != pad.id]
    return SameNight(record.name, [await pads.find(number) for number in numbers])


async def night_of_pad(pads: Pads, pad: Pad) -> tuple[NightRecord, list[Origin]] | None:
    """Return the night of a pad, with its tables and pads; None if it is of no night. Raises StoreError."""
    nights, origin = pads.store.nights, Origin("pad", pad.id)
    for night in await nights.of_server(pad.record.guild, LATEST_NIGHTS):
        is_opened_there = night.channel == pad.record.channel and night.began <= pad.record.created <= night.end
        if (is_opened_there or origin in night.inside) and origin in (parts := await nights.parts_of(night)):
            return night, parts
    return None


def _asks_the_same(other: Pad, consent: PadConsent) -> bool:
    theirs = other.consents.get(consent.user)
    return theirs is not None and is_awaited(other, theirs) and theirs.guest == consent.guest
