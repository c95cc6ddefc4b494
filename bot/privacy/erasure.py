"""Taking somebody's data out: in the store, and out of all that is in memory.

The store does it in one transaction (data/privacy.py), which owes the rest by rows: seats are given up, and messages
shown anew. While it is done the person's own presses wait for a moment, so that none of them keeps a name again.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from bot.common.errors import Declined
from bot.transport.interactions.responses import Reply
from data.errors import StoreError

if TYPE_CHECKING:
    from bot.app.client import EldestHand

MOMENT: Final = 3.0
"""Seconds that other answers to the same person, which are under way, get to come to their end."""


async def forget(bot: EldestHand, user: int, own: Reply) -> bool:
    """Take a user's data out, as the answer `own` to them. Returns whether their number stays where moderators keep
    them out.

    Raises Declined where that is under way already, StoreError; what it could note is then done at the next start.
    """
    if user in bot.leaving:
        raise Declined("Your data is being taken out already.")
    bot.leaving.add(user)
    try:
        await _others_are_answered(bot, user, own)
        async with bot.recorder.still:
            try:
                gone = await bot.store.privacy.forget(user)
            finally:  # whatever became of it: it is read anew
                await bot.tables.forget_person(user)
                bot.pads.forget_all()
                bot.people.forget(user)
        await _show(bot, gone.nights)
    finally:
        bot.leaving.discard(user)
    return gone.banned


async def _others_are_answered(bot: EldestHand, user: int, own: Reply) -> None:
    for _ in range(int(MOMENT / 0.01)):
        if not any(one is not own and one.interaction.user.id == user for one in bot.replies):
            return
        await asyncio.sleep(0.01)


async def _show(bot: EldestHand, nights: tuple[int, ...]) -> None:
    """Begin with what is owed; what cannot be begun now is begun at the next start."""
    bot.due.expect(0)
    bot.keeper.changed()
    try:
        await bot.pad_boards.start()
        await bot.contests.start()
        for night in nights:
            await bot.night_boards.changed(night)
    except StoreError:
        pass
