"""Moves made by a form: it is opened, filled in, shown with what it comes to, confirmed or changed.

Three verbs, in the order of a move: `form` opens a modal (filled in, where the id carries what was chosen), `filled`
takes it and shows what the move comes to, `send` makes it. What was chosen travels in the ids alone.
"""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.client import EldestHand
from bot.errors import Stale
from bot.show.forms import Form, Values, Wrong, code_of, values_of
from bot.tables.live import Live
from bot.tables.offers import FormOffer
from bot.wire.components import Part, button, custom_id, row
from bot.wire.modals import modal_of, values_from
from bot.wire.verbs import Press
from cogs.play import make_move, show_hand
from rules.contract import Refusal


class Forms(commands.Cog):
    """Everything about a move that is more than one choice."""

    def __init__(self, bot: EldestHand) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the verbs."""
        self.bot.verbs.add("form", self._open)
        self.bot.verbs.add("filled", self._filled, "update", "private")
        self.bot.verbs.add("send", self._send, "update", "private")

    async def cog_unload(self) -> None:
        """Forget the verbs."""
        for verb in ("form", "filled", "send"):
            self.bot.verbs.remove(verb)

    async def _open(self, press: Press) -> None:
        """`form:TABLE:DECISION:KEY[:CODE]`: open the form, filled in with what the code says."""
        live = await press.table()
        try:
            form, _ = self._asked(press, live)
            values = values_of(form, press.args[3]) if len(press.args) > 3 else None
        except (Stale, Wrong) as error:
            await show_hand(press.reply, self.bot, live, error.sentence)
            return
        name = self.bot.messages.pack_of(live).name_of
        await press.reply.modal(modal_of(form, custom_id("filled", *press.args[:3]), name, values))

    async def _filled(self, press: Press) -> None:
        """`filled:TABLE:DECISION:KEY` with what was put in: say what the move comes to, and ask."""
        live = await press.table()
        try:
            form, seat = self._asked(press, live)
            values = values_from(form, press.fields)
        except (Stale, Wrong) as error:
            await show_hand(press.reply, self.bot, live, error.sentence)
            return
        said, pending = self._proposed(press, live, seat, form, values)
        await show_hand(press.reply, self.bot, live, said, pending=pending)

    def _proposed(self, press: Press, live: Live, seat: int, form: Form, values: Values) -> tuple[str, Part]:
        """What a filled-in form comes to, in a sentence, and the buttons to confirm or change it."""
        args = (*press.args[:3], code_of(form, values))
        change = button("form", *args, label="Change")
        text = form.move(values)
        assert live.state is not None
        try:
            live.state.apply(seat, text)
        except Refusal as refusal:
            return f"{refusal.message} ({refusal.clause})", row(change)
        confirm = button("send", *args, label="Confirm", style=discord.ButtonStyle.success)
        return f"Your move would be: {self.bot.messages.look(live).would(live.game.canonical(text))}", row(
            confirm, change
        )

    async def _send(self, press: Press) -> None:
        """`send:TABLE:DECISION:KEY:CODE`: make the move."""
        live = await press.table()
        try:
            form, _ = self._asked(press, live)
            text = form.move(values_of(form, press.args[3] if len(press.args) > 3 else ""))
        except (Stale, Wrong) as error:
            await show_hand(press.reply, self.bot, live, error.sentence)
            return
        await make_move(press, self.bot, live, FormOffer(press.number(1) or 0, text))

    def _asked(self, press: Press, live: Live) -> tuple[Form, int]:
        """The form that a click means, and the seat whose it is. Raises Stale where that decision has gone."""
        seat = live.seat_of(press.interaction.user.id)
        state = live.state
        if seat is None or state is None or live.decisions.get(seat) != press.number(1):
            raise Stale("That choice has been made already or has gone. This is how things stand now.")
        key = press.args[2] if len(press.args) > 2 else ""
        form = next((one for one in self.bot.messages.look(live).forms(state.view(seat)) if one.key == key), None)
        if form is None:
            raise Stale("I do not know that form any more. This is how things stand now.")
        return form, seat


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Forms(bot))
