"""Clocks of tables: pause, resume, and return after a time-out."""

from __future__ import annotations

from typing import Final

from bot.app.router import ComponentInteraction, route
from bot.app.services import Services
from bot.common.errors import Declined
from bot.common.text import escape
from bot.tables.commands import pause, time_out
from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.questions import pause_tally
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import vote_on
from bot.transport.interactions.responses import Response
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table.layouts import Answer
from cogs.base import ComponentCog
from cogs.table.leave_and_end import PLAYERS_TOLD_TEXT, require_own_channel
from cogs.table.play import show_hand

BACK: Final = f"You are playing again. {PLAYERS_TOLD_TEXT}"


class PauseAndResume(ComponentCog):
    """The buttons that pause and resume a table or a seat."""

    @route(CustomId.COME_BACK_TO_SEAT, response="private", on="anywhere", commits=True)
    async def _come_back_to_seat(self, component: ComponentInteraction) -> None:
        """Let the presser play for themselves again (`come_back_to_seat:TABLE`). The answer is their hand."""
        await come_back(component.response, self.services, await component.table())

    @route(CustomId.PAUSE_TABLE, response="private", on="anywhere", commits=True)
    async def _pause_table(self, component: ComponentInteraction) -> None:
        """Ask for a pause, or agree to one; with `:back` take that back (`pause_table:TABLE[:back]`)."""
        table = await component.table()
        if component.args[1:2] != ("back",):
            await ask_to_pause(component.response, self.services, table)
            return
        require_own_channel(table, component.interaction)
        await pause.take_back(self.services.tables, table.id, component.actor)
        await component.response.send_sentence(f"You no longer vote to pause {escape(table.name)}.")

    @route(CustomId.RESUME_TABLE, response="private", on="anywhere", commits=True)
    async def _resume_table(self, component: ComponentInteraction) -> None:
        """Let a paused table go on (`resume_table:TABLE`)."""
        await resume(component.response, self.services, await component.table())


async def ask_to_pause(response: Response, services: Services, table: TableState) -> None:
    """Ask for a pause, or agree to one. Raises Declined, StoreError."""
    require_own_channel(table, response.interaction)
    table, event = await pause.pause(services.tables, table.id, response.actor)
    if table.record.settings.get("paused") is not None:
        await response.send_sentence(f"{escape(table.name)} is paused. {PLAYERS_TOLD_TEXT}")
        return
    vote = vote_on(table, "pause")
    asks_others = vote is not None and vote["seq"] == event.seq
    verb, vote_text = ("asked", " The others are asked at the table.") if asks_others else ("agreed", "")
    await response.send_sentence(f"You {verb} to pause {escape(table.name)}: {pause_tally(table)}.{vote_text}")


async def resume(response: Response, services: Services, table: TableState) -> None:
    """Resume a paused table, or return a player to their seat.

    Raises Declined where neither is needed, StoreError.
    """
    seat = table.seat_of(response.interaction.user.id)
    if (
        table.record.settings.get("paused") is None
        and seat is not None
        and seat in stand_in_seats(table.record.settings)
    ):
        await come_back(response, services, table)
        return
    table, _ = await pause.go_on(services.tables, table.id, response.actor)
    await response.send_sentence(f"{escape(table.name)} goes on. {PLAYERS_TOLD_TEXT}")


async def come_back(response: Response, services: Services, table: TableState) -> None:
    """Return the seat to the user after a time-out. Answers with their hand, and the reason if they may not."""
    actor = response.actor
    with services.hand_messages.postpone_edits(table, actor.id):
        try:
            table, _ = await time_out.come_back(services.tables, table.id, actor)
            notice = BACK
        except Declined as error:
            table = await services.tables.find(table.id)
            if table.seat_of(actor.id) is None or table.state is None:
                raise
            notice = error.sentence
        await show_hand(response, services, table, Answer(notice))
