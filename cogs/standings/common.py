"""Shared parts of standings' commands: the server, game and season that are meant, and who sees an answer."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.app.client import EldestHand
from bot.app.router import ComponentInteraction
from bot.app.services import Services
from bot.common.errors import Declined
from bot.common.text import name_key
from bot.transport.interactions.responses import ResponseMode
from bot.ui.kit.components import MAX_SUGGESTIONS
from bot.ui.pictures import GREEN_TABLE, Paint, Picture, paint_named
from bot.ui.standings.figures import ALL_TIME_TITLE, game_title, games_in_order, is_game, season_title
from data.standings.records import ALL_TIME, Season

GAMES_OF_RESULTS: Final = [app_commands.Choice(name=game_title(game), value=game) for game in games_in_order()]

WHICH_SEASON: Final = "A season by its name"

NO_SERVER: Final = "Ask in a server's channel: standings belong to servers."
UNKNOWN_GAME_TEXT: Final = "That game is unknown."
NO_SEASON: Final = "There is no such season. See `/season list`."
MAY_NOT_WRITE: Final = "You cannot write in this channel."

NO_STATISTICS_TEXT: Final = "Turn your statistics on first: `/settings me`."


def server_of(interaction: discord.Interaction[Any]) -> int:
    """Return the server of a command or click. Raises Declined where it is in none."""
    if interaction.guild_id is None:
        raise Declined(NO_SERVER)
    return interaction.guild_id


def game_of(component: ComponentInteraction, index: int) -> str:
    """Return the game that an argument names. Raises Declined for none."""
    game = component.word(index)
    if not is_game(game):
        raise Declined(UNKNOWN_GAME_TEXT)
    return game


async def seasons_of(services: Services, guild: int) -> list[Season]:
    """Return the seasons of a server, the newest first. Raises StoreError."""
    return sorted(await services.store.results.seasons(guild), key=lambda season: -season.number)


def present_season_of(seasons: Sequence[Season]) -> Season | None:
    """Return the present season, of a server's with the newest first; None between two."""
    return seasons[0] if seasons and seasons[0].ended is None else None


def season_of_number(seasons: Sequence[Season], number: int | None) -> Season | None:
    """Return the season of that number, None for all time. Raises Declined where there is none."""
    if number == ALL_TIME:
        return None
    match = next((season for season in seasons if season.number == number), None)
    if match is None:
        raise Declined(NO_SEASON)
    return match


def season_named(seasons: Sequence[Season], title: str) -> Season | None:
    """Return the typed or chosen season; None for all time. Raises Declined for an unknown one."""
    key = name_key(title)
    if key == name_key(ALL_TIME_TITLE):
        return None
    match = next((season for season in seasons if name_key(season_title(season)) == key), None)
    if match is None:
        raise Declined(NO_SEASON)
    return match


async def offered_seasons(interaction: discord.Interaction[EldestHand], current: str) -> list[app_commands.Choice[str]]:
    """Return the seasons whose names contain the typed text, newest first, and all time."""
    seasons = await seasons_of(interaction.client.services, interaction.guild_id or 0)
    titles = [ALL_TIME_TITLE, *map(season_title, seasons)]
    matches = [title for title in titles if current.strip().casefold() in title.casefold()]
    return [app_commands.Choice(name=title, value=title) for title in matches[:MAX_SUGGESTIONS]]


def may_write(interaction: discord.Interaction[Any]) -> bool:
    """Whether the member may write in the channel: showing a message to all counts as writing."""
    permissions = interaction.permissions
    return (
        permissions.send_messages_in_threads
        if isinstance(interaction.channel, discord.Thread)
        else permissions.send_messages
    )


def to_all(interaction: discord.Interaction[Any]) -> ResponseMode:
    """Return the audience of a public command's answer: only the user if they may not write in the channel."""
    return "public" if may_write(interaction) else "private"


def require_may_write(component: ComponentInteraction) -> None:
    """Raise Declined if the member may not show a message to all in the channel."""
    if not may_write(component.interaction):
        raise Declined(MAY_NOT_WRITE)


async def paint_for(services: Services, interaction: discord.Interaction[Any], *, alone: bool) -> Paint | None:
    """Return the colours of a picture for the member, or for all; None for no picture. Raises StoreError."""
    if not (services.settings.pictures and interaction.app_permissions.attach_files):
        return None
    if not alone:
        return GREEN_TABLE
    preferences = await services.people.of(interaction.user.id)
    return paint_named(preferences.colours) if preferences.pictures else None


def files_of(image: Picture | None) -> list[discord.File]:
    """Return the file of a picture, if there is one."""
    return [] if image is None else [discord.File(io.BytesIO(image.png), image.filename, description=image.alt[:1024])]
