"""The commands by which people agree to be players of a pad, or refuse."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.common.errors import Declined, Stale
from bot.common.text import NAME_LIMIT, plain
from bot.pads.commands import PadActor
from bot.pads.consents import STAYS_GUEST, accept
from bot.pads.pad import Pad
from bot.pads.pads import PadCommand, PadStep
from data.pads.records import GuestAdoption, PadConsent

NOT_ASKED_FOR_CONSENT_TEXT: Final = "You were not asked."

ALREADY_AGREED_TEXT: Final = "You play on this pad already. To leave: *Players*."


def agree(actor: PadActor, now: int, *, used: bool = False) -> PadCommand:
    """Agree to be a player, also on a finished pad; with `used` by using the pad, after which they may still refuse.

    Raises Declined if nobody has asked them or they have refused, Stale if they have agreed already.
    """

    def build(pad: Pad) -> PadStep:
        mine = _require_request(pad, actor)
        if mine.state == "agreed" or (used and mine.state == "used"):
            raise Stale(ALREADY_AGREED_TEXT)
        players, consent = accept(pad.record.players, mine, actor.name, "used" if used else "agreed", now)
        step = PadStep(actor.new_change("agree"), players=players, consents=(consent,))
        if mine.guest and not used:  # who says that they are a guest is that guest on all pads of the server
            by = actor.id if mine.by is None else mine.by
            step.adoption = GuestAdoption(pad.record.guild, mine.guest, actor.id, by)
        return step

    return PadCommand(actor.interaction, build)


def refuse(actor: PadActor, now: int) -> PadCommand:
    """Refuse to be a player: the player stays a guest, by the name from before.

    Raises Declined if nobody has asked them or they have agreed, Stale if they have refused already.
    """

    def build(pad: Pad) -> PadStep:
        mine = _require_request(pad, actor)
        if mine.state == "agreed":
            raise Declined(ALREADY_AGREED_TEXT)
        called = mine.guest or plain(actor.name, NAME_LIMIT) or "A guest"
        players = tuple(
            replace(player, user=None, name=called) if player.number == mine.player else player
            for player in pad.record.players
        )
        informed_at = now if mine.informed_at is None else mine.informed_at
        return PadStep(
            actor.new_change("refuse"),
            players=players,
            consents=(replace(mine, state="refused", informed_at=informed_at),),
        )

    return PadCommand(actor.interaction, build)


def _require_request(pad: Pad, actor: PadActor) -> PadConsent:
    """The request that the actor was sent. Raises Declined, Stale."""
    mine = pad.consents.get(actor.id)
    if mine is None or mine.state == "left":
        raise Declined(NOT_ASKED_FOR_CONSENT_TEXT)
    if mine.state == "refused":
        raise Stale(STAYS_GUEST)
    return mine
