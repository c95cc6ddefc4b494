"""Contested hands, and the keepers' decisions."""

from __future__ import annotations

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined, Stale
from bot.pads import contests
from bot.pads.commands import HAND_CHANGED_TEXT, find_hand
from bot.pads.contests import MAX_CONTEST_LETTERS
from bot.pads.pads import PadCommand
from bot.ui.kit.components import custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.modals import labelled_modal, text_label
from cogs.base import ComponentCog
from cogs.pads.common import ensure_access, hand_panel, load_pad, returns_input


class Contesting(ComponentCog):
    """The routes of contests."""

    @route(CustomId.OPEN_CONTEST_FORM, response="update", on="private")
    async def _open_contest_form(self, component: ComponentInteraction) -> None:
        """Ask why a hand is contested (`open_contest_form:PAD:HAND:REV`)."""
        pad, actor, _ = await load_pad(component)
        await ensure_access(component, pad)
        number, rev = component.number(1) or 0, component.number(2) or 0
        hand = find_hand(pad, number)
        last_entry = contests.last_entry_of(hand, await self.services.store.pads.last_entry_time(pad.id, number))
        if sentence := contests.refusal(pad, actor, hand, last_entry, self.services.pads.clock()):
            raise Declined(sentence)
        if hand.rev != rev:
            raise Stale(HAND_CHANGED_TEXT)
        hint = "Everyone sees this. A keeper decides."
        reason_field = text_label("why", "Reason", MAX_CONTEST_LETTERS, hint=hint, required=False, paragraph=True)
        submit = custom_id(CustomId.SUBMIT_CONTEST_FORM, pad.id, number, rev)
        await component.response.modal(labelled_modal(f"Contest hand {number}", submit, reason_field))

    @route(CustomId.SUBMIT_CONTEST_FORM, response="update", on="private")
    @returns_input
    async def _submit_contest_form(self, component: ComponentInteraction) -> None:
        """Contest a hand for the typed reason (`submit_contest_form:PAD:HAND:REV`)."""
        pad, actor, _ = await load_pad(component)
        number, rev = component.number(1) or 0, component.number(2) or 0
        hand = find_hand(pad, number)
        last_entry = contests.last_entry_of(hand, await self.services.store.pads.last_entry_time(pad.id, number))
        reason = "".join(component.fields.get("why", ()))
        build = contests.contest(actor, number, rev, reason, last_entry, self.services.pads.clock())
        await self._change(component, build, "You contested this hand. The keepers are told.")

    @route(CustomId.WITHDRAW_CONTEST, response="update", on="private")
    async def _withdraw_contest(self, component: ComponentInteraction) -> None:
        """Withdraw the own contest (`withdraw_contest:PAD:HAND:REV`)."""
        _, actor, _ = await load_pad(component)
        build = contests.withdraw(actor, component.number(1) or 0, component.number(2) or 0)
        await self._change(component, build, "You withdrew your contest. The hand counts again.")

    @route(CustomId.REJECT_CONTEST, response="update", on="private")
    async def _reject_contest(self, component: ComponentInteraction) -> None:
        """Reject a contest, as a keeper: the hand stands (`reject_contest:PAD:HAND:REV`)."""
        _, actor, _ = await load_pad(component)
        build = contests.uphold(actor, component.number(1) or 0, component.number(2) or 0)
        await self._change(component, build, "The hand stands and counts again.")

    async def _change(self, component: ComponentInteraction, build: PadCommand, feedback: str) -> None:
        """Change the hand that the arguments name, and show it as it is then."""
        pad, actor, presenter = await load_pad(component)
        await ensure_access(component, pad)
        pad, _ = await self.services.pads.change(pad.id, build)
        await component.response.send(
            layout=await hand_panel(self.services, pad, actor, presenter, component.number(1) or 0, feedback)
        )

    @route(CustomId.SHOW_CONTESTED_HAND, response="private", on="public")
    async def _show_contested_hand(self, component: ComponentInteraction) -> None:
        """Show the hand that was contested by a change (`show_contested_hand:PAD:CHANGE`)."""
        pad, actor, presenter = await load_pad(component)
        contest = next((row for row in pad.record.contests if row.seq == component.number(1)), None)
        if contest is None:
            raise Declined("That contest is unknown.")
        await component.response.send(layout=await hand_panel(self.services, pad, actor, presenter, contest.hand))
