"""`/stats`: the profile of a member, for the reader alone, or for all once they show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined
from bot.common.text import escape
from bot.transport.interactions.responder import suggests
from bot.transport.interactions.responses import Response
from bot.ui.kit.custom_ids import CustomId
from bot.ui.standings import profile, ratings
from bot.ui.standings.figures import ALL_TIME_TITLE, display_name, games_in_order, is_game, season_title
from bot.ui.standings.profile import ALL_GAMES, Profile, RatingChart
from bot.ui.standings.ratings import MAX_GAMES, RatingHistory
from cogs.base import ComponentCog
from cogs.standings.common import (
    GAMES_OF_RESULTS,
    NO_STATISTICS_TEXT,
    UNKNOWN_GAME_TEXT,
    WHICH_SEASON,
    files_of,
    offered_seasons,
    paint_for,
    require_may_write,
    season_named,
    season_of_number,
    seasons_of,
    server_of,
)
from data.standings.records import ALL_TIME, season_number

NOTHING_OF_YOU: Final = "You have no results here yet. Finish a game, or enter a hand on a pad."
NOTHING_OF: Final = "{name} has no results here, or wants no statistics."
NO_PERSON: Final = "That member is unknown."
BOTS_TEXT: Final = "Bots and computer players have no statistics."
TWO_PEOPLE_TEXT: Final = "Name two different people for head to head."


class Stats(ComponentCog):
    """The command, and the routes of its messages."""

    @app_commands.command(name="stats", description="Your statistics in this server, or another member's")
    @app_commands.guild_only()
    @app_commands.describe(
        member="Whose statistics (standard: your own)",
        game="Which game (standard: all)",
        season=f"{WHICH_SEASON} (standard: {ALL_TIME_TITLE.lower()})",
        against="Head to head with this member (all time)",
    )
    @app_commands.choices(game=GAMES_OF_RESULTS)
    async def stats(
        self,
        interaction: discord.Interaction[Any],
        member: discord.User | None = None,
        game: str | None = None,
        season: app_commands.Range[str, 1, 100] | None = None,
        against: discord.User | None = None,
    ) -> None:
        """Show it to the reader alone."""
        async with self.services.responder.respond(interaction, "private") as response:
            who = member or interaction.user
            if who.bot or (against is not None and against.bot):
                raise Declined(BOTS_TEXT)
            if against is not None:
                await self._met(
                    response, (who.id, who.display_name), (against.id, against.display_name), game, alone=True
                )
                return
            seasons = await seasons_of(self.services, server_of(interaction))
            chosen_season = None if season is None else season_named(seasons, season)
            key = season_number(chosen_season)
            await self._page(response, who.id, who.display_name, key, game, alone=True)

    @stats.autocomplete("season")
    @suggests
    async def _seasons(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Suggest the server's seasons."""
        return await offered_seasons(interaction, current)

    @route(CustomId.CHOOSE_STATS_GAME, response="update", on="private")
    async def _choose_stats_game(self, component: ComponentInteraction) -> None:
        """Show the statistics of the chosen game, or with `-` of all (`choose_stats_game:USER:SEASON`)."""
        choice = component.choice
        await self._page(
            component.response, _user(component, 0), None, component.number(1), _game_named(choice), alone=True
        )

    @route(CustomId.CHOOSE_STATS_SEASON, response="update", on="private")
    async def _choose_stats_season(self, component: ComponentInteraction) -> None:
        """Show the statistics of the chosen season (`choose_stats_season:USER:GAME`)."""
        await self._page(
            component.response,
            _user(component, 0),
            None,
            component.chosen_number,
            _game_named(component.word(1)),
            alone=True,
        )

    @route(CustomId.POST_STATS, response="public", on="private")
    async def _post_stats(self, component: ComponentInteraction) -> None:
        """Post the page for all (`post_stats:USER:SEASON:GAME`)."""
        require_may_write(component)
        await self._page(
            component.response,
            _user(component, 0),
            None,
            component.number(1),
            _game_named(component.word(2)),
            alone=False,
        )

    @route(CustomId.CHOOSE_VERSUS_GAME, response="update", on="private")
    async def _choose_versus_game(self, component: ComponentInteraction) -> None:
        """Show the page of two players in the chosen game, or with `-` in all (`choose_versus_game:USER:OTHER`)."""
        choice = component.choice
        pair = (_user(component, 0), None), (_user(component, 1), None)
        await self._met(component.response, *pair, _game_named(choice), alone=True)

    @route(CustomId.POST_VERSUS, response="public", on="private")
    async def _post_versus(self, component: ComponentInteraction) -> None:
        """Post the page of two for all (`post_versus:USER:OTHER:GAME`)."""
        require_may_write(component)
        pair = (_user(component, 0), None), (_user(component, 1), None)
        await self._met(component.response, *pair, _game_named(component.word(2)), alone=False)

    # -- the pages ---------------------------------------------------------------------------------------------------

    async def _page(
        self, response: Response, user: int, name: str | None, key: int | None, game: str | None, *, alone: bool
    ) -> None:
        """Answer with a member's page, of a game or of all. Raises Declined, StoreError."""
        interaction = response.interaction
        who = await self._person(interaction, user, name, key)
        rating_chart = RatingChart()
        if game is None:
            parts = profile.overview_parts(who)
        else:
            rating_chart = await self._chart(interaction, [who], game, alone=alone)
            parts = profile.game_parts(who, game, rating_chart)
        controls = profile.profile_controls(who, game) if alone else ()
        await response.send(layout=profile.message(parts, controls), files=files_of(rating_chart.picture))

    async def _met(
        self,
        response: Response,
        first: tuple[int, str | None],
        second: tuple[int, str | None],
        game: str | None,
        *,
        alone: bool,
    ) -> None:
        """Answer with how two people did against each other. Raises Declined, StoreError."""
        if first[0] == second[0]:
            raise Declined(TWO_PEOPLE_TEXT)
        interaction = response.interaction
        who, other_profile = [await self._person(interaction, *person, ALL_TIME) for person in (first, second)]
        records = await self.services.store.results.head_to_head(
            server_of(interaction), who.user, other_profile.user, game
        )
        games_met = {record.game for record in records}
        rating_chart = (
            RatingChart()
            if game not in games_met
            else await self._chart(interaction, [who, other_profile], game or "", alone=alone)
        )
        parts = profile.comparison_parts(who, other_profile.name, records, game, rating_chart)
        if not alone:
            await response.send(layout=profile.message(parts), files=files_of(rating_chart.picture))
            return
        offered_games = [name for name in games_in_order() if name in who.standings and name in other_profile.standings]
        controls = profile.comparison_controls(who, other_profile.user, game, offered_games)
        await response.send(layout=profile.message(parts, controls), files=files_of(rating_chart.picture))

    async def _person(
        self, interaction: discord.Interaction[Any], user: int, name: str | None, key: int | None
    ) -> Profile:
        """Return the profile of a member in a season. Raises Declined if nothing of them is shown, StoreError."""
        guild, results = server_of(interaction), self.services.store.results
        seasons = await seasons_of(self.services, guild)
        season = season_of_number(seasons, key)
        all_time_standings = await results.standings_of(guild, user, ALL_TIME)
        if not all_time_standings:
            raise Declined(await self._nothing(interaction, user, name))
        in_it = all_time_standings if season is None else await results.standings_of(guild, user, season.number)
        stale_flags = [await results.is_stale(guild, standing.game) for standing in all_time_standings]
        by_game = {standing.game: standing for standing in in_it if is_game(standing.game)}
        return Profile(user, name or all_time_standings[0].name, by_game, season, seasons, any(stale_flags))

    async def _nothing(self, interaction: discord.Interaction[Any], user: int, name: str | None) -> str:
        """Return the reason why no profile is shown.

        Of others it does not reveal whether they turned statistics off.
        """
        if user == interaction.user.id:
            return NO_STATISTICS_TEXT if (await self.services.people.of(user)).no_statistics else NOTHING_OF_YOU
        return NOTHING_OF.format(name="this member" if name is None else escape(display_name(name)))

    async def _chart(
        self, interaction: discord.Interaction[Any], people: Sequence[Profile], game: str, *, alone: bool
    ) -> RatingChart:
        """Return the course of these people's ratings in a game: a picture, or words by preference."""
        guild, read_games = server_of(interaction), self.services.store.results.rated_games
        lines = [
            RatingHistory(
                person.name,
                person.standings[game].rated,
                (await read_games(guild, game, person.user, season_number(person.season), MAX_GAMES))[::-1],
            )
            for person in people
            if game in person.standings
        ]
        if not ratings.has_chart(lines):
            return RatingChart()
        paint = await paint_for(self.services, interaction, alone=alone)
        if paint is None:
            return RatingChart(words=ratings.rating_lines(lines))
        return RatingChart(await ratings.draw_rating_chart(game, season_title(people[0].season), lines, paint))


def _user(component: ComponentInteraction, index: int) -> int:
    """Return the user id in an argument. Raises Declined for other text."""
    user = component.number(index)
    if user is None:
        raise Declined(NO_PERSON)
    return user


def _game_named(text: str) -> str | None:
    """Return the game of that id, None for all. Raises Declined for none."""
    if text == ALL_GAMES:
        return None
    if not is_game(text):
        raise Declined(UNKNOWN_GAME_TEXT)
    return text
