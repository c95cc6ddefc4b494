"""Challenges: the buttons that post one below a finished hand, play it, show its ranking and end it."""

from __future__ import annotations

from typing import Final

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined
from bot.tables.commands import challenges, tries
from bot.transport.messages.challenges import ranked_results
from bot.ui import challenges as pages
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import layouts
from cogs.base import ComponentCog
from cogs.table.play import after_computer_moves, show_hand

NOT_YOURS_TO_END: Final = "Only moderators who can manage messages can end a challenge."
ENDED: Final = "The challenge is over. Its message gets the ranking."


class Challenges(ComponentCog):
    """The buttons of challenges."""

    @route(CustomId.ASK_TO_CHALLENGE, response="private", on="private")
    async def _ask_to_challenge(self, component: ComponentInteraction) -> None:
        """Ask whether a hand is to be posted as a challenge (`ask_to_challenge:TABLE:HAND`)."""
        table, hand = await component.table(), component.number(1)
        if hand is None or not challenges.is_offered(table, self.services.presenters.of(table).challenge_options):
            raise Declined(challenges.NO_CHALLENGE)
        await component.response.send(layout=pages.question(table, hand, challenges.channel_of(table)))

    @route(CustomId.OPEN_CHALLENGE, response="update", on="private")
    async def _open_challenge(self, component: ComponentInteraction) -> None:
        """Post a hand as a challenge (`open_challenge:TABLE:HAND`)."""
        table, hand = await component.table(), component.number(1)
        if hand is None:
            raise Declined(challenges.NO_CHALLENGE)
        options = self.services.presenters.of(table).challenge_options
        deal = await challenges.open_challenge(self.services.tables, table, hand, options, component.actor)
        assert deal.origin is not None
        await component.response.send(layout=layouts.layout(layouts.text(pages.posted_text(deal.origin))))

    @route(CustomId.PLAY_CHALLENGE, response="private", on="public")
    async def _play_challenge(self, component: ComponentInteraction) -> None:
        """Begin the one try, or show it in play (`play_challenge:DEAL`)."""
        response, services, actor = component.response, self.services, component.actor
        deal, origin = await challenges.find(services.tables, component.number(0), response.interaction.guild_id)
        table = await tries.find(services.tables, deal, actor)
        if table is None or table.state is None:
            await challenges.require_may_begin(services.tables, deal, origin, actor.id)
            table = await tries.begin(services.tables, deal, actor, origin.guild)
            response.has_moved = True
        await show_hand(response, services, await after_computer_moves(response, services, table))

    @route(CustomId.SHOW_CHALLENGE_RANKING, response="private", on="anywhere")
    async def _show_challenge_ranking(self, component: ComponentInteraction) -> None:
        """Show the ranking to a user who may see it (`show_challenge_ranking:DEAL`).

        Moderators can end the challenge there.
        """
        interaction, tables = component.interaction, self.services.tables
        deal, origin = await challenges.find(tables, component.number(0), interaction.guild_id)
        may_end = interaction.permissions.manage_messages
        if await challenges.may_see_results(tables, deal, origin, interaction.user.id):
            results = await ranked_results(self.services.store, deal, origin)
            layout = pages.ranking_page(deal, origin, results, may_end=may_end)
        elif may_end:
            layout = pages.refusal_page(challenges.PLAY_FIRST, deal.id)
        else:
            raise Declined(challenges.PLAY_FIRST)
        await component.response.send(layout=layout)

    @route(CustomId.END_CHALLENGE, response="private", on="private")
    async def _end_challenge(self, component: ComponentInteraction) -> None:
        """End a challenge, as a moderator (`end_challenge:DEAL`)."""
        interaction, services = component.interaction, self.services
        deal, _ = await challenges.find(services.tables, component.number(0), interaction.guild_id)
        if not interaction.permissions.manage_messages:
            raise Declined(NOT_YOURS_TO_END)
        who = interaction.user
        if not await services.store.deals.end(deal.id, (who.id, who.display_name)):
            raise Declined(challenges.CHALLENGE_ENDED)
        services.scheduler.notify_due(services.clock())
        await component.response.send_sentence(ENDED)
