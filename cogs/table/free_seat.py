"""The question whether a seat is to be freed, and who may ask it. cogs/server/moderation.py frees the seat."""

from __future__ import annotations

from typing import Any

import discord

from bot.common.errors import Declined
from bot.common.text import escape, name_of
from bot.tables.model.seats import NO_PERSON
from bot.tables.model.table_state import TableState
from bot.transport.interactions.responses import Response
from bot.ui.kit.components import button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import layouts
from cogs.table.leave_and_end import require_own_channel


async def ask_to_free(response: Response, table: TableState, seat: int) -> None:
    """Ask a moderator whether a seat is to be freed.

    Raises Declined where nobody's seat it is, or it is not theirs to decide.
    """
    require_may_free(table, response.interaction)
    player = table.record.seats[seat] if 0 <= seat < len(table.record.seats) else None
    if player is None or player.user is None:
        raise Declined(NO_PERSON)
    name = escape(name_of(player.name, seat))
    has_other_people = any(
        other_player.kind == "person" and other_player.seat != seat for other_player in table.record.seats
    )
    follows = (
        "The table closes, as no other person sits there."
        if not has_other_people
        else "They can come back only if the host invites them."
        if table.record.status == "lobby"
        else f"A computer player plays on for {name}. To come back, {name} needs one player's yes."
    )
    free_button = button(
        CustomId.FREE_SEAT, table.id, player.user, label="Free the seat", style=discord.ButtonStyle.danger
    )
    cancel = button(CustomId.CANCEL_QUESTION, label="Cancel")
    question = f"**Free the seat of {name} at {escape(table.name)}, as a moderator?**"
    consequence = "The others see that you did it."
    await response.send(
        layout=layouts.layout(layouts.text(question, f"{follows} {consequence}"), row(free_button, cancel))
    )


def require_may_free(table: TableState, interaction: discord.Interaction[Any]) -> None:
    """Require a moderator without a seat, in the table's own channel. Raises Declined."""
    if not interaction.permissions.manage_messages:
        raise Declined("Only moderators who can manage messages can do that.")
    if table.seat_of(interaction.user.id) is not None:
        raise Declined("You play at this table, so another moderator must do that.")
    require_own_channel(table, interaction)
