"""`/daily`: the hand of the day of a game, once for everybody, in one private message."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.app.client import EldestHand
from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined
from bot.standings.cup import MIN_COMPARED
from bot.tables.commands import tries
from bot.transport.interactions.responses import Response
from bot.ui.daily import introduction, secrets_page
from bot.ui.kit.custom_ids import CustomId
from cogs.base import ComponentCog, usable_without_bot
from cogs.daily.plans import plan_of
from cogs.table.play import after_computer_moves, show_hand
from data.deals.records import KEPT_DAYS, Deal, day_of, deal_of_day, week_of
from rules.contract import Game
from rules.registry import GAMES
from rules.shuffle import SECRET_BYTES

NO_SECRETS: Final = f"The secrets of that day are gone. They are kept for {KEPT_DAYS} days."
NO_CUP: Final = f"No cup yet. It comes on Mondays. A hand counts if at least {MIN_COMPARED} people finished it."
UNKNOWN_GAME_TEXT: Final = "There is no such game. `/help` lists the games."


class Daily(ComponentCog):
    """The hand of the day."""

    @app_commands.command(name="daily", description="The hand of the day: the same cards for everyone, one try")
    @usable_without_bot
    @app_commands.describe(game="The game to play")
    @app_commands.choices(game=[app_commands.Choice(name=game.name, value=game.id) for game in GAMES.values()])
    async def daily(self, interaction: discord.Interaction[Any], game: str) -> None:
        """Show the person's try where it stands, or what it is about before they begin."""
        async with self.services.responder.respond(interaction, "private") as response:
            await self._show(response, self._game(game))

    @route(CustomId.BEGIN_DAILY_HAND, response="update", on="private")
    async def _begin_daily_hand(self, component: ComponentInteraction) -> None:
        """Begin the one try (`begin_daily_hand:GAME:DAY`); another day's button shows what today's is about."""
        response = component.response
        game = self._game(component.word(0))
        hand = await self._open(game)
        if component.number(1) != hand.day:
            await self._show(response, game)
            return
        guild = response.interaction.guild_id
        table = await tries.begin(self.services.tables, hand, component.actor, guild)
        response.has_moved = True
        await show_hand(response, self.services, await after_computer_moves(response, self.services, table))

    @route(CustomId.SHOW_DAILY_SECRETS, response="private", on="anywhere")
    async def _show_daily_secrets(self, component: ComponentInteraction) -> None:
        """Show the proof that nobody chose the cards of a day (`show_daily_secrets:DAY`)."""
        day = component.number(0) or 0
        hands = await self.services.store.deals.hands_of_day(day)
        if not hands:
            raise Declined(NO_SECRETS)
        await component.response.send(layout=secrets_page(day, hands))

    @route(CustomId.SHOW_CUP, response="private", on="private")
    async def _show_cup(self, component: ComponentInteraction) -> None:
        """Show the newest cup of the last two weeks in the server (`show_cup`)."""
        guild = component.interaction.guild_id
        week = week_of(day_of(self.services.clock()))
        for earlier in (week - 1, week - 2):
            if guild is not None and (results := await self.services.store.cups.results(earlier, guild)):
                await component.response.send(layout=await self.services.cup_results.layout(earlier, guild, results))
                return
        raise Declined(NO_CUP)

    def _game(self, name: str) -> Game:
        if name not in self.services.presenters.games():
            raise Declined(UNKNOWN_GAME_TEXT)
        return GAMES[name]

    async def _show(self, response: Response, game: Game) -> None:
        """Show the presser's try at the hand of the day, or its introduction before they have begun."""
        hand = await self._open(game)
        who = response.interaction.user
        table = await tries.find(self.services.tables, hand, who)
        if table is not None and table.state is not None:
            await show_hand(response, self.services, await after_computer_moves(response, self.services, table))
            return
        guild = response.interaction.guild_id
        server = None if guild is None else await self.services.guild_settings.of(guild)
        presenter = self.services.presenters[game.id]
        manages = response.interaction.permissions.manage_guild
        await response.send(layout=introduction(game, presenter, hand, server, manages=manages))

    async def _open(self, game: Game) -> Deal:
        """Return today's hand in a game. The first request opens it with a fresh secret. Raises StoreError."""
        deals, day = self.services.store.deals, day_of(self.services.clock())
        if (hand := await deals.hand_of_day(day, game.id)) is not None:
            return hand
        secret = self.services.tables.secret(SECRET_BYTES)
        return await deals.open(deal_of_day(day, game.id, plan_of(game, day), secret))


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Daily(bot))
