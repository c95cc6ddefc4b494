"""`/rules GAME`: the rulebook, in pages, with a list to jump by; clauses by their numbers, and by words."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.app.client import EldestHand
from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined
from bot.common.text import escape
from bot.transport.interactions.responder import Responder, suggests
from bot.ui.kit.components import MAX_SUGGESTIONS, SEPARATOR, Layout, Part, button, row, select
from bot.ui.kit.custom_ids import CustomId
from bot.ui.rulebooks import MAX_PAGE_LETTERS, SUMMARY_HEADING, Clause, Rulebook, load_rulebook, rulebook_games
from bot.ui.table import layouts
from cogs.base import ComponentCog, usable_without_bot
from rules.registry import GAMES

NO_BOOK: Final = "There is no such rulebook."

WORDS: Final = 50
"""Letters of the words that are looked for: a button holds them."""


class RulesCommands(ComponentCog):
    """A command a game that has a rulebook, and the pager's buttons."""

    def __init__(self, bot: EldestHand) -> None:
        super().__init__(bot)
        self._tree = bot.tree
        self.group = usable_without_bot(app_commands.Group(name="rules", description="Read the rules of a game"))
        for game in rulebook_games():
            if game in GAMES:
                self.group.add_command(_command(game, self.services.responder))

    async def cog_load(self) -> None:
        """Add the commands and the routes."""
        self._tree.add_command(self.group)
        await super().cog_load()

    async def cog_unload(self) -> None:
        """Remove them."""
        self._tree.remove_command(self.group.name)
        await super().cog_unload()

    @route(CustomId.SHOW_RULES, response="private", on="anywhere")  # at tables, and under /help
    @route(CustomId.TURN_RULES_PAGE, response="update", on="private")
    async def _page(self, component: ComponentInteraction) -> None:
        """Show a page of a game's rules, or the clause that the button names."""
        game = component.word(0)
        if game not in rulebook_games():
            raise Declined(NO_BOOK)
        choice = component.choice
        page = component.chosen_number if choice else component.number(1)
        clause = load_rulebook(game).find(component.args[2]) if len(component.args) > 2 and not choice else None
        await component.response.send(
            layout=page_view(game, page or 0) if clause is None else clause_view(game, clause)
        )

    @route(CustomId.SHOW_RULES_CLAUSE, response="update", on="private")
    async def _show_rules_clause(self, component: ComponentInteraction) -> None:
        """Show the clause of a number (`show_rules_clause:GAME:NUMBER`)."""
        game = component.word(0)
        if game not in rulebook_games():
            raise Declined(NO_BOOK)
        clause = load_rulebook(game).find(component.word(1))
        await component.response.send(layout=page_view(game, 0) if clause is None else clause_view(game, clause))

    @route(CustomId.TURN_RULES_SEARCH_PAGE, response="update", on="private")
    async def _turn_rules_search_page(self, component: ComponentInteraction) -> None:
        """Show another page of the clauses that a search found."""
        game = component.word(0)
        if game not in rulebook_games():
            raise Declined(NO_BOOK)
        await component.response.send(
            layout=found_view(game, SEPARATOR.join(component.args[2:]), component.number(1) or 0)
        )


def _command(game: str, responder: Responder) -> app_commands.Command[Any, ..., None]:
    """Show a game's rules, or one clause (`/rules GAME [rule]`)."""

    async def read(
        interaction: discord.Interaction[Any], rule: app_commands.Range[str, 1, WORDS] | None = None
    ) -> None:
        async with responder.respond(interaction, "private") as response:
            book = load_rulebook(game)
            if rule is None:
                await response.send(layout=page_view(game, 0))
                return
            exact_clause = book.find(rule)
            if exact_clause is None:
                await response.send(layout=found_view(game, rule, 0))
                return
            await response.send(layout=clause_view(game, exact_clause))

    @suggests
    async def suggest(_: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=_short(f"{clause.number}: {clause.text}"), value=clause.number)
            for clause in load_rulebook(game).search(current)[:MAX_SUGGESTIONS]
        ]

    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=game.replace("_", ""), description=f"The rules of {GAMES[game].name}", callback=read
    )
    command.autocomplete("rule")(suggest)
    app_commands.describe(rule="Its number, or words in it")(command)
    return command


def _short(text: str) -> str:
    plain_text = text.replace("*", "").replace("`", "").replace("\n", " ")
    return plain_text if len(plain_text) <= 100 else plain_text[:99] + "…"


def page_view(game: str, page: int) -> Layout:
    """Return a page of a rulebook, with buttons to the others."""
    book: Rulebook = load_rulebook(game)
    page = min(max(page, 0), len(book.pages) - 1)
    turns: list[Part] = []
    if page > 0:
        turns.append(button(CustomId.TURN_RULES_PAGE, game, page - 1, "back", label="Back"))
    if page < len(book.pages) - 1:
        turns.append(button(CustomId.TURN_RULES_PAGE, game, page + 1, "on", label="Next"))
    is_summary = page < book.sections[1][1]
    if not is_summary:
        turns.append(button(CustomId.TURN_RULES_PAGE, game, 0, "first", label=SUMMARY_HEADING))
    part = f"{SUMMARY_HEADING}, then the whole rules" if is_summary else book.title
    return layouts.layout(
        layouts.text(f"-# {part} · page {page + 1} of {len(book.pages)}"),
        layouts.text(book.pages[page]),
        row(*turns),
        _jump(game, book),
    )


def clause_view(game: str, clause: Clause) -> Layout:
    """Return one clause below its chapter's heading, with buttons to the clauses beside it and to its whole chapter."""
    book: Rulebook = load_rulebook(game)
    previous_clause, next_clause = book.beside(clause)
    return layouts.layout(
        layouts.text(f"### {clause.section}", f"**{clause.number}** {clause.text}"),
        layouts.text(f"-# {book.title}"),
        row(
            *_beside(game, previous_clause, "Before"),
            *_beside(game, next_clause, "After"),
            button(CustomId.TURN_RULES_PAGE, game, clause.page, "chapter", label="Whole chapter"),
        ),
        _jump(game, book),
    )


def _beside(game: str, clause: Clause | None, label: str) -> list[Part]:
    """Return the button that leads to a clause; none beyond the ends of a rulebook."""
    if clause is None:
        return []
    return [button(CustomId.SHOW_RULES_CLAUSE, game, clause.number, label=f"{label}: {clause.number}")]


def found_view(game: str, words: str, page: int) -> Layout:
    """Return the clauses that hold these words, as many as one message takes, with buttons to the others.

    Raises Declined where there are none.
    """
    book: Rulebook = load_rulebook(game)
    pages: list[list[str]] = [[]]
    clauses_found = book.search(words)
    for clause in clauses_found:
        sentence = f"**{clause.number}** ({clause.section}) {clause.text}"
        if pages[-1] and len("\n".join([*pages[-1], sentence])) > MAX_PAGE_LETTERS:
            pages.append([])
        pages[-1].append(sentence)
    if not clauses_found:
        raise Declined(f"No rule of {book.title} has that number or those words.")
    page = min(max(page, 0), len(pages) - 1)
    count = "One rule" if len(clauses_found) == 1 else f"{len(clauses_found)} rules"
    turns: list[Part] = []
    if page > 0:
        turns.append(button(CustomId.TURN_RULES_SEARCH_PAGE, game, page - 1, words, label="Back"))
    if page < len(pages) - 1:
        turns.append(button(CustomId.TURN_RULES_SEARCH_PAGE, game, page + 1, words, label="Next"))
    return layouts.layout(
        layouts.text(f"### {count} of {book.title} with “{escape(words)}”"),
        layouts.text(*pages[page]),
        *([layouts.text(f"-# page {page + 1} of {len(pages)}"), row(*turns)] if len(pages) > 1 else []),
        _jump(game, book),
    )


def _jump(game: str, book: Rulebook) -> Part:
    """Return the list of a rulebook's sections, to jump to one."""
    options = [discord.SelectOption(label=heading[:100], value=str(page)) for heading, page in book.sections]
    return select(
        CustomId.TURN_RULES_PAGE,
        game,
        "jump",
        options=options[: layouts.MAX_SELECT_OPTIONS],
        placeholder="Jump to a chapter",
    )
