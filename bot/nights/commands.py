"""Beginning club nights."""

from __future__ import annotations

from bot.common.errors import Declined
from data.errors import NightIsOn, NightMade
from data.night_records import NewNight
from data.store import Store


async def begin(store: Store, new: NewNight, interaction: int) -> int:
    """Begin a club night, and return its number; an interaction that comes again finds what it began.

    Raises Declined where one is on in that channel, StoreError.
    """
    try:
        return await store.nights.begin(new, interaction)
    except NightMade as made:
        return made.night
    except NightIsOn as on:
        raise Declined(on.sentence) from None
