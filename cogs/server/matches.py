"""`/match`: matches of a server, for members, organisers and managers."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.router import ComponentInteraction, route
from bot.common.command_permissions import CommandPermissions
from bot.common.errors import Declined
from bot.tables.commands import matches
from bot.tables.commands.matches import Opener
from bot.transport.interactions.responses import Response
from bot.transport.interactions.visibility import may_see_channel
from bot.transport.messages.matches import match_results
from bot.ui import matches as pages
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import layouts
from cogs.base import ComponentCog
from cogs.daily.plans import plan_of
from cogs.table.lobby import place_for
from cogs.table.play import after_computer_moves, show_hand
from data.deals.records import Match
from rules.contract import Game
from rules.registry import GAMES

MAX_LISTED: Final = 10
"""Matches of a list."""

WHICH: Final = "The match's number (standard: the newest of this server)"
ORGANISER: Final = CommandPermissions(grants="With Manage Server: matches of other organisers, too.").extras()
MANAGERS_ONLY: Final = "Only managers of this server can open a match."
NOT_ORGANISER: Final = "Only the organiser of this match and managers of this server can end it."
NO_MATCHES: Final = "This game has no matches. `/match open` lists those that have."
ENDED: Final = "The match is over. Its message gets the ranking."
IN_MATCHES: Final = tuple(game for game in GAMES.values() if game.id != "five_crowns")
"""The games of matches. At Five Crowns, cards that are drawn depend on the players, so boards cannot be compared."""


@app_commands.guild_only()
class Matches(
    ComponentCog, commands.GroupCog, name="match", group_description="Matches: everybody plays the same deals"
):
    """Matches."""

    @app_commands.command(name="list", description="The matches of this server")
    async def list(self, interaction: discord.Interaction[Any]) -> None:
        """List the newest matches."""
        async with self.services.responder.respond(interaction, "private") as response:
            await response.send(layout=pages.match_list((await self._visible(interaction))[:MAX_LISTED]))

    @app_commands.command(name="show", description="Your boards in a match, and the ranking once you have played them")
    @app_commands.describe(match=WHICH)
    async def show(
        self, interaction: discord.Interaction[Any], match: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Show somebody their own boards."""
        async with self.services.responder.respond(interaction, "private") as response:
            await self._show_boards(response, await self._find(interaction, match))

    @app_commands.command(
        name="open",
        description="Open a match for a week in this channel; you are asked once more",
        extras=CommandPermissions(needs="Manage Server").extras(),
    )
    @app_commands.describe(
        game="The game", boards="How many deals everybody plays (standard: 8)", organiser="Who runs it (standard: you)"
    )
    @app_commands.choices(game=[app_commands.Choice(name=game.name, value=game.id) for game in IN_MATCHES])
    async def open(
        self,
        interaction: discord.Interaction[Any],
        game: str,
        boards: app_commands.Range[int, matches.MIN_BOARDS, matches.MAX_BOARDS] = 8,
        organiser: discord.User | None = None,
    ) -> None:
        """Ask whether it is meant."""
        async with self.services.responder.respond(interaction, "private") as response:
            game_found, guild, channel = await self._require_may_open(interaction, game)
            await matches.require_room(self.services.tables, guild)
            who = interaction.user.id if organiser is None else organiser.id
            presenter = self.services.presenters[game_found.id]
            panel = pages.opening_panel(game_found.id, presenter, plan_of(game_found, 0), boards, who, channel)
            await response.send(layout=panel)

    @app_commands.command(name="end", description="End a match now", extras=ORGANISER)
    @app_commands.describe(match=WHICH)
    async def end(self, interaction: discord.Interaction[Any], match: app_commands.Range[int, 1] | None = None) -> None:
        """Ask whether it is meant."""
        async with self.services.responder.respond(interaction, "private") as response:
            match_found = await self._find(interaction, match)
            self._require_may_end(interaction, match_found)
            await response.send(layout=pages.ending_panel(match_found))

    # -- buttons -----------------------------------------------------------------------------------------------------

    @route(CustomId.OPEN_MATCH, response="update", on="private")
    async def _open_match(self, component: ComponentInteraction) -> None:
        """Open the match of the question (`open_match:GAME:BOARDS:ORGANISER`)."""
        interaction, boards, organiser = component.interaction, component.number(1), component.number(2)
        game, guild, channel = await self._require_may_open(interaction, component.word(0))
        if boards is None or organiser is None or not matches.MIN_BOARDS <= boards <= matches.MAX_BOARDS:
            raise Declined(NO_MATCHES)
        name = interaction.user.display_name if organiser == interaction.user.id else ""
        plans = [plan_of(game, number) for number in range(boards)]
        opener = Opener(guild, channel, interaction.id, organiser, name)
        await matches.open_match(self.services.tables, game.id, plans, opener)
        await component.response.send(layout=layouts.layout(layouts.text(f"The match is posted in <#{channel}>.")))

    @route(CustomId.PLAY_NEXT_BOARD, response="update", on="private")
    @route(CustomId.PLAY_MATCH, response="private", on="public")
    async def _play_match(self, component: ComponentInteraction) -> None:
        """Begin the next board, or show the one in play (`play_match:MATCH`)."""
        response, services = component.response, self.services
        match = await self._find_pressed(component)
        table = await matches.begin_next(services.tables, match, component.actor)
        if table is None:
            await self._show_boards(response, match)
            return
        response.has_moved = True
        await show_hand(response, services, await after_computer_moves(response, services, table))

    @route(CustomId.SHOW_MATCH_BOARDS, response="private", on="anywhere")
    async def _show_match_boards(self, component: ComponentInteraction) -> None:
        """Show the presser's own boards (`show_match_boards:MATCH`)."""
        await self._show_boards(component.response, await self._find_pressed(component))

    @route(CustomId.END_MATCH, response="update", on="private")
    async def _end_match(self, component: ComponentInteraction) -> None:
        """End a match, as its organiser or a manager (`end_match:MATCH`)."""
        match, who = await self._find_pressed(component), component.interaction.user
        self._require_may_end(component.interaction, match)
        if not await self.services.store.matches.end(match.id, (who.id, who.display_name)):
            raise Declined(matches.MATCH_ENDED)
        self.services.scheduler.notify_due(self.services.clock())
        await component.response.send(layout=layouts.layout(layouts.text(ENDED)))

    # -- which match, and who may ------------------------------------------------------------------------------------

    async def _show_boards(self, response: Response, match: Match) -> None:
        """Answer with the reader's own boards. Raises StoreError."""
        services, user = self.services, response.interaction.user.id
        own_tries = await matches.tries_of(services.tables, match, user)
        results, has_time = await match_results(services.store, match), services.clock() < match.closes
        await response.send(layout=pages.boards_page(match, user, own_tries, results, has_time=has_time))

    async def _visible(self, interaction: discord.Interaction[Any]) -> list[Match]:
        assert interaction.guild_id is not None
        all_matches = await self.services.store.matches.of_server(interaction.guild_id)
        return [match for match in all_matches if _is_visible(interaction, match)]

    async def _find(self, interaction: discord.Interaction[Any], number: int | None) -> Match:
        """Return the match of that number, or the newest of the server. Raises Declined, StoreError."""
        visible = await self._visible(interaction)
        match_found = next((match for match in visible if number in {None, match.id}), None)
        if match_found is None:
            raise Declined(matches.MATCH_GONE)
        return match_found

    async def _find_pressed(self, component: ComponentInteraction) -> Match:
        """Return the match that the first argument names. Raises Declined, StoreError."""
        number = component.number(0)
        match = None if number is None else await self.services.store.matches.match(number)
        if match is None or not _is_visible(component.interaction, match):
            raise Declined(matches.MATCH_GONE)
        return match

    async def _require_may_open(self, interaction: discord.Interaction[Any], game: str) -> tuple[Game, int, int]:
        """Return the game, the server and the channel of a match that a manager wants. Raises Declined, StoreError."""
        guild, channel = await place_for(self.services, interaction, "match")
        if not interaction.permissions.manage_guild:
            raise Declined(MANAGERS_ONLY)
        game_found = next((match_game for match_game in IN_MATCHES if match_game.id == game), None)
        if game_found is None or game_found.id not in self.services.presenters.games():
            raise Declined(NO_MATCHES)
        return game_found, guild, channel

    def _require_may_end(self, interaction: discord.Interaction[Any], match: Match) -> None:
        if match.organiser != interaction.user.id and not interaction.permissions.manage_guild:
            raise Declined(NOT_ORGANISER)
        if self.services.clock() >= match.closes:
            raise Declined(matches.MATCH_ENDED)


def _is_visible(interaction: discord.Interaction[Any], match: Match) -> bool:
    """Whether a match is there for somebody: in their server, in a channel that they see, or one that they run."""
    if match.guild != interaction.guild_id:
        return False
    runs = match.organiser == interaction.user.id or interaction.permissions.manage_guild
    return runs or interaction.channel_id == match.channel or may_see_channel(interaction, match.channel)
