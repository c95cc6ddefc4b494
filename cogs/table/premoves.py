"""Pre-moves: moves and rules for a player's next turn.

`pick_premove` stores a move or a rule of the list, `submit_premove_form` any rule; `cancel_premove` deletes it. Ids
name the event since which the player waits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined, Stale
from bot.tables.commands import set_premove
from bot.tables.model.premoves import premove_options, seat_waiting_since_seq
from bot.tables.model.table_state import TableState
from bot.ui.game.presenter import Presenter
from bot.ui.kit.components import SEPARATOR, custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.forms import InvalidInput, decode_draft
from bot.ui.kit.modals import make_modal, parse_fields
from bot.ui.table import premove_panel as show
from bot.ui.table.layouts import Answer, Pending
from cogs.base import ComponentCog
from cogs.table.play import SEAT_GONE, show_hand
from rules.contract import View

TAKEN_BACK: Final = "Planned move canceled."


class Premoves(ComponentCog):
    """The routes of pre-moves."""

    @route(CustomId.OPEN_PREMOVES, response="update", on="private")
    async def _open_premoves(self, component: ComponentInteraction) -> None:
        """Show the possible pre-moves (`open_premoves:TABLE:SINCE`)."""
        table = await component.table()
        pack = self.services.presenters.of(table).pack
        signs = await self.services.renderer.scenes.emoji_for(component.interaction.user.id, pack)
        try:
            seat, presenter, view = self._require_premove_seat(component, table)
            panel, answer = show.premove_panel(table, seat, presenter, view, signs), None
        except Stale as error:
            panel, answer = None, Answer(error.sentence)
        await show_hand(component.response, self.services, table, answer, panel)

    @route(CustomId.PICK_PREMOVE, response="update", on="private", commits=True)
    async def _pick_premove(self, component: ComponentInteraction) -> None:
        """Keep the chosen pre-move (`pick_premove:TABLE:SINCE:NUMBER`)."""
        table, code = await component.table(), component.choice.split(SEPARATOR)
        await self._set_premove(
            component, table, lambda seat, presenter, view: show.chosen_premove(table, seat, presenter, view, code)
        )

    @route(CustomId.OPEN_PREMOVE_FORM, response="update", on="private")
    async def _open_premove_form(self, component: ComponentInteraction) -> None:
        """Open the form of a rule, filled in with what the code says (`open_premove_form:TABLE:SINCE[:MARK:CODE]`)."""
        table = await component.table()
        try:
            seat, presenter, view = self._require_premove_seat(component, table)
            form = show.rule_form(presenter, view, premove_options(table, seat))
            mark, code = (*component.args[2:], "", "")[:2]
            draft = decode_draft(form, code) if code and mark == form.mark else None
        except (Stale, InvalidInput) as error:
            await show_hand(component.response, self.services, table, Answer(error.sentence))
            return
        name = self.services.renderer.pack_of(table).name_of
        await component.response.modal(
            make_modal(form, custom_id(CustomId.SUBMIT_PREMOVE_FORM, *component.args[:2], form.mark), name, draft)
        )

    @route(CustomId.SUBMIT_PREMOVE_FORM, response="update", on="private", commits=True)
    async def _submit_premove_form(self, component: ComponentInteraction) -> None:
        """Keep the submitted rule as pre-move, or say what is wrong (`submit_premove_form:TABLE:SINCE:MARK`)."""
        table = await component.table()

        def chosen(seat: int, presenter: Presenter, view: View) -> str | Pending:
            form = show.rule_form(presenter, view, premove_options(table, seat))
            if form.mark != component.word(2):
                raise Stale(set_premove.PREMOVE_GONE_TEXT)
            return show.submitted_rule(table, seat, presenter, view, *parse_fields(form, component.fields))

        await self._set_premove(component, table, chosen)

    @route(CustomId.CANCEL_PREMOVE, response="update", on="private", commits=True)
    async def _cancel_premove(self, component: ComponentInteraction) -> None:
        """Take the pre-move back (`cancel_premove:TABLE:SINCE`)."""
        table, user = await component.table(), component.interaction.user.id
        with self.services.hand_messages.postpone_edits(table, user):
            try:
                table = await set_premove.withdraw(self.services.tables, table.id, user, component.number(1) or 0)
                component.response.has_moved, answer = True, Answer(TAKEN_BACK)
            except Stale as error:
                table, answer = await self.services.tables.find(table.id), Answer(error.sentence)
            await show_hand(component.response, self.services, table, answer)

    async def _set_premove(
        self,
        component: ComponentInteraction,
        table: TableState,
        chosen: Callable[[int, Presenter, View], str | Pending],
    ) -> None:
        """Store the chosen pre-move and show the hand with it, or with the reason against it."""
        user, answer, panel = component.interaction.user.id, None, None
        with self.services.hand_messages.postpone_edits(table, user):
            try:
                choice = chosen(*self._require_premove_seat(component, table))
                if isinstance(choice, Pending):
                    panel = choice
                else:
                    since_event = component.number(1) or 0
                    table = await set_premove.plan(self.services.tables, table.id, user, choice, since_event)
                    component.response.has_moved = True
            except Stale as error:
                table, answer = await self.services.tables.find(table.id), Answer(error.sentence)
            await show_hand(component.response, self.services, table, answer, panel)

    def _require_premove_seat(self, component: ComponentInteraction, table: TableState) -> tuple[int, Presenter, View]:
        """Return the presser's seat, presenter and view.

        Raises Stale if the seat no longer waits, Declined if the presser has no seat here.
        """
        seat = table.seat_of(component.interaction.user.id)
        if seat is None:
            raise Declined(SEAT_GONE)
        if (
            table.state is None
            or table.record.status != "playing"
            or component.number(1) != seat_waiting_since_seq(table, seat)
        ):
            raise Stale(set_premove.PREMOVE_GONE_TEXT)
        if seat in table.state.to_act:
            raise Stale(set_premove.YOUR_TURN)
        return seat, self.services.presenters.of(table), table.state.view(seat)
