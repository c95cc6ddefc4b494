"""The button Why not?: why cards of a hand may not be played, group by group, each with its clause."""

from __future__ import annotations

from bot.app.router import ComponentInteraction, route
from bot.common.text import escape
from bot.ui.game.players import players_of
from bot.ui.kit.custom_ids import CustomId
from bot.ui.rulebooks import cited_clauses
from bot.ui.table.layouts import Answer
from cogs.base import ComponentCog
from cogs.table.play import show_hand


class WhyNot(ComponentCog):
    """The button of the reasons."""

    @route(CustomId.WHY_NOT, response="update", on="private")
    async def _why_not(self, component: ComponentInteraction) -> None:
        """Show the hand with the reasons, and *Rules* at the first clause that they name (`why_not:TABLE`)."""
        table = await component.table(lesson=True)
        seat = table.seat_of(component.interaction.user.id)
        if seat is None or table.state is None:
            await show_hand(component.response, self.services, table)
            return
        presenter = self.services.presenters.of(table)
        notes = presenter.hand(table.state.view(seat), players_of(table, seat), table.name).notes
        answer = Answer("\n".join(escape(note, 300) for note in notes), clause=cited_clauses(notes)) if notes else None
        await show_hand(component.response, self.services, table, answer)
