"""`/help`: what this is in six lines, the two ways to begin, and pages by who asks."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined
from bot.common.version import VERSION
from bot.ui.kit.components import Layout, Part, button, link_button, row, rows, select
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.panels import game_select
from bot.ui.rulebooks import rulebook_games
from bot.ui.table import layouts
from cogs.base import ComponentCog
from rules.registry import GAMES

BEGINNING: Final = (
    "Card games for this server. Play in one evening, or a move a day.",
    "**New?** Learn a game as you play, with hints.",
    "**Ready?** Open a table and press *Start*.",
    "*My hand* shows your cards to you alone.",
    "The bot mentions you when it is your turn.",
    "Chips are points, not money.",
)

PLAYER_TEXT: Final = """### Help for players
**At a table**
- *My hand*: your cards and your moves
- *More*: scores, rules, pause, leave
- *Send note*, *Notes*: for your partner, in Conference
- `/table notes`: notes from your partner
- `/table move`: bring a table to this channel

**Alone**
- `/learn`: a first hand with hints
- `/daily`: the hand of the day, the same for everyone

**Find a table**
- `/table mine`: your tables, those waiting for you first
- `/table lobbies`: tables that need players
- `/table list`: tables in play
- `/league list`: leagues and cups that you can enter
- `/match list`: matches, in which all have the same cards

**Take a break**
- `/away until`: say that you are away; your time stops
- `/settings me`: reminders, quiet hours, pictures

**Results**
- `/stats`: what you played and won
- `/leaderboard`: the best of this server, and its records

**You and others**
- `/block add`: keep somebody away from your tables
- `/privacy show`: what is stored about you"""

ORGANISER_TEXT: Final = """### Help for organisers
**Score pads**, for games with real cards
- `/pad new`: open a pad. It keeps the score.
- `/pad list`: the pads of this server
- `/pad import`: open a pad from a file

**Club nights**
- `/night begin`: group the tables and pads of an evening
- `/night end`: end the night and show who won
- `/night list`: the nights of this server

**Leagues and cups**, tables for some weeks
- `/league open`: open one; members enter with a button
- `/league list`: the leagues of this server

**Matches**, the same deals for everybody
- `/match open`: open a match; it lasts a week
- `/match end`: end it before

**Seasons**
- `/season begin`: start anew; all-time results stay
- `/season list`: the seasons of this server"""

MANAGER_TEXT: Final = """### What to set first
- `/settings server`, *Tables …*: choose the channels for tables.
- There too: choose who may open tables. At first everyone may.
- *Mentions …*: choose the role to ping when a table needs players.
- *Notes and rankings …*: choose where the ranking of `/daily` goes.
- Tell your members: `/settings me` has their quiet hours.
- If I lack a permission, `/settings server` says which, and where."""

MODERATOR_TEXT: Final = """### Help for moderators
- `/settings server`: who may open tables, where, and more
- `/moderate ban`: ban somebody from all tables
- `/moderate allow`: let somebody play again
- `/moderate log`: what moderators did

At a table, *More* has *End the table* and *Replace a player*."""

SIGNS_TEXT: Final = """### Signs in the pictures
- ▶ and a golden frame: whose turn it is
- D: the dealer
- A robot: a computer player
- A star and a golden frame: the card winning the trick
- A card on a face-down card: turned up from the pack
- W: a wild card
- Grey with a no-entry sign: a card that you may not play now
- Grey: a card that no longer counts
- A tick: this player has chosen
- V5.4: the number of a rule
- ✓: a shuffle was fair. ✗: it was not. …: it is secret until the hand is over."""

PAGES: Final = {
    "player": ("Players", PLAYER_TEXT),
    "organiser": ("Organisers: pads, nights, leagues, matches", ORGANISER_TEXT),
    "moderator": ("Moderators", MODERATOR_TEXT),
    "manager": ("Managers: what to set first", MANAGER_TEXT),
    "signs": ("Signs in the pictures", SIGNS_TEXT),
}
"""The pages by their name, each with its entry in the list."""


class Help(ComponentCog):
    """The first thing a newcomer asks for."""

    @app_commands.command(name="help", description="Learn a game, open a table, and more")
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """Show the first page."""
        async with self.services.responder.respond(interaction, "private") as response:
            await response.send(layout=self._beginning(interaction))

    @route(CustomId.TURN_HELP_PAGE, response="update", on="private")
    async def _turn_help_page(self, component: ComponentInteraction) -> None:
        """Show a page of the help (`turn_help_page:PAGE`, or a page that was chosen in the list)."""
        interaction, page = component.interaction, component.values[0] if component.values else component.word(0)
        if page == "begin":
            view = self._beginning(interaction)
        elif page == "teach":
            view = self._games("**Which game do you want to learn?**", CustomId.BEGIN_LESSON)
        elif page == "open":
            view = self._tables()
        elif page in _open_to(interaction):
            view = _page(interaction, page)
        else:
            raise Declined("There is no such page.")
        await component.response.send(layout=view)

    @route(CustomId.CHOOSE_TABLE_GAME, response="private", on="anywhere")
    async def _choose_table_game(self, component: ComponentInteraction) -> None:
        """Ask which game the table is to be of (`choose_table_game`)."""
        await component.response.send(layout=self._tables())

    def _beginning(self, interaction: discord.Interaction[Any]) -> Layout:
        """Return six lines, the two ways to begin, the operator's links, the version, and since when it runs."""
        ways = row(
            button(CustomId.TURN_HELP_PAGE, "teach", label="Teach me a game", style=discord.ButtonStyle.success),
            button(CustomId.TURN_HELP_PAGE, "open", label="Open a table", style=discord.ButtonStyle.primary),
        )
        settings = self.services.settings
        addresses = {"Terms": settings.terms_url, "Privacy": settings.privacy_url, "Support": settings.support_url}
        links = [link_button(url, label=label) for label, url in addresses.items() if url is not None]
        started_seconds = self.services.guilds.started_ms // 1000
        version = layouts.text(f"-# Eldest Hand {VERSION}, running since <t:{started_seconds}:f>")
        heading = layouts.text("## Eldest Hand", *BEGINNING)
        return layouts.layout(heading, ways, _list(interaction), *rows(links), version)

    def _tables(self) -> Layout:
        """Return the question of which game a table is to be opened."""
        commands = ", ".join(f"`/{game.replace('_', '')} new`" for game in self.services.presenters.games())
        return self._games("**Which game do you want to play?**", CustomId.OPEN_TABLE, f"-# With options: {commands}")

    def _games(self, question: str, word: CustomId, below: str = "") -> Layout:
        """Return the question which game is meant; its button begins the lesson, or opens the table."""
        games = self.services.presenters.games()
        lines = [f"**{GAMES[game].name}**: {self.services.presenters[game].kind}, {_seats(game)}" for game in games]
        buttons = [button(word, game, label=GAMES[game].name, style=discord.ButtonStyle.primary) for game in games]
        notes = [layouts.text(below)] if below else []
        return layouts.layout(layouts.text(question, *lines), *rows(buttons), *notes, row(_back()))


def _seats(game: str) -> str:
    """Return the numbers of players of a game, as text."""
    fewest, most = GAMES[game].seats
    return f"{most} players" if fewest == most else f"{fewest} to {most} players"


def _page(interaction: discord.Interaction[Any], page: str) -> Layout:
    """Return a page of help.

    That for players leads to the rules, that for managers to the settings; that for organisers opens a score pad.
    """
    rules = [
        button(CustomId.SHOW_RULES, game, 0, label=f"Rules of {GAMES[game].name}") for game in sorted(rulebook_games())
    ]
    settings = (
        [button(CustomId.SET_SERVER_SETTING, "page", label="Server settings")]
        if interaction.permissions.manage_guild
        else []
    )
    extra_buttons = {"player": rules, "moderator": settings, "manager": settings}.get(page, [])
    pads = [game_select(CustomId.OPEN_PAD)] if page == "organiser" and interaction.guild_id is not None else []
    return layouts.layout(
        layouts.text(PAGES[page][1]), *pads, *rows([*extra_buttons, _back()]), _list(interaction, page)
    )


def _back() -> Part:
    return button(CustomId.TURN_HELP_PAGE, "begin", label="Back")


def _list(interaction: discord.Interaction[Any], shown: str = "") -> Part:
    """Return the list of the pages that the person may see."""
    options = [
        discord.SelectOption(label=PAGES[page][0], value=page, default=page == shown) for page in _open_to(interaction)
    ]
    return select(CustomId.TURN_HELP_PAGE, options=options, placeholder="More help for …")


def _open_to(interaction: discord.Interaction[Any]) -> list[str]:
    """Return the pages for somebody: that of moderators is for those who moderate or manage the server, that of
    managers for the latter.
    """
    permissions, in_server = interaction.permissions, interaction.guild_id is not None
    manages = in_server and permissions.manage_guild
    moderates = manages or (in_server and (permissions.manage_messages or permissions.moderate_members))
    return [page for page in PAGES if {"moderator": moderates, "manager": manages}.get(page, True)]
