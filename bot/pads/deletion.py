"""The commands that delete a pad, or undo that. Each is a PadCommand for Pads.change.

One keeper deletes a pad; all must agree if it was ever finished. A deleted pad is purged after a day
(bot/tables/workers/retention.py).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bot.common.errors import Declined, Stale
from bot.pads.commands import PadActor, require_keeper
from bot.pads.pad import Pad
from bot.pads.pads import PadCommand, PadStep

UNDO_MS: Final = 24 * 3600 * 1000
"""Milliseconds in which a deletion can be undone."""

ALL_KEEPERS: Final = "Only all keepers together can delete a finished pad."

RESTORE_TOO_LATE_TEXT: Final = "That pad was deleted over a day ago."


def missing_agreements(pad: Pad, user: int, absent: Collection[int] = ()) -> tuple[int, ...]:
    """Return the keepers who still have to agree before a user can delete a pad.

    Those `absent` from the server are left out. Nobody has to agree if the pad was never finished.
    """
    if not pad.record.ever_finished:
        return ()
    return tuple(keeper for keeper, _ in pad.record.keepers if keeper not in {user, *pad.record.delete_agreed, *absent})


def delete(actor: PadActor, seq: int, now: int, absent: Collection[int] = ()) -> PadCommand:
    """Delete a pad, or agree to it if others must agree, too; `seq` is the pad's change that they saw."""

    def build(pad: Pad) -> PadStep:
        require_deleter(actor, pad)
        if pad.record.seq != seq:
            raise Stale("The pad has changed meanwhile. Nothing was done.")
        if missing_agreements(pad, actor.id, absent):
            if actor.id in pad.record.delete_agreed:
                raise Stale("You have agreed already.")
            return PadStep(actor.new_change("agree_delete"))
        return PadStep(actor.new_change("delete"), {"deleted": now})

    return PadCommand(actor.interaction, build)


def require_deleter(actor: PadActor, pad: Pad) -> None:
    """Check that the actor may delete a pad or agree to it. Raises Declined."""
    keepers = {user for user, _ in pad.record.keepers}
    require_keeper(actor, pad)
    if pad.record.ever_finished and keepers and actor.id not in keepers:
        raise Declined(ALL_KEEPERS)


def keep(actor: PadActor) -> PadCommand:
    """Keep a pad that others want to delete: all agreements end."""

    def build(pad: Pad) -> PadStep:
        require_keeper(actor, pad)
        if not pad.record.delete_agreed:
            raise Stale("Nobody wants to delete this pad now.")
        return PadStep(actor.new_change("keep_pad"))

    return PadCommand(actor.interaction, build)


def undelete(actor: PadActor, now: int) -> PadCommand:
    """Undo a pad's deletion within a day."""

    def build(pad: Pad) -> PadStep:
        require_keeper(actor, pad)
        if pad.record.deleted is None:
            raise Stale("This pad is not deleted.")
        if now >= pad.record.deleted + UNDO_MS:
            raise Declined(RESTORE_TOO_LATE_TEXT)
        return PadStep(actor.new_change("undelete"), {"deleted": None})

    return PadCommand(actor.interaction, build)
