"""Hands that are over, once more: the buttons that step through one, and the file of a whole game."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Final

import discord

from bot.app.router import ComponentInteraction, route
from bot.app.services import Services
from bot.common.errors import Declined
from bot.common.text import escape
from bot.tables.commands.challenges import require_may_look
from bot.tables.model.seat_history import SeatHistory
from bot.tables.model.table_state import TableState
from bot.tables.services.finished_hand_steps import exported
from bot.tables.services.silly_moves import call_silly
from bot.transport.interactions.responses import Response
from bot.ui.kit.components import file_component
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import layouts
from bot.ui.table.replay import finished_hands, replay_page
from cogs.base import ComponentCog

NOT_PLAYED: Final = "You did not play that hand."

REPORTED_TEXT: Final = "Thank you. My operator can have the computer think about this move again."

ALREADY_REPORTED_TEXT: Final = "Thank you. This move has been reported already."


class Replay(ComponentCog):
    """Stepping through a hand, in a private message; and a word on a computer player's move in it."""

    @route(CustomId.SHOW_REPLAY, response="private", on="anywhere")
    async def _show_replay(self, component: ComponentInteraction) -> None:
        """Show a hand from its first step on."""
        table = await component.table(lesson=True)
        await show_step(component.response, self.services, table, component.number(1))

    @route(CustomId.GO_TO_REPLAY_STEP, response="update", on="private")
    async def _go_to_replay_step(self, component: ComponentInteraction) -> None:
        """Show another step: the one that a button names, or the first of the chosen part."""
        table = await component.table(lesson=True)
        step_number = component.chosen_number if component.values else component.number(2)
        await show_step(
            component.response, self.services, table, component.number(1), step_number or 0, component.number(3)
        )

    @route(CustomId.CHOOSE_REPLAY_SEAT, response="update", on="private")
    async def _choose_replay_seat(self, component: ComponentInteraction) -> None:
        """Show the same step from another seat, or from the table."""
        table = await component.table(lesson=True)
        await show_step(
            component.response,
            self.services,
            table,
            component.number(1),
            component.number(2) or 0,
            component.chosen_number,
        )

    @route(CustomId.CALL_MOVE_SILLY, response="private", on="private")
    async def _call_move_silly(self, component: ComponentInteraction) -> None:
        """Keep a computer player's move for the operator (`call_move_silly:TABLE:HAND:EVENT`)."""
        table, user = await component.table(lesson=True), component.interaction.user.id
        store, hand, seq = self.services.store, component.number(1) or 0, component.number(2) or 0
        spans = await finished_hands(store, table)
        number = min(hand, len(spans) - 1)
        history = SeatHistory.of(table.record.seats, await store.tables.seat_changes(table.id))
        if not history.was_seated(user, spans[number].first, spans[number].last):
            raise Declined(NOT_PLAYED)
        is_new = await call_silly(store, table, spans, number, seq, user)
        await component.response.send_sentence(REPORTED_TEXT if is_new else ALREADY_REPORTED_TEXT)


async def show_step(
    response: Response, services: Services, table: TableState, hand: int | None, step: int = 0, seat: int | None = None
) -> None:
    """Answer with a step of a hand that is over. Raises Declined where there is none, CorruptLog, StoreError."""
    await require_may_look(services.tables, table, response.interaction.user.id)
    page = await replay_page(services.store, services.renderer, table, response.interaction.user.id, hand, step, seat)
    await response.send(layout=page.layout, files=page.files())


async def export(response: Response, services: Services, table: TableState) -> None:
    """Answer with the game up to its last finished hand, as a file. Raises Declined where none is over, StoreError."""
    await require_may_look(services.tables, table, response.interaction.user.id)
    spans = await finished_hands(services.store, table)
    document = await exported(services.store, table, spans)
    content = await asyncio.to_thread(lambda: json.dumps(document, indent=1).encode())
    name = f"table-{table.id}.json"
    hands = f"{len(spans)} hand{'s' * (len(spans) != 1)}"
    await response.send(
        layout=layouts.layout(
            layouts.text(f"### {escape(table.name)} as a file", f"-# {hands}, every card and every move"),
            file_component(name),
            layouts.text("-# `python -m rules replay` tells it step by step."),
        ),
        files=[discord.File(io.BytesIO(content), name, description="The game as JSON")],
    )
