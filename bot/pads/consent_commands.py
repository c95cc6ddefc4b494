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
        request = _require_request(pad, actor)
        if request.state == "agreed" or (used and request.state == "used"):
            raise Stale(ALREADY_AGREED_TEXT)
        players, consent = accept(pad.record.players, request, actor.name, "used" if used else "agreed", now)
        step = PadStep(actor.new_change("agree"), players=players, consents=(consent,))
        if request.guest and not used:  # who says that they are a guest is that guest on all pads of the server
            by = actor.id if request.by is None else request.by
            step.adoption = GuestAdoption(pad.record.guild, request.guest, actor.id, by)
        return step

    return PadCommand(actor.interaction, build)


def refuse(actor: PadActor, now: int) -> PadCommand:
    """Refuse to be a player: the player stays a guest, by the name from before.

    Raises Declined if nobody has asked them or they have agreed, Stale if they have refused already.
    """

    def build(pad: Pad) -> PadStep:
        request = _require_request(pad, actor)
        if request.state == "agreed":
            raise Declined(ALREADY_AGREED_TEXT)
        called = request.guest or plain(actor.name, NAME_LIMIT) or "A guest"
        players = tuple(
            replace(player, user=None, name=called) if player.number == request.player else player
            for player in pad.record.players
        )
        informed_at = now if request.informed_at is None else request.informed_at
        return PadStep(
            actor.new_change("refuse"),
            players=players,
            consents=(replace(request, state="refused", informed_at=informed_at),),
        )

    return PadCommand(actor.interaction, build)


def _require_request(pad: Pad, actor: PadActor) -> PadConsent:
    """Return the request that the actor was sent. Raises Declined, Stale."""
    request = pad.consents.get(actor.id)
    if request is None or request.state == "left":
        raise Declined(NOT_ASKED_FOR_CONSENT_TEXT)
    if request.state == "refused":
        raise Stale(STAYS_GUEST)
    return request
