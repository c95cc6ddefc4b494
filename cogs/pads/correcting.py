"""Views and corrections of a pad: its sheet, a hand, hands struck out, undoing, the changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined, Stale
from bot.pads import commands as pad_commands
from bot.pads.commands import PadActor
from bot.pads.pad import Pad
from bot.ui.kit.components import custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.modals import make_entry_modal
from bot.ui.pads.history import history_page
from bot.ui.pads.panels import describe_input, draft_panel, has_new_input, input_of_hand
from bot.ui.pads.presenter import PadPresenter
from bot.ui.pads.sheet import entry_ways, hands_page, sheet
from cogs.base import ComponentCog
from cogs.pads.common import ensure_access, hand_panel, load_pad
from cogs.standings.common import require_may_write
from data.pads.records import PadDraft

MAX_LOGGED: Final = 6
"""Changes a page of the pad's log."""


class Correcting(ComponentCog):
    """The routes of sheets and hands."""

    @route(CustomId.SHOW_PAD_SHEET, response="private", on="public")
    @route(CustomId.TURN_PAD_SHEET_PAGE, response="update", on="private")
    async def _sheet(self, component: ComponentInteraction) -> None:
        """Show a page of the pad's sheet, the last if none is named."""
        pad, *_ = await load_pad(component)
        page = component.number(1)
        await component.response.send(layout=sheet(pad, -1 if page is None else page))

    @route(CustomId.POST_PAD_SHEET, response="public", on="private")
    async def _post_pad_sheet(self, component: ComponentInteraction) -> None:
        """Post a page of the sheet for all (`post_pad_sheet:PAD:PAGE`)."""
        require_may_write(component)
        pad, *_ = await load_pad(component)
        page = component.number(1)
        await component.response.send(layout=sheet(pad, -1 if page is None else page, alone=False))

    @route(CustomId.SHOW_PAD_HANDS, response="private", on="public")
    @route(CustomId.TURN_PAD_HANDS_PAGE, response="update", on="private")
    async def _hands(self, component: ComponentInteraction) -> None:
        """Show a page of the list of hands that can be corrected."""
        pad, *_ = await load_pad(component)
        await component.response.send(layout=hands_page(pad, component.number(1) or 0))

    @route(CustomId.SHOW_PAD_HAND, response="update", on="private")
    async def _show_pad_hand(self, component: ComponentInteraction) -> None:
        """Show the chosen hand (`show_pad_hand:PAD`)."""
        pad, actor, presenter = await load_pad(component)
        await self._show(component, pad, actor, presenter, next(iter(component.chosen_numbers()), 0))

    async def _show(
        self,
        component: ComponentInteraction,
        pad: Pad,
        actor: PadActor,
        presenter: PadPresenter,
        number: int,
        feedback: str = "",
    ) -> None:
        """Show a hand of the pad, with `feedback` on what was done to it."""
        await component.response.send(
            layout=await hand_panel(self.services, pad, actor, presenter, number, feedback, onward=bool(feedback))
        )

    @route(CustomId.CORRECT_PAD_HAND, response="update", on="private")
    async def _correct_pad_hand(self, component: ComponentInteraction) -> None:
        """Open the form of a hand, filled in as it was (`correct_pad_hand:PAD:HAND:REV`).

        Of several forms, show their buttons.
        """
        pad, actor, presenter = await load_pad(component)
        await ensure_access(component, pad)
        number = component.number(1) or 0
        hand = pad_commands.require_hand(pad, actor, number)
        if pad.record.status == "finished":
            raise Declined(pad_commands.FINISHED_TEXT)
        old_draft = await self.services.store.pads.draft_of(pad.id, actor.id, number)
        has_input = old_draft is not None and has_new_input(pad, presenter, old_draft)
        if old_draft is not None and has_input and old_draft.base == hand.rev:
            await component.response.send(
                layout=draft_panel(pad, presenter, old_draft, "You began to correct this hand.")
            )
            return
        hand_input = input_of_hand(pad, presenter, number)
        draft = PadDraft(
            0, pad.id, actor.id, number, hand.rev, hand.players, hand.dealer, hand.played, hand_input, day=hand.day
        )
        draft = replace(draft, id=await self.services.store.pads.save_draft(draft, actor.name))
        if old_draft is not None and has_input and (typed := describe_input(pad, presenter, old_draft)):
            notice = "This hand has changed since you began."
            await component.response.send(layout=draft_panel(pad, presenter, draft, notice, typed=typed))
            return
        ways = entry_ways(pad, presenter, draft.players, draft.dealer, number)
        way = next((method for method in ways if method.key in hand_input), None)
        if way is None or len(way.forms) != 1 or not set(draft.players) <= set(pad.players):
            await component.response.send(
                layout=draft_panel(pad, presenter, draft, "Change what was wrong, then save.")
            )
            return
        (form,) = way.forms
        await component.response.modal(
            make_entry_modal(
                form, custom_id(CustomId.SUBMIT_ENTRY_FORM, draft.id, way.key, form.key), hand_input[way.key][form.key]
            )
        )

    @route(CustomId.STRIKE_PAD_HAND, response="update", on="private")
    async def _strike_pad_hand(self, component: ComponentInteraction) -> None:
        """Strike out a hand (`strike_pad_hand:PAD:HAND:REV:1`), or with 0 restore it."""
        pad, actor, presenter = await load_pad(component)
        await ensure_access(component, pad)
        number, rev, is_struck = component.number(1) or 0, component.number(2), component.number(3) == 1
        pad, _ = await self.services.pads.change(
            pad.id, pad_commands.strike(actor, number, out=is_struck, rev=rev or 0)
        )
        notice = f"Hand {number} is struck out." if is_struck else f"Hand {number} counts again."
        await self._show(component, pad, actor, presenter, number, notice)

    @route(CustomId.UNDO_PAD_CHANGE, response="update", on="private")
    async def _undo_pad_change(self, component: ComponentInteraction) -> None:
        """Take back a change of a hand (`undo_pad_change:PAD:HAND:REV`)."""
        pad, actor, presenter = await load_pad(component)
        await ensure_access(component, pad)
        number, rev = component.number(1) or 0, component.number(2) or 0
        changes = await self.services.store.pads.changes(pad.id, rev + 1, 1)
        if not changes or (changes[0].seq, changes[0].hand) != (rev, number):
            raise Stale("That change is unknown. Nothing was done.")
        pad, _ = await self.services.pads.change(pad.id, pad_commands.undo(actor, number, rev, changes[0].before))
        await self._show(component, pad, actor, presenter, number, f"Hand {number} is as it was before.")

    @route(CustomId.SHOW_PAD_LOG, CustomId.TURN_PAD_LOG_PAGE, response="update", on="private")
    async def _show_pad_log(self, component: ComponentInteraction) -> None:
        """Show the changes before one, newest first (`show_pad_log:PAD:BEFORE`); -1 for the newest."""
        pad, actor, presenter = await load_pad(component)
        before_seq, store = component.number(1), self.services.store.pads
        changes, merged = await store.changes(pad.id, before_seq, MAX_LOGGED + 1), await store.merged_players(pad.id)
        may_undo, has_more = actor.may_keep(pad) and pad.record.status == "open", len(changes) > MAX_LOGGED
        page = history_page(pad, presenter, changes[:MAX_LOGGED], merged, more=has_more, keeps=may_undo)
        await component.response.send(layout=page)
