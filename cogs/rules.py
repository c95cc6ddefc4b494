"""`/rules GAME`: the rulebook, paged, with clause numbers, searchable by autocomplete."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import EldestHand
from bot.errors import Declined
from bot.show import layouts
from bot.show.rulebooks import Rulebook, names, rulebook
from bot.wire.components import Layout, button, row
from bot.wire.replies import answering
from bot.wire.verbs import Press
from rules.registry import GAMES


class RulesCommands(commands.Cog):
    """A command a game that has a rulebook, and the pager's buttons."""

    def __init__(self, bot: EldestHand) -> None:
        self.bot = bot
        self.group = app_commands.Group(name="rules", description="The rules of our games, with numbered clauses")
        for game in names():
            if game in GAMES:
                self.group.add_command(_command(game))

    async def cog_load(self) -> None:
        """Register the commands and the verbs."""
        self.bot.tree.add_command(self.group)
        self.bot.verbs.add("rules", self._page, "private", "anywhere")  # at tables, and under /help
        self.bot.verbs.add("rulespage", self._page, "update", "private")

    async def cog_unload(self) -> None:
        """Take them away."""
        self.bot.tree.remove_command(self.group.name)
        self.bot.verbs.remove("rules")
        self.bot.verbs.remove("rulespage")

    async def _page(self, press: Press) -> None:
        game = press.args[0] if press.args else ""
        if game not in names():
            raise Declined("I have no rulebook of that name.")
        await press.reply.send(layout=page_view(game, press.number(1) or 0))


def _command(game: str) -> app_commands.Command[Any, ..., None]:
    """`/rules GAME [clause]`."""

    async def read(interaction: discord.Interaction[Any], clause: str | None = None) -> None:
        async with answering(interaction, "private") as reply:
            book = rulebook(game)
            if clause is None:
                await reply.send(layout=page_view(game, 0))
                return
            found = book.find(clause) or next(iter(book.search(clause)), None)
            if found is None:
                raise Declined(f"No clause of {book.title} has that number or those words.")
            await reply.send(
                layout=page_view(game, found.page, f"> **{found.number}** {found.text}".replace("\n", "\n> "))
            )

    async def suggest(_: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=_short(f"{clause.number}: {clause.text}"), value=clause.number)
            for clause in rulebook(game).search(typed)[:25]
        ]

    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=game.replace("_", ""), description=f"The rules of {GAMES[game].name}", callback=read
    )
    command.autocomplete("clause")(suggest)
    app_commands.describe(clause="A clause's number, or words to look for")(command)
    return command


def _short(text: str) -> str:
    plain = text.replace("*", "").replace("`", "").replace("\n", " ")
    return plain if len(plain) <= 100 else plain[:99] + "…"


def page_view(game: str, page: int, found: str | None = None) -> Layout:
    """A page of a rulebook, with buttons to the others; `found` is the clause that was asked for."""
    book: Rulebook = rulebook(game)
    page = min(max(page, 0), len(book.pages) - 1)
    room = layouts.TEXT_ROOM - len(book.pages[page]) - 100
    asked = [layouts.text(found[: max(200, room)])] if found else []
    return layouts.layout(
        *asked,
        layouts.text(book.pages[page][: layouts.TEXT_ROOM - len(found or "") - 100]),
        layouts.text(f"-# {book.title} · page {page + 1} of {len(book.pages)}"),
        row(
            button("rulespage", game, max(0, page - 1), "back", label="Back", disabled=page == 0),
            button("rulespage", game, page + 1, "on", label="Next", disabled=page >= len(book.pages) - 1),
            button("rulespage", game, 0, "first", label="In two minutes", disabled=page == 0),
        ),
    )


async def setup(bot: EldestHand) -> None:
    """Load the cog."""
    await bot.add_cog(RulesCommands(bot))
