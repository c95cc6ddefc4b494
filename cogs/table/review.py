"""The review of a finished hand, for one of its players."""

from __future__ import annotations

from typing import Final

from bot.app.router import ComponentInteraction, route
from bot.app.services import Services
from bot.common.errors import Declined
from bot.tables.model.seat_history import SeatHistory
from bot.tables.model.table_state import TableState
from bot.transport.interactions.responses import Response
from bot.ui.kit.components import Layout
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import layouts
from bot.ui.table.replay import finished_hands
from bot.ui.table.review import LOOKING_TEXT, review_page
from cogs.base import ComponentCog
from cogs.table.replay import NOT_PLAYED
from data.tables.records import Review

VOID_TEXT: Final = "The scores of this table are void, so its hands have no review."

TRY_GOES_ON: Final = "You can review this hand once your try is over."


class Reviews(ComponentCog):
    """The button Review."""

    @route(CustomId.SHOW_REVIEW, response="private", on="anywhere")
    async def _show_review(self, component: ComponentInteraction) -> None:
        """Show the review of a hand (`show_review:TABLE:HAND`); without HAND, of the last finished one."""
        table = await component.table(lesson=True)
        await show_review(component.response, self.services, table, component.number(1))


async def show_review(response: Response, services: Services, table: TableState, hand: int | None) -> None:
    """Answer with the person's review of a hand (from 0; None is the last), once it is made.

    Raises Declined where there is none for them, CorruptLog, StoreError.
    """
    user, store = response.interaction.user.id, services.store
    spans = await finished_hands(store, table)
    number = len(spans) - 1 if hand is None else min(hand, len(spans) - 1)
    history = SeatHistory.of(table.record.seats, await store.tables.seat_changes(table.id))
    if not history.was_seated(user, spans[number].first, spans[number].last):
        raise Declined(NOT_PLAYED)
    if table.void:
        raise Declined(VOID_TEXT)
    if "attempt" in table.record.settings and table.record.status == "playing":  # it would be a hint
        raise Declined(TRY_GOES_ON)

    async def page(review: Review) -> Layout:
        return await review_page(store, services.renderer, table, user, spans, number, review)

    async def make() -> Layout:
        return await page(await services.reviews.make(table, spans, number, user))

    stored_review = await services.reviews.find(table, number, user)
    if stored_review is not None:
        await response.send(layout=await page(stored_review))
    else:
        await services.late_answers.give(response, layouts.layout(layouts.text(LOOKING_TEXT)), make)
