"""The answers of people who were made players of a score pad by others."""

from __future__ import annotations

from typing import Final

from discord.ext import commands

from bot.app.client import EldestHand
from bot.app.router import ComponentInteraction
from bot.pads import consent_commands
from bot.ui.pads import consents
from cogs.pads.common import actor_of, pad_at, welcome

VERBS: Final = ("padagree", "padrefuse")


class Consents(commands.Cog):
    """The verbs of these answers."""

    def __init__(self, bot: EldestHand) -> None:
        self.services = bot.services

    async def cog_load(self) -> None:
        """Register the verbs."""
        self.services.router.add("padagree", self._agree, "private", "anywhere")
        self.services.router.add("padrefuse", self._refuse, "private", "anywhere")

    async def cog_unload(self) -> None:
        """Forget the verbs."""
        for verb in VERBS:
            self.services.router.remove(verb)

    async def _agree(self, component: ComponentInteraction) -> None:
        """`padagree:PAD`: play along."""
        pad = await pad_at(self.services, component.interaction, component.number(0), uses=False)
        await welcome(component, pad)
        build = consent_commands.agree(actor_of(component.interaction, pad), self.services.pads.clock())
        pad, _ = await self.services.pads.change(pad.id, build)
        await component.response.send_sentence(consents.agreed(pad, pad.consents[component.interaction.user.id].guest))

    async def _refuse(self, component: ComponentInteraction) -> None:
        """`padrefuse:PAD`: be left out."""
        pad = await pad_at(self.services, component.interaction, component.number(0), uses=False)
        build = consent_commands.refuse(actor_of(component.interaction, pad), self.services.pads.clock())
        pad, _ = await self.services.pads.change(pad.id, build)
        await component.response.send_sentence(consents.refused(pad))
