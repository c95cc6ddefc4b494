"""Pads that their keepers delete, and bring back within a day."""

from __future__ import annotations

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Stale
from bot.pads import deletion
from bot.pads.pad import Pad
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.deletion import delete_panel, deleted_panel, keeper_names
from bot.ui.pads.panels import more_panel
from cogs.base import ComponentCog
from cogs.pads.common import actor_of, ensure_access, load_pad, pad_at


class Deleting(ComponentCog):
    """The routes of deletions."""

    @route(CustomId.ASK_TO_DELETE_PAD, response="update", on="private")
    async def _ask_to_delete_pad(self, component: ComponentInteraction) -> None:
        """Ask whether a pad is to be deleted, and name what goes with it (`ask_to_delete_pad:PAD`)."""
        pad, actor, _ = await load_pad(component)
        await component.response.send(layout=delete_panel(pad, actor, absent=await self._absent(pad)))

    async def _absent(self, pad: Pad) -> frozenset[int]:
        """Return the keepers who have left the server."""
        is_member = self.services.members.is_member
        return frozenset([user for user, _ in pad.record.keepers if not await is_member(pad.record.guild, user)])

    @route(CustomId.DELETE_PAD, response="update", on="private")
    async def _delete_pad(self, component: ComponentInteraction) -> None:
        """Delete a pad as it was after a change, or agree to that (`delete_pad:PAD:SEQ`)."""
        pad, actor, _ = await load_pad(component)
        await ensure_access(component, pad)
        absent = await self._absent(pad)
        build = deletion.delete(actor, component.number(1) or 0, self.services.pads.clock(), absent)
        try:
            pad, _ = await self.services.pads.change(pad.id, build)
        except Stale as stale:
            pad = await self.services.pads.find(pad.id)
            await component.response.send(layout=delete_panel(pad, actor, stale.sentence, absent))
            return
        if pad.record.deleted is not None:
            await component.response.send(layout=deleted_panel(pad))
            return
        missing_names = keeper_names(pad, deletion.missing_agreements(pad, actor.id, absent))
        sentence = f"You agree. {missing_names} must agree, too: *More* on the pad."
        await component.response.send(layout=more_panel(pad, actor, sentence))

    @route(CustomId.KEEP_PAD, response="update", on="private")
    async def _keep_pad(self, component: ComponentInteraction) -> None:
        """Refuse the deletion of a pad (`keep_pad:PAD`)."""
        pad, actor, _ = await load_pad(component)
        pad, _ = await self.services.pads.change(pad.id, deletion.keep(actor))
        await component.response.send(
            layout=more_panel(pad, actor, "The pad stays. To delete it, all keepers agree again.")
        )

    @route(CustomId.RESTORE_PAD, response="private", on="anywhere")
    async def _restore_pad(self, component: ComponentInteraction) -> None:
        """Undo the deletion of a pad (`restore_pad:PAD`)."""
        pad = await pad_at(self.services, component.interaction, component.number(0), deleted=True)
        await ensure_access(component, pad)
        actor = actor_of(component.interaction, pad)
        pad, _ = await self.services.pads.change(pad.id, deletion.undelete(actor, self.services.pads.clock()))
        await component.response.send(layout=more_panel(pad, actor, "The pad is back."))
