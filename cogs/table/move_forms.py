"""Moves made by a form.

`open_move_form` opens it, `submit_move_form` shows what the move comes to, `confirm_move_form` makes it.
`make_ready_move` makes a button's move, `pick_cards` that of a select.
Ids hold table, decision, form, checksum and chosen values.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import discord

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined, Stale
from bot.tables.commands.play import over_text
from bot.tables.model import tries
from bot.tables.model.move_tokens import MOVE_GONE_TEXT, FormOffer
from bot.tables.model.table_state import TableState
from bot.ui.game.presenter import Presenter
from bot.ui.kit.components import button, custom_id, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.forms import (
    OLD_FORM,
    Draft,
    Form,
    InvalidInput,
    decode_draft,
    decode_values,
    encode,
    parse_value,
    values_for_move,
)
from bot.ui.kit.modals import make_modal, parse_fields
from bot.ui.table.layouts import Answer, Pending
from cogs.base import ComponentCog
from cogs.table.play import SEAT_GONE, make_move, not_yet, show_hand
from rules.contract import Refusal, View


class Forms(ComponentCog):
    """Everything about a move that is more than one choice."""

    @route(CustomId.OPEN_MOVE_FORM, response="update", on="private")
    async def _open_move_form(self, component: ComponentInteraction) -> None:
        """Open the form of a move (`open_move_form:TABLE:DECISION:KEY:MARK[:CODE]`).

        It is filled in with the values of the code, else with the hint that its player has seen.
        """
        table = await component.table(lesson=True)
        try:
            form, seat = self._find_form(component, table)
            draft = (
                decode_draft(form, component.args[4])
                if len(component.args) > 4
                else await self._hint_draft(table, seat, form)
            )
        except (Stale, InvalidInput) as error:
            await show_hand(component.response, self.services, table, Answer(error.sentence))
            return
        name = self.services.renderer.pack_of(table).name_of
        await component.response.modal(
            make_modal(form, custom_id(CustomId.SUBMIT_MOVE_FORM, *component.args[:4]), name, draft)
        )

    @route(CustomId.SUBMIT_MOVE_FORM, response="update", on="private")
    async def _submit_move_form(self, component: ComponentInteraction) -> None:
        """Show the effect of the typed move, and ask (`submit_move_form:TABLE:DECISION:KEY:MARK`).

        The move of the hint is made without a question, for the hint has said what it is.
        """
        table = await component.table(lesson=True)
        if offer := await self._hinted_move(component, table):
            await make_move(component, self.services, table, offer)
            return
        with self.services.hand_messages.postpone_edits(table, component.interaction.user.id):
            try:
                form, seat = self._find_form(component, table)
            except Stale as error:
                await show_hand(component.response, self.services, table, Answer(error.sentence))
                return
            draft, error_text = parse_fields(form, component.fields)
            pending = self._confirmation_panel(component, table, seat, form, draft, error_text)
            await show_hand(component.response, self.services, table, pending=pending)

    async def _hinted_move(self, component: ComponentInteraction, table: TableState) -> FormOffer | None:
        """Return the move of the form, if it is the hint's and its player does not confirm moves; else None."""
        try:
            form, seat = self._find_form(component, table)
        except Stale:
            return None
        advised, (draft, error_text) = await self._hint_draft(table, seat, form), parse_fields(form, component.fields)
        if error_text or advised is None or encode(form, draft) != encode(form, advised):
            return None
        if (await self.services.people.of(component.interaction.user.id)).confirms:
            return None
        args = (*component.args[:4], encode(form, draft))
        return FormOffer(component.number(1) or 0, partial(_text, self.services.presenters.of(table), args))

    async def _hint_draft(self, table: TableState, seat: int, form: Form) -> Draft | None:
        """Return the values of the hint in a form: in a lesson, or once its player has seen the hint."""
        hints = self.services.hints
        advice = await hints.of(table, seat) if table.record.lesson else hints.find(table, seat)
        return None if advice is None else values_for_move(form, advice.move, table.game.canonical)

    def _confirmation_panel(
        self, component: ComponentInteraction, table: TableState, seat: int, form: Form, draft: Draft, error_text: str
    ) -> Pending:
        """Return the meaning of a filled-in form, in a sentence, and the buttons to confirm or change it."""
        args = (*component.args[:4], encode(form, draft))
        decision, change = table.decisions[seat], button(CustomId.OPEN_MOVE_FORM, *args, label="Change")
        if error_text:
            return Pending(decision, error_text, row(change), wrong=True)
        values = decode_values(form, args[-1])
        if together := form.wrong(values):
            return Pending(decision, together, row(change), wrong=True)
        text = form.move(values)
        assert table.state is not None
        try:
            table.state.apply(seat, text)
        except Refusal as refusal:
            return Pending(decision, f"{refusal.message} ({refusal.clause})", row(change), wrong=True)
        confirm = button(CustomId.CONFIRM_MOVE_FORM, *args, label="Confirm", style=discord.ButtonStyle.success)
        effect = self.services.presenters.of(table).moves.preview(table.game.canonical(text))
        return Pending(decision, f"Your move would be: {effect} {form.brings(values)}".rstrip(), row(confirm, change))

    @route(CustomId.CONFIRM_MOVE_FORM, response="update", on="private", commits=True)
    async def _confirm_move_form(self, component: ComponentInteraction) -> None:
        """Make the move (`confirm_move_form:TABLE:DECISION:KEY:MARK:CODE`)."""
        table = await component.table(lesson=True)
        offer = None
        if len(component.args) > 4:
            offer = FormOffer(
                component.number(1) or 0, partial(_text, self.services.presenters.of(table), component.args)
            )
        await make_move(component, self.services, table, offer)

    @route(CustomId.MAKE_READY_MOVE, response="update", on="private", commits=True)
    async def _make_ready_move(self, component: ComponentInteraction) -> None:
        """Make the move, or ask first as `/settings me` says (`make_ready_move:TABLE:DECISION:KEY:MARK:CODE`)."""
        await self._make_or_ask(component, await component.table(lesson=True))

    @route(CustomId.PICK_CARDS, response="update", on="private", commits=True)
    async def _pick_cards(self, component: ComponentInteraction) -> None:
        """Make the move, or ask first as `/settings me` says (`pick_cards:TABLE:DECISION:KEY:MARK` with places)."""
        table = await component.table(lesson=True)
        try:
            form, _ = self._find_form(component, table)
            code = encode(form, (parse_value(form.fields[0], component.values),))
        except (Stale, InvalidInput) as error:
            await show_hand(component.response, self.services, table, Answer(error.sentence))
            return
        await self._make_or_ask(replace(component, args=(*component.args[:4], code)), table)

    async def _make_or_ask(self, component: ComponentInteraction, table: TableState) -> None:
        """Make the move whose code ends the arguments.

        Players who confirm moves are asked first. A player who confirms moves is asked first.
        """
        user = component.interaction.user.id
        if table.seat_of(user) is None or not (await self.services.people.of(user)).confirms:
            await self._confirm_move_form(component)
            return
        try:
            form, seat = self._find_form(component, table)
            values = decode_values(form, component.word(4))
            move = form.move(values)
        except (Stale, InvalidInput) as error:
            await show_hand(component.response, self.services, table, Answer(error.sentence))
            return
        confirm = button(
            CustomId.CONFIRM_MOVE_FORM, *component.args[:5], label="Confirm", style=discord.ButtonStyle.success
        )
        effect = self.services.presenters.of(table).moves.preview(table.game.canonical(move))
        preview = f"Your move would be: {effect} {form.brings(values)}".rstrip()
        pending = Pending(table.decisions[seat], preview, row(confirm, not_yet(table)))
        component.response.has_moved = True
        await show_hand(component.response, self.services, table, pending=pending)

    def _find_form(self, component: ComponentInteraction, table: TableState) -> tuple[Form, int]:
        """Return the form and the seat of a click.

        Raises Stale if the decision has gone or the time of a try is over, Declined if the presser has no seat here.
        """
        seat = table.seat_of(component.interaction.user.id)
        if seat is None:
            raise Declined(SEAT_GONE)
        state = table.state
        if state is None or table.record.status != "playing" or table.decisions.get(seat) != component.number(1):
            raise Stale(MOVE_GONE_TEXT)
        if tries.is_over(table.record.settings, self.services.clock()):
            raise Stale(over_text(table.record.settings))
        return _form_of(self.services.presenters.of(table), state.view(seat), component.args), seat


def _form_of(presenter: Presenter, view: View, args: tuple[str, ...]) -> Form:
    """Return the form that an id's arguments name.

    Raises Stale where the view has none such, or it has changed since.
    """
    match = next((form for form in presenter.forms(view) if (form.key, form.mark) == args[2:4]), None)
    if match is None:
        raise Stale(OLD_FORM)
    return match


def _text(presenter: Presenter, args: tuple[str, ...], view: View) -> str:
    """Return the move that an id of `confirm_move_form` stands for. Raises Stale where it stands for none any more."""
    form = _form_of(presenter, view, args)
    try:
        return form.move(decode_values(form, args[4]))
    except InvalidInput as error:
        raise Stale(error.sentence) from None
