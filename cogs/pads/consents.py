"""The answers of people who were made players of a score pad by others."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined
from bot.nights.consents import find_same_night
from bot.pads import consent_commands
from bot.pads.commands import PadActor
from bot.pads.consents import is_awaited
from bot.pads.pad import Pad
from bot.pads.pads import PadCommand
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads import consents
from cogs.base import ComponentCog
from cogs.pads.common import actor_of, ensure_access, pad_at


class Consents(ComponentCog):
    """The routes of these answers."""

    @route(CustomId.AGREE_TO_PAD, response="private", on="anywhere")
    async def _agree_to_pad(self, component: ComponentInteraction) -> None:
        """Agree to be on a pad (`agree_to_pad:PAD`)."""
        pad = await pad_at(self.services, component.interaction, component.number(0), uses=False)
        await ensure_access(component, pad)
        build = consent_commands.agree(actor_of(component.interaction, pad), self.services.pads.clock())
        other_pads = await self._settle_night(component, pad, consent_commands.agree)
        pad, _ = await self.services.pads.change(pad.id, build)
        guest = pad.consents[component.interaction.user.id].guest
        await component.response.send_sentence(consents.agreed_text([pad, *other_pads], guest))

    @route(CustomId.REFUSE_PAD, response="private", on="anywhere")
    async def _refuse_pad(self, component: ComponentInteraction) -> None:
        """Refuse to be on a pad (`refuse_pad:PAD`)."""
        pad = await pad_at(self.services, component.interaction, component.number(0), uses=False)
        build = consent_commands.refuse(actor_of(component.interaction, pad), self.services.pads.clock())
        other_pads = await self._settle_night(component, pad, consent_commands.refuse)
        pad, _ = await self.services.pads.change(pad.id, build)
        await component.response.send_sentence(consents.refused_text([pad, *other_pads]))

    async def _settle_night(
        self, component: ComponentInteraction, pad: Pad, answer: Callable[[PadActor, int], PadCommand]
    ) -> list[Pad]:
        """Give the answer on the other pads of the night that the question named. Returns those pads.

        They come before the pad of the question, so that pressing again after a failure settles all. Raises StoreError.
        """
        user, settled = component.interaction.user, list[Pad]()
        consent = pad.consents.get(user.id)
        if consent is None or not is_awaited(pad, consent):
            return []
        same_night = await find_same_night(self.services.pads, pad, consent)
        for other_pad in [] if same_night is None else same_night.pads:
            if other_pad.consents[user.id].informed_at is not None:
                with suppress(Declined):  # they have answered there at this very moment
                    build = answer(PadActor(user, None), self.services.pads.clock())
                    settled.append((await self.services.pads.change(other_pad.id, build))[0])
        return settled
