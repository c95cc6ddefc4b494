"""The button that plays out the rest of a hand for a player who can lose no more trick."""

from __future__ import annotations

from typing import Final

import discord

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Stale
from bot.tables.commands.claim_tricks import claim, claimable
from bot.tables.model.move_tokens import OLD_BUTTON_TEXT
from bot.tables.model.table_state import TableState
from bot.ui.kit.components import button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table.layouts import Answer, Pending
from bot.ui.table.story import claim_sentence
from cogs.base import ComponentCog
from cogs.table.play import not_yet, show_hand

SURE: Final = "sure"
"""The button's argument after the confirmation of a player who confirms moves."""

QUESTION_TEXT: Final = "Play out the hand? All tricks left are yours."


class Claims(ComponentCog):
    """The button of claims."""

    @route(CustomId.CLAIM_TRICKS, response="update", on="private", commits=True)
    async def _claim_tricks(self, component: ComponentInteraction) -> None:
        """Play out the hand that the presser has won (`claim_tricks:TABLE:DECISION[:sure]`).

        A player who confirms moves is asked first; `sure` is the answer.
        """
        table, actor, decision = await component.table(), component.actor, component.number(1)
        if (
            decision is not None
            and SURE not in component.args[2:]
            and await self._wants_confirmation(table, actor.id, decision)
        ):
            component.response.has_moved = True
            confirm_button = button(
                CustomId.CLAIM_TRICKS, table.id, decision, SURE, label="Confirm", style=discord.ButtonStyle.success
            )
            await show_hand(
                component.response,
                self.services,
                table,
                pending=Pending(decision, QUESTION_TEXT, row(confirm_button, not_yet(table))),
            )
            return
        with self.services.hand_messages.postpone_edits(table, actor.id):
            try:
                if decision is None:
                    raise Stale(OLD_BUTTON_TEXT)
                table, _ = await claim(self.services.tables, table.id, decision, actor)
                component.response.has_moved, answer = True, Answer(claim_sentence("You"), lasting=True)
            except Stale as error:
                table = await self.services.tables.find(table.id)
                if table.seat_of(actor.id) is None or table.state is None:
                    raise
                answer = Answer(error.sentence)
            await show_hand(component.response, self.services, table, answer)

    async def _wants_confirmation(self, table: TableState, user: int, decision: int) -> bool:
        """Whether this player confirms moves (`/settings me`), and may claim."""
        seat = table.seat_of(user)
        if seat is None or table.decisions.get(seat) != decision or not claimable(table, seat):
            return False
        return (await self.services.people.of(user)).confirms
