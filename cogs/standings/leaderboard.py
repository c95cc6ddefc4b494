"""`/leaderboard`: the ranking of a game, for all, and page by page for each reader."""

from __future__ import annotations

from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined
from bot.transport.interactions.responder import suggests
from bot.transport.interactions.responses import Response
from bot.ui.kit.custom_ids import CustomId
from bot.ui.standings import leaderboard_picture
from bot.ui.standings.figures import ALL_TIME_TITLE
from bot.ui.standings.leaderboard import LeaderboardData, private_leaderboard, public_leaderboard
from bot.ui.standings.ranking import (
    MEASURE_NAMES,
    MEASURES,
    Measure,
    default_measure,
    game_measures,
    rank,
    rating_condition,
)
from bot.ui.standings.what_counts import counting_rules, counting_summary
from cogs.base import ComponentCog
from cogs.standings.common import (
    GAMES_OF_RESULTS,
    NO_STATISTICS_TEXT,
    WHICH_SEASON,
    files_of,
    game_of,
    offered_seasons,
    paint_for,
    present_season_of,
    require_may_write,
    season_named,
    season_of_number,
    seasons_of,
    server_of,
    to_all,
)
from data.standings.records import season_number

NO_ORDER: Final = "That game has no such leaderboard."
NOT_ON_IT: Final = "You are not on this leaderboard yet. See *What counts?*."
ME: Final = "me"
"""The id's argument in place of a page, for the page with its presser's place."""


class Leaderboard(ComponentCog):
    """The command, and the routes of its messages."""

    @app_commands.command(name="leaderboard", description="A game's leaderboard in this server")
    @app_commands.guild_only()
    @app_commands.describe(
        game="Which game",
        by="What decides the places (standard: rating)",
        season=f"{WHICH_SEASON}, or “{ALL_TIME_TITLE}” (standard: this season)",
    )
    @app_commands.rename(by="order")
    @app_commands.choices(
        game=GAMES_OF_RESULTS,
        by=[app_commands.Choice(name=f"By {MEASURE_NAMES[by]}", value=by) for by in MEASURES],
    )
    async def leaderboard(
        self,
        interaction: discord.Interaction[Any],
        game: str,
        by: str | None = None,
        season: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Show the first page to all."""
        async with self.services.responder.respond(interaction, to_all(interaction)) as response:
            seasons = await seasons_of(self.services, server_of(interaction))
            if season is None:
                present_season = present_season_of(seasons)
                key = season_number(present_season)
            else:
                chosen_season = season_named(seasons, season)
                key = season_number(chosen_season)
            await self._for_all(response, await self._board(interaction, game, by or default_measure(game), key))

    @leaderboard.autocomplete("season")
    @suggests
    async def _seasons(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Suggest the server's seasons."""
        return await offered_seasons(interaction, current)

    @route(CustomId.SHOW_RANKS, response="private", on="public")
    @route(CustomId.SHOW_LEADERBOARD, response="private", on="private")
    @route(CustomId.TURN_LEADERBOARD_PAGE, response="update", on="private")
    async def _page(self, component: ComponentInteraction) -> None:
        """Show a page to the presser alone (`show_ranks:GAME:BY:SEASON:PAGE`, where PAGE may be `me`)."""
        by = component.word(1)
        board = await self._board(component.interaction, game_of(component, 0), by, component.number(2))
        page, answer = component.number(3) or 0, ""
        if component.args[3:4] == (ME,):
            own_page = board.ranking.page_of(component.interaction.user.id)
            page, answer = (0, await self._absent(component, board)) if own_page is None else (own_page, "")
        await self._for_one(component, board, page, answer)

    async def _absent(self, component: ComponentInteraction, board: LeaderboardData) -> str:
        """Return the reason why a member is not on a leaderboard."""
        preferences = await self.services.people.of(component.interaction.user.id)
        if preferences.no_statistics:
            return NO_STATISTICS_TEXT
        unrated = board.ranking.by == "rating" and component.interaction.user.id in board.ranking.unrated
        return f"You have no rated game yet. {rating_condition(board.ranking.game)}" if unrated else NOT_ON_IT

    @route(CustomId.SHOW_LEADERBOARD_BY, response="private", on="public")
    @route(CustomId.CHOOSE_LEADERBOARD_MEASURE, response="update", on="private")
    async def _by(self, component: ComponentInteraction) -> None:
        """Show the ranks by the chosen measure (`choose_leaderboard_measure:GAME:SEASON`).

        The button below the message for all is `show_leaderboard_by:GAME:SEASON`.
        """
        by = component.choice
        board = await self._board(component.interaction, game_of(component, 0), by, component.number(1))
        await self._for_one(component, board, 0)

    @route(CustomId.CHOOSE_LEADERBOARD_SEASON, response="update", on="private")
    async def _choose_leaderboard_season(self, component: ComponentInteraction) -> None:
        """Show the ranks of the chosen season (`choose_leaderboard_season:GAME:BY`)."""
        by = component.word(1)
        await self._for_one(
            component, await self._board(component.interaction, game_of(component, 0), by, component.chosen_number), 0
        )

    @route(CustomId.POST_LEADERBOARD, response="public", on="private")
    async def _post_leaderboard(self, component: ComponentInteraction) -> None:
        """Post the first page for all (`post_leaderboard:GAME:BY:SEASON`)."""
        require_may_write(component)
        by = component.word(1)
        await self._for_all(
            component.response, await self._board(component.interaction, game_of(component, 0), by, component.number(2))
        )

    @route(CustomId.SHOW_WHAT_COUNTS, response="private", on="anywhere")
    async def _show_what_counts(self, component: ComponentInteraction) -> None:
        """Show what counts (`SHOW_WHAT_COUNTS`, or with `:all` all of it)."""
        await component.response.send(layout=counting_rules() if component.word(0) == "all" else counting_summary())

    async def _board(
        self, interaction: discord.Interaction[Any], game: str, by: str, key: int | None
    ) -> LeaderboardData:
        """Return the leaderboard as it is now. Raises Declined for what there is none of, StoreError."""
        if by not in game_measures(game):
            raise Declined(NO_ORDER)
        guild, results = server_of(interaction), self.services.store.results
        seasons = await seasons_of(self.services, guild)
        season = season_of_number(seasons, key)
        standings = await results.standings(guild, game, season_number(season))
        is_stale = await results.is_stale(guild, game)
        return LeaderboardData(rank(standings, game, cast("Measure", by)), season, seasons, is_stale)

    async def _for_all(self, response: Response, board: LeaderboardData) -> None:
        paint = await paint_for(self.services, response.interaction, alone=False)
        picture = None if paint is None or not board.ranking.rows else await leaderboard_picture.draw(board, 0, paint)
        await response.send(layout=public_leaderboard(board, picture), files=files_of(picture))

    async def _for_one(
        self, component: ComponentInteraction, board: LeaderboardData, page: int, answer: str = ""
    ) -> None:
        """Show a page of the leaderboard to the presser alone, with `answer` above it."""
        board = board._replace(reader=component.interaction.user.id)
        paint = await paint_for(self.services, component.interaction, alone=True)
        picture = (
            None if paint is None or not board.ranking.rows else await leaderboard_picture.draw(board, page, paint)
        )
        await component.response.send(layout=private_leaderboard(board, page, picture, answer), files=files_of(picture))
