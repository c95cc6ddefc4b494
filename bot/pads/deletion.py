"""Pads that are deleted: by whom, and for how long that can be undone. Each is a Build for Pads.change.

A pad goes by one of its keepers; one that was ever finished by all of them, since results of others hang on it. It is
marked as deleted first: nobody finds it, and its results count nowhere. After a day it goes for good
(bot/tables/workers/retention.py).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bot.common.errors import Declined, Stale
from bot.pads.commands import NOT_YOURS, Actor
from bot.pads.pad import Pad
from bot.pads.pads import Build, PadStep

UNDO: Final = 24 * 3600 * 1000
"""Milliseconds in which a deletion can be undone."""

ALL_KEEPERS: Final = "Only all keepers together can delete a finished pad."

TOO_LATE: Final = "That pad was deleted over a day ago."


def lacking(pad: Pad, user: int, absent: Collection[int] = ()) -> tuple[int, ...]:
    """Which keepers have to agree before a user can delete a pad: none while it was never finished. Those who are
    `absent` from the server are not asked.
    """
    if not pad.record.ever_finished:
        return ()
    return tuple(one for one, _ in pad.record.keepers if one not in {user, *pad.record.delete_agreed, *absent})


def delete(actor: Actor, seq: int, now: int, absent: Collection[int] = ()) -> Build:
    """Delete a pad, or agree to that where others have to agree, too; `seq` is the change of the pad that they saw."""

    def build(pad: Pad) -> PadStep:
        require_deleter(actor, pad)
        if pad.record.seq != seq:
            raise Stale("The pad has changed meanwhile. Nothing was done.")
        if lacking(pad, actor.id, absent):
            if actor.id in pad.record.delete_agreed:
                raise Stale("You have agreed already.")
            return PadStep(actor.change("agree_delete"))
        return PadStep(actor.change("delete"), {"deleted": now})

    return Build(actor.interaction, build)


def require_deleter(actor: Actor, pad: Pad) -> None:
    """Raises Declined for those who may neither delete a pad nor agree to it."""
    keepers = {user for user, _ in pad.record.keepers}
    if not actor.keeps(pad):
        raise Declined(NOT_YOURS)
    if pad.record.ever_finished and keepers and actor.id not in keepers:
        raise Declined(ALL_KEEPERS)


def keep(actor: Actor) -> Build:
    """Say that a pad which others want to delete is kept: whoever had agreed is asked anew."""

    def build(pad: Pad) -> PadStep:
        if not actor.keeps(pad):
            raise Declined(NOT_YOURS)
        if not pad.record.delete_agreed:
            raise Stale("Nobody wants to delete this pad now.")
        return PadStep(actor.change("keep_pad"))

    return Build(actor.interaction, build)


def bring_back(actor: Actor, now: int) -> Build:
    """Undo the deletion of a pad, within a day."""

    def build(pad: Pad) -> PadStep:
        if not actor.keeps(pad):
            raise Declined(NOT_YOURS)
        if pad.record.deleted is None:
            raise Stale("This pad is not deleted.")
        if now >= pad.record.deleted + UNDO:
            raise Declined(TOO_LATE)
        return PadStep(actor.change("undelete"), {"deleted": None})

    return Build(actor.interaction, build)
