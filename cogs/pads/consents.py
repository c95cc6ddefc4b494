"""The answers of people who were made players of a score pad by others."""

from __future__ import annotations

from bot.app.router import ComponentInteraction, route
from bot.pads import consent_commands
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads import consents
from cogs.base import ComponentCog
from cogs.pads.common import actor_of, pad_at, welcome


class Consents(ComponentCog):
    """The routes of these answers."""

    @route(CustomId.AGREE_TO_PAD, response="private", on="anywhere")
    async def _agree(self, component: ComponentInteraction) -> None:
        """`agree_to_pad:PAD`: play along."""
        pad = await pad_at(self.services, component.interaction, component.number(0), uses=False)
        await welcome(component, pad)
        build = consent_commands.agree(actor_of(component.interaction, pad), self.services.pads.clock())
        pad, _ = await self.services.pads.change(pad.id, build)
        await component.response.send_sentence(
            consents.agreed_text(pad, pad.consents[component.interaction.user.id].guest)
        )

    @route(CustomId.REFUSE_PAD, response="private", on="anywhere")
    async def _refuse(self, component: ComponentInteraction) -> None:
        """`refuse_pad:PAD`: be left out."""
        pad = await pad_at(self.services, component.interaction, component.number(0), uses=False)
        build = consent_commands.refuse(actor_of(component.interaction, pad), self.services.pads.clock())
        pad, _ = await self.services.pads.change(pad.id, build)
        await component.response.send_sentence(consents.refused_text(pad))
