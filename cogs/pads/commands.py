"""`/pad`: opening score pads, and finding them."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.client import EldestHand
from bot.common.errors import Declined
from bot.common.text import NAME_LIMIT, escape, plain
from bot.pads.pad import game_name, title_of
from bot.transport.interactions.responder import suggests
from bot.ui.kit.components import MAX_SUGGESTIONS, button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.sheet import MAX_TITLE_LETTERS
from bot.ui.table import layouts
from cogs.pads.common import is_visible_row, pad_at, post_here
from cogs.pads.free import FreePadPresenter
from cogs.pads.importing import open_from_file
from cogs.pads.opening import ask_for_game, guests_in, open_pad
from cogs.table.lobby import place_for
from data.pads.records import FREE_GAME_ID, ListedPad
from data.people.records import guest_key
from rules.registry import GAMES

MAX_LISTED: Final = 10
"""Pads of a list."""

MAX_PADS_READ: Final = 50
"""The maximum of pads that are searched for ones that the member can see."""

MAX_CHOICE_LETTERS: Final = 100
"""Letters of what is offered for an option."""

GAMES_OF_PADS: Final = [
    *(app_commands.Choice(name=game.name, value=game.id) for game in GAMES.values()),
    app_commands.Choice(name="Any other game (you type the points)", value=FREE_GAME_ID),
]

WINS: Final = [
    app_commands.Choice(name="The most points win", value="most"),
    app_commands.Choice(name="The fewest points win", value="fewest"),
]


class PadCommands(commands.GroupCog, name="pad", group_description="Score pads for games played anywhere"):
    """Opening pads, and finding them."""

    def __init__(self, bot: EldestHand) -> None:
        self.services = bot.services

    async def cog_load(self) -> None:
        """Show what is asked of a hand of any game."""
        self.services.pad_presenters[FREE_GAME_ID] = FreePadPresenter()

    async def cog_unload(self) -> None:
        """Take that away."""
        self.services.pad_presenters.pop(FREE_GAME_ID, None)

    @app_commands.command(name="new", description="Open a score pad for a game played anywhere")
    @app_commands.guild_only()
    @app_commands.describe(
        game="Which game",
        name="The pad's name (standard: game and number)",
        guests="Players who are not members here: names with commas between",
        playing="Do you play? (standard: yes)",
        wins="Who wins: only for any other game",
    )
    @app_commands.choices(game=GAMES_OF_PADS, wins=WINS)
    async def new(
        self,
        interaction: discord.Interaction[Any],
        game: str,
        name: app_commands.Range[str, 1, NAME_LIMIT] | None = None,
        guests: app_commands.Range[str, 1, 400] | None = None,
        playing: bool = True,
        wins: str | None = None,
    ) -> None:
        """Open a pad where the command is given."""
        async with self.services.responder.respond(interaction, "public") as response:
            if game == FREE_GAME_ID and wins is None:
                await place_for(self.services, interaction, "pad")
                guests_in(guests)
                await ask_for_game(response, name or "", guests or "", playing=playing)
                return
            options = {"wins": wins} if game == FREE_GAME_ID else {}
            await open_pad(response, self.services, game, name or "", guests_in(guests), options, playing=playing)

    @new.autocomplete("guests")
    @suggests
    async def _suggest_guests(
        self, interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        """Return the server's guests: each behind the names that were typed before the last comma."""
        earlier_names, comma, typed_name = typed.rpartition(",")
        names = await self.services.store.pads.guest_names(interaction.guild_id or 0, MAX_PADS_READ)
        typed_keys = {guest_key(name) for name in earlier_names.split(",")}
        choices = [
            f"{earlier_names}{comma} {guest}".strip()
            for guest in (plain(name, NAME_LIMIT) for name in names)
            if guest_key(typed_name) in guest_key(guest) and guest_key(guest) not in typed_keys
        ]
        return [
            app_commands.Choice(name=option, value=option) for option in choices if len(option) <= MAX_CHOICE_LETTERS
        ][:MAX_SUGGESTIONS]

    @app_commands.command(name="import", description="Open a score pad from an exported file or a spreadsheet")
    @app_commands.guild_only()
    @app_commands.describe(
        file="The pad's CSV or JSON from Export, or a CSV with names and points",
        name="The pad's name (standard: as in the file)",
    )
    async def from_file(
        self,
        interaction: discord.Interaction[Any],
        file: discord.Attachment,
        name: app_commands.Range[str, 1, NAME_LIMIT] | None = None,
    ) -> None:
        """Open a pad with all that is in a file, or nothing of it."""
        async with self.services.responder.respond(interaction, "public") as response:
            await open_from_file(response, self.services, file, name)

    @app_commands.command(name="list", description="The score pads of this server")
    @app_commands.guild_only()
    async def list(self, interaction: discord.Interaction[Any]) -> None:
        """List the pads, those that are open first."""
        async with self.services.responder.respond(interaction, "private") as response:
            assert interaction.guild_id is not None
            rows = await self.services.store.pads.of_server(interaction.guild_id, interaction.user.id, MAX_PADS_READ)
            visible_pads = [pad for pad in rows if is_visible_row(interaction, pad, mine=pad.is_own)]
            pads = visible_pads[:MAX_LISTED]
            if not pads:
                raise Declined("Open the first pad of this server: `/pad new`.")
            lines = [_line(pad) for pad in pads]
            if len(visible_pads) > MAX_LISTED:
                lines.append("-# Older pads: `/pad show` and the pad's number.")
            buttons = [button(CustomId.POST_PAD, pad.id, label=f"Pad {pad.id}") for pad in pads[:5]]
            heading = layouts.text("### Score pads of this server", "-# Press a pad to post it here.")
            await response.send(layout=layouts.layout(heading, layouts.text(*lines), row(*buttons)))

    @app_commands.command(name="show", description="Post a score pad at the bottom of this channel")
    @app_commands.guild_only()
    @app_commands.describe(pad="The pad's number")
    async def show(self, interaction: discord.Interaction[Any], pad: app_commands.Range[int, 1]) -> None:
        """Post a pad's message anew."""
        async with self.services.responder.respond(interaction, "public") as response:
            await post_here(response, self.services, await pad_at(self.services, interaction, pad, deleted=True))


def _line(pad: ListedPad) -> str:
    """Return a pad in a list: title, progress, last change and link."""
    hands = "no hands yet" if not pad.hands else "1 hand" if pad.hands == 1 else f"{pad.hands} hands"
    state = f"{hands}, finished" if pad.status == "finished" else hands
    game = f" ({escape(game_name(pad.game))})" if pad.name else ""
    title = escape(title_of(pad), MAX_TITLE_LETTERS)
    if pad.message is not None:
        title = f"[{title}](https://discord.com/channels/{pad.guild}/{pad.message_channel}/{pad.message})"
    return f"**{pad.id}** {title}{game} · {state} · <t:{pad.updated // 1000}:R>"
