"""Substitutes: a seat is offered to the members of the server, kept after all, or taken over with its hand."""

from __future__ import annotations

from typing import Final

import discord

from bot.app.router import ComponentInteraction, route
from bot.app.services import Services
from bot.common.errors import Declined
from bot.common.text import escape
from bot.tables.commands import substitutes
from bot.tables.model.seats import NOT_SEATED, TABLE_ENDED
from bot.tables.model.step import NOT_BEGUN
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import offer_of
from bot.tables.services.absence import is_overdue
from bot.tables.services.tables import frozen_text
from bot.transport.interactions.responses import Response
from bot.ui.kit.components import button
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import votes
from bot.ui.table.layouts import Answer
from cogs.base import ComponentCog
from cogs.table.leave_and_end import NO_SUCH_SEAT, PLAYERS_TOLD_TEXT, question, require_own_channel
from cogs.table.play import show_hand
from data.tables.events import EventKind

FOLLOWS: Final = (
    "The substitute plays on with your cards and points. Until someone takes the seat, you play on and can keep it. "
    "Afterwards this game counts as one you left. Your finished hands stay yours."
)
"""The result of offering one's own seat."""


class Substitutes(ComponentCog):
    """The buttons of seats that are offered."""

    @route(CustomId.ASK_TO_OFFER_SEAT, response="private", on="private")
    async def _ask_to_offer_seat(self, component: ComponentInteraction) -> None:
        """Ask before a seat is offered (`ask_to_offer_seat:TABLE[:SEAT]`); without SEAT, the presser's own."""
        await ask_to_offer(component.response, self.services, await component.table(), component.number(1))

    @route(CustomId.OFFER_SEAT, response="private", on="anywhere", commits=True)  # asked privately, agreed to in public
    async def _offer_seat(self, component: ComponentInteraction) -> None:
        """Offer a seat, or agree to that (`offer_seat:TABLE:SEAT`)."""
        table, seat, interaction = await component.table(), component.number(1), component.interaction
        if seat is None:
            raise Declined(NO_SUCH_SEAT)
        if table.seat_of(interaction.user.id) != seat:
            require_own_channel(table, interaction)
        elif interaction.message is not None and not interaction.message.flags.ephemeral:
            raise Declined("This is your own seat. Press *I am here* to keep it. To offer it: `/table substitute`.")
        table, event = await substitutes.offer(self.services.tables, table.id, seat, component.actor)
        seat_text = (
            "Your seat" if table.seat_of(interaction.user.id) == seat else f"The seat of {table.player_name(seat)}"
        )
        if event.kind == EventKind.AGREE:
            agreed = f"You voted to offer {table.player_name(seat)}'s seat."
            deferral_text = votes.describe_deferral(table, seat, self.services.tables.clock())
            await component.response.send_sentence(f"{agreed} {deferral_text}")
        else:
            await component.response.send_sentence(
                f"{seat_text} at {escape(table.name)} is on offer. {PLAYERS_TOLD_TEXT}"
            )

    @route(CustomId.KEEP_SEAT, response="private", on="public", commits=True)
    async def _keep_seat(self, component: ComponentInteraction) -> None:
        """Withdraw the offer of the own seat (`keep_seat:TABLE:SEAT`)."""
        table, seat = await component.table(), component.number(1)
        if seat is None:
            raise Declined(NO_SUCH_SEAT)
        await substitutes.keep(self.services.tables, table.id, seat, component.actor)
        await component.response.send_sentence(f"You keep your seat. {PLAYERS_TOLD_TEXT}")

    @route(CustomId.TAKE_OFFERED_SEAT, response="private", on="anywhere", commits=True)
    async def _take_offered_seat(self, component: ComponentInteraction) -> None:
        """Take the seat that an event offers (`take_offered_seat:TABLE:SEAT:EVENT`). The answer is its hand."""
        table, seat, offer_event = await component.table(), component.number(1), component.number(2)
        if seat is None or offer_event is None:
            raise Declined(NO_SUCH_SEAT)
        await take_over(component.response, self.services, table, seat, offer_event)


async def take_over(response: Response, services: Services, table: TableState, seat: int, offered: int) -> None:
    """Seat the user in the seat that event `offered` offers, and show them its hand. Raises Declined, StoreError."""
    with services.hand_messages.postpone_edits(table, response.interaction.user.id):
        table, _ = await substitutes.take_over(services.tables, table.id, seat, offered, response.actor)
        await show_hand(response, services, table, taken_over(table, seat))


def taken_over(table: TableState, seat: int) -> Answer:
    """Return the text above the hand of a new substitute. The hand has the events."""
    return Answer(f"Seat {seat + 1} at {table.name} is yours, with this hand. {PLAYERS_TOLD_TEXT}")


async def ask_to_offer(response: Response, services: Services, table: TableState, seat: int | None) -> None:
    """Ask before a seat is offered to a substitute: without `seat`, the presser's own.

    Raises Declined where it may not be, StoreError.
    """
    own_seat, record = table.seat_of(response.interaction.user.id), table.record
    if record.status == "frozen":
        raise Declined(frozen_text(record))
    if record.status != "playing":
        raise Declined(
            f"{NOT_BEGUN} To give your seat up: `/table leave`." if record.status == "lobby" else TABLE_ENDED
        )
    if own_seat is None:
        raise Declined(NOT_SEATED)
    seat = own_seat if seat is None else seat
    if not 0 <= seat < len(record.seats) or record.seats[seat].kind != "person":
        raise Declined(substitutes.NO_PERSON_BUT)
    if offer_of(table, seat):
        raise Declined(substitutes.ON_OFFER)
    offer_button = button(CustomId.OFFER_SEAT, table.id, seat, label="Offer the seat", style=discord.ButtonStyle.danger)
    name = table.player_name(seat)
    if seat == own_seat:
        await question(response, f"Offer your seat at {escape(table.name)} to a substitute?", FOLLOWS, offer_button)
        return
    require_own_channel(table, response.interaction)
    overdue = await is_overdue(table, seat, services.tables.clock(), services.tables.elapsed_ms)
    if overdue:
        who = (
            f"{name} is late, so you decide as the host."
            if record.host == response.interaction.user.id
            else f"{name} is late. The host decides, or half of the players."
        )
    else:
        who = f"{name} is not late yet: all the others must agree, at least two."
    follows = (
        f"{who} The substitute plays on with {name}'s cards and points. The offer ends if {name} does anything at the "
        f"table. Everyone sees that you asked."
    )
    await question(response, f"Offer {name}'s seat at {escape(table.name)} to a substitute?", follows, offer_button)
