"""The answers of people whom others made players of a pad: to play along, or to be left out."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.common.errors import Declined, Stale
from bot.common.text import NAME_LIMIT, plain
from bot.pads.commands import Actor
from bot.pads.consents import STAYS_GUEST, accepted
from bot.pads.pad import Pad
from bot.pads.pads import Build, PadStep
from data.pad_records import Adoption, PadConsent

NOT_ASKED: Final = "You were not asked."

AGREED: Final = "You play on this pad already. To leave: *Players*."


def agree(actor: Actor, now: int, *, used: bool = False) -> Build:
    """Play along on a pad, on a finished one too, and be the guest that one is said to be; with `used` since one has
    used the pad, which still lets them refuse.

    Raises Declined where nobody has asked them or they have refused, Stale where they play along already.
    """

    def build(pad: Pad) -> PadStep:
        mine = _mine(pad, actor)
        if mine.state == "agreed" or (used and mine.state == "used"):
            raise Stale(AGREED)
        players, consent = accepted(pad.record.players, mine, actor.name, "used" if used else "agreed", now)
        step = PadStep(actor.change("agree"), players=players, consents=(consent,))
        if mine.guest and not used:  # who says that they are a guest is that guest on all pads of the server
            by = actor.id if mine.by is None else mine.by
            step.adoption = Adoption(pad.record.guild, mine.guest, actor.id, by)
        return step

    return Build(actor.interaction, build)


def refuse(actor: Actor, now: int) -> Build:
    """Be left out of a pad: the player is a guest from then on, by the name that they had before, and stays one.

    Raises Declined where nobody has asked them or they have agreed, Stale where they are left out already.
    """

    def build(pad: Pad) -> PadStep:
        mine = _mine(pad, actor)
        if mine.state == "agreed":
            raise Declined(AGREED)
        called = mine.guest or plain(actor.name, NAME_LIMIT) or "A guest"
        players = tuple(
            replace(one, user=None, name=called) if one.number == mine.player else one for one in pad.record.players
        )
        told = now if mine.told is None else mine.told
        return PadStep(actor.change("refuse"), players=players, consents=(replace(mine, state="refused", told=told),))

    return Build(actor.interaction, build)


def _mine(pad: Pad, actor: Actor) -> PadConsent:
    """The question that the actor was asked. Raises Declined, Stale."""
    mine = pad.consents.get(actor.id)
    if mine is None or mine.state == "left":
        raise Declined(NOT_ASKED)
    if mine.state == "refused":
        raise Stale(STAYS_GUEST)
    return mine
