"""`/learn`: a first hand of a game against computer players, in one private message, with hints and their reasons."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined
from bot.tables.commands import lessons
from bot.transport.interactions.responses import Response
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table.layouts import Answer
from bot.ui.table.lesson import is_introduced
from cogs.base import ComponentCog, usable_without_bot
from cogs.table.lobby import open_table
from cogs.table.play import show_hand, show_introduction
from rules.registry import GAMES

WELCOME_BACK: Final = "Welcome back. You can play this hand to its end."

UNKNOWN_GAME_TEXT: Final = "There is no such game. `/help` lists the games."

NO_LESSON: Final = "This button works in lessons only."


class Learn(ComponentCog):
    """A first hand of each game."""

    @app_commands.command(name="learn", description="Learn a game as you play, with hints")
    @usable_without_bot
    @app_commands.describe(game="The game to learn")
    @app_commands.choices(game=[app_commands.Choice(name=game.name, value=game.id) for game in GAMES.values()])
    async def learn(self, interaction: discord.Interaction[Any], game: str) -> None:
        """Show the lesson of a game where it stands."""
        async with self.services.responder.respond(interaction, "private") as response:
            await self._begin(response, game)

    @route(CustomId.BEGIN_LESSON, response="update", on="private")
    async def _begin_lesson(self, component: ComponentInteraction) -> None:
        """Begin another lesson of the game (`begin_lesson:GAME`)."""
        await self._begin(component.response, component.word(0))

    async def _begin(self, response: Response, name: str) -> None:
        """Begin a lesson, or continue the one that its learner has begun. Raises Declined for an unknown game."""
        presenter = self.services.presenters.find(name)
        if presenter is None:
            raise Declined(UNKNOWN_GAME_TEXT)
        table, new = await lessons.begin(self.services.tables, GAMES[name], presenter.lesson.plan, response.actor)
        if new and is_introduced(table):
            await show_introduction(response, self.services, table)
            return
        await show_hand(response, self.services, table, None if new else Answer(WELCOME_BACK))

    @route(CustomId.SKIP_TO_END, response="update", on="private", commits=True)
    async def _skip_to_end(self, component: ComponentInteraction) -> None:
        """Play the hand to its end for its learner (`skip_to_end:TABLE`)."""
        table = await component.table(lesson=True)
        if not table.record.lesson:
            await show_hand(component.response, self.services, table, Answer(NO_LESSON))
            return
        with self.services.hand_messages.postpone_edits(table, component.interaction.user.id):
            table = await lessons.finished(self.services.tables, table)
            component.response.has_moved = True
            await show_hand(component.response, self.services, table)

    @route(CustomId.OPEN_TABLE, response="public", on="private")
    async def _open_table(self, component: ComponentInteraction) -> None:
        """Open a friendly table of the game in the presser's channel (`open_table:GAME`)."""
        game = GAMES.get(component.word(0))
        if game is None or game.id not in self.services.presenters.games():
            raise Declined(UNKNOWN_GAME_TEXT)
        await open_table(component.response, self.services, game, {}, {"friendly": True})
