"""`/help`: what this is and how to begin."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.client import EldestHand
from bot.ui.kit.components import button, rows
from bot.ui.rulebooks import names
from bot.ui.table import layouts
from rules.registry import GAMES

SIGNS: Final = (
    "▶ and a golden frame: whose turn it is · D: the dealer · a robot: a computer player · W: a wild card · a star and "
    "a golden frame: the card that wins its trick · a red bar: a card that may not be played now, with the clause that "
    "says why · a card on a face-down one: the turn-up · V5.4 and the like: the number of a rule in its rulebook · "
    "✓, ✗, …: a shuffle that was checked, failed, or is still secret; a tick beside a "
    "name while several choose at once: that one has chosen · paler cards: they count for nothing any more."
)
"""What the signs of pictures and messages mean."""


class Help(commands.Cog):
    """The first thing a newcomer asks for."""

    def __init__(self, bot: EldestHand) -> None:
        self.services = bot.services

    @app_commands.command(name="help", description="What Eldest Hand is, and how to play")
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """Explain the bot on one page."""
        async with self.services.responder.answering(interaction, "private") as reply:
            opening = "\n".join(self._line(game) for game in sorted(GAMES))
            await reply.send(
                layout=layouts.layout(
                    layouts.text(
                        "## Eldest Hand",
                        "Card games at tables that last minutes or weeks.",
                    ),
                    layouts.text(
                        "**Begin.** Open a table, then press Start when enough have joined:",
                        opening,
                        "Short of players? *Add computer player* fills a seat, *Invite and arrange* asks people and "
                        "looks for players; "
                        "`/table lobbies` lists the tables that wait for players, `/table list` those that are played.",
                        "Never played it? `/learn` plays a first hand with you, against computer players, with hints.",
                    ),
                    layouts.text(
                        "**Play.** *My hand* at the table shows your cards to you alone, with the moves you may make. "
                        "A card you may not play says which rule forbids it. If the table waits for you, you are "
                        "mentioned once, after a while. After a day it begins with what happened; *Next* leads to the "
                        "next table that waits for you. Where you can lose no trick any more, *Play out the rest* ends "
                        "the hand.",
                        "While others play, *Next move …* takes an order for your next turn: a card, a word, or a rule "
                        "such as “if hearts are led, my lowest winner, else ask me”. Nobody else sees it; if it is not "
                        "allowed when your turn comes, you are told why and choose yourself.",
                    ),
                    layouts.text(
                        "**Find things.** `/table mine` lists what waits for you and your other tables · "
                        "`/table show` brings it down · "
                        "`/table hand` shows your cards · `/table notes` what your partner wrote · "
                        "`/table log` tells what happened · `/table scores` has the score sheet · "
                        "`/table replay` steps through a hand · "
                        "`/table export` gives the game as a file · "
                        "`/table leave` gives your seat to a computer player · `/table sit` takes one of theirs · "
                        "`/table substitute` offers it to others · "
                        "`/table release` gives an absent player's away · "
                        "`/table end` ends a table, `/table abandon` by vote with scores kept or void · "
                        "`/table move` takes it elsewhere · "
                        "`/table verify` proves fair shuffles · "
                        "`/block add` keeps somebody from your tables · "
                        "`/settings me`: how you like to play · `/privacy show`: what I keep of you.",
                    ),
                    layouts.text(
                        "**Play for days.** A new table's `clock` says how long a move may take, `time_out` what "
                        "follows · `/settings night`: a night without mentions · `/away until`: your clocks stand "
                        "still · `/table pause` stops a table's once all agree, `/table resume` lets it go on.",
                    ),
                    layouts.text(
                        "**Keep score.** `/pad new` opens a score pad for hands that you play at a table of your own: "
                        "it asks what happened and does the sums · `/pad list` shows the pads of this server · "
                        "`/night begin` gathers the tables and pads of an evening.",
                        "What is played at tables and told to pads makes standings: `/stats` what you or another "
                        "member have done, `/leaderboard` who stands where, `/halloffame` the best there has been, "
                        "`/season list` the seasons. `/settings me` leaves you out of them all.",
                    ),
                    layouts.text(
                        "**Run a server.** `/settings server`: where and by whom tables are opened, and how people are "
                        "mentioned · `/moderate ban` keeps somebody from all tables, `/moderate log` says who did what."
                    ),
                    layouts.text(f"**Read the table.** {SIGNS}"),
                    layouts.text("-# Chips have no value: they are a score."),
                    *rows([button("rules", game, 0, label=f"Rules of {GAMES[game].name}") for game in sorted(names())]),
                )
            )

    def _line(self, game: str) -> str:
        """What can be done with a game now."""
        name, command = GAMES[game].name, game.replace("_", "")
        if game in self.services.presenters.games():
            return f"- **{name}**: `/{command} new` opens a table, `/rules {command}` explains it"
        return f"- **{name}**: `/rules {command}` explains it; there are no tables of it here yet"


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(Help(bot))
