"""The hall of fame behind `/leaderboard`: each game's records, and who won the seasons that are past."""

from __future__ import annotations

from typing import Any

import discord

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined
from bot.ui.kit.custom_ids import CustomId
from bot.ui.standings.figures import games_in_order, is_game
from bot.ui.standings.hall_of_fame import ALL_GAMES, MAX_PAST_SEASONS, GameRecords, private_hall, public_hall
from cogs.base import ComponentCog
from cogs.standings.common import UNKNOWN_GAME_TEXT, require_may_write, seasons_of, server_of
from data.pads.records import FREE_GAME_ID
from data.standings.records import ALL_TIME


class HallOfFame(ComponentCog):
    """The routes of its messages."""

    @route(CustomId.SHOW_HALL_OF_FAME, response="private", on="public")
    @route(CustomId.CHOOSE_HALL_OF_FAME_GAME, response="update", on="private")
    async def _page(self, component: ComponentInteraction) -> None:
        """Show the hall of fame (`show_hall_of_fame:GAME`, or `choose_hall_of_fame_game` with a game).

        `-`, or nothing, stands for all games.
        """
        game = _game(component)
        await component.response.send(layout=private_hall(await self._halls(component.interaction, game), game))

    @route(CustomId.POST_HALL_OF_FAME, response="public", on="private")
    async def _post_hall_of_fame(self, component: ComponentInteraction) -> None:
        """Post the page for all (`post_hall_of_fame:GAME`)."""
        require_may_write(component)
        game = _game(component)
        await component.response.send(layout=public_hall(await self._halls(component.interaction, game), game))

    async def _halls(self, interaction: discord.Interaction[Any], game: str | None) -> list[GameRecords]:
        """Return the records of a game, or of all. Raises StoreError."""
        guild = server_of(interaction)
        if game is None:
            return [await self._hall(guild, name) for name in games_in_order()]
        seasons = [season for season in await seasons_of(self.services, guild) if season.ended is not None]
        results = self.services.store.results
        past = [(season, await results.standings(guild, game, season.number)) for season in seasons[:MAX_PAST_SEASONS]]
        hall = await self._hall(guild, game)
        return [hall._replace(past=past, more=max(0, len(seasons) - MAX_PAST_SEASONS))]

    async def _hall(self, guild: int, game: str) -> GameRecords:
        """Return the records of a game, without its seasons."""
        results = self.services.store.results
        standings = await results.standings(guild, game, ALL_TIME)
        best_hand = None if game == FREE_GAME_ID else await results.best_hand(game, standings)
        return GameRecords(game, standings, best_hand, (), 0, await results.is_stale(guild, game))


def _game(component: ComponentInteraction) -> str | None:
    """Return the game that was chosen, or that the id names; None for all. Raises Declined for none."""
    game = component.values[0] if component.values else component.args[0] if component.args else ALL_GAMES
    if game == ALL_GAMES:
        return None
    if not is_game(game):
        raise Declined(UNKNOWN_GAME_TEXT)
    return game
