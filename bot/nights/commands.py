"""Beginning club nights, and bringing back those that were deleted."""

from __future__ import annotations

from bot.common.errors import Declined
from data.errors import NightIsOn, NightMade
from data.night_records import UNDO, NewNight
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


async def bring_back(store: Store, night: int, now: int) -> None:
    """Undo the deletion of a club night. Raises Declined where it is too late, and where another is on, StoreError."""
    try:
        back = await store.nights.bring_back(night, now - UNDO)
    except NightIsOn:
        raise Declined("End the other club night in its channel first.") from None
    if not back:
        raise Declined("That club night was deleted over a day ago.")
