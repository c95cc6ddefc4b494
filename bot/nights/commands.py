"""Commands that begin a club night or undo its deletion."""

from __future__ import annotations

from bot.common.errors import Declined
from data.nights.errors import NightIsOn
from data.nights.records import UNDO_MS, NewNight
from data.store import Store


async def begin(store: Store, new: NewNight, interaction: int) -> int:
    """Begin a club night and return its number; a repeated interaction gets the number that it began.

    Raises Declined if a night is on in that channel, StoreError.
    """
    try:
        return await store.nights.begin(new, interaction)
    except NightIsOn as on:
        raise Declined(on.sentence) from None


async def undelete(store: Store, night: int, now: int) -> None:
    """Undo the deletion of a club night. Raises Declined if it is too late or another is on, StoreError."""
    try:
        back = await store.nights.undelete(night, now - UNDO_MS)
    except NightIsOn:
        raise Declined("End the other club night in its channel first.") from None
    if not back:
        raise Declined("That club night was deleted over a day ago.")
