"""Tries at deals in words: until when they count, what their points are compared with, and rankings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import discord

from bot.common.text import escape
from bot.standings.places import places
from bot.tables.model.table_state import TableState
from bot.tables.model.tries import board_of
from bot.ui.game.presenter import Presenter
from bot.ui.kit.components import Part, button
from bot.ui.kit.custom_ids import CustomId
from bot.ui.scene.text import amount
from bot.ui.standings.figures import display_names
from data.deals.records import DealPlan, TryResult
from rules.contract import Game
from rules.registry import GAMES

MAX_TERMS_LETTERS: Final = 300
"""Letters of the game and options of a try."""

_DURATION: Final = re.compile(r"[.;] about .*", re.IGNORECASE)
"""How long a game takes people who play it together (`Presenter.terms_text`)."""

COMPARED_TEXT: Final = "Each number is what that person scored with the same cards, against the same computer players."
"""The explanation of a ranking's numbers."""


def time_line(table: TableState) -> str:
    """Return the time until which a try counts, in markdown; "" at any other table."""
    attempt = table.record.settings.get("attempt")
    if attempt is None:
        return ""
    end = {"daily": "The day's end:", "challenge": "The challenge ends", "match": "The match ends"}[attempt["kind"]]
    return f"-# {_board_text(table)}{end} <t:{attempt['closes'] // 1000}:R>. Finish before it."


def _board_text(table: TableState) -> str:
    """Return the board's number in its match, as a sentence; "" at any other table."""
    place = board_of(table.record.settings)
    return "" if place is None else f"Board {place['board']} of {place['boards']}. "


def ranking_line(table: TableState) -> str:
    """Return a sentence in markdown on the points of a finished try, and what they are compared with; "" elsewhere."""
    attempt = table.record.settings.get("attempt")
    if attempt is None:
        return ""
    if table.record.status != "over":
        return "-# This try was not finished, so it is in no ranking."
    points = "Above are each player's points at this table."
    if attempt["guild"] is None:
        return f"-# {points} You did not begin in a server that I am in, so this is in no ranking."
    end = attempt["closes"] // 1000
    own = next(amount(seat.points) for seat in table.record.seats if seat.kind == "person")
    compared = f"Your {own} is compared with what other people make of the same cards."
    if attempt["kind"] == "match":
        return f"-# {points} {compared}\n-# {_board_text(table)}*My boards* shows your percentage."
    if attempt["kind"] == "challenge":
        return f"-# {points} {compared}\n-# The challenge ends <t:{end}:R>. *Ranking* shows how it goes."
    ranking = "A ranking follows if the server where you began has a channel for it."
    return f"-# {points} {compared}\n-# The day's end: <t:{end}:R>. {ranking}"


def ranking_buttons(table: TableState) -> list[Part]:
    """Return the buttons below a finished try.

    *Ranking* at a challenge, *Next board* and *My boards* in a match, *Cup of the week* at a hand of the day.
    """
    settings = table.record.settings
    if (place := board_of(settings)) is not None:
        following = button(
            CustomId.PLAY_NEXT_BOARD, place["match"], label="Next board", style=discord.ButtonStyle.success
        )
        return [*([following] if place["board"] < place["boards"] else []), boards_button(place["match"])]
    attempt = settings.get("attempt")
    if attempt is None:
        return []
    if attempt["kind"] == "challenge":
        return [ranking_button(attempt["deal"])]
    return [] if attempt["guild"] is None else [cup_button()]


def cup_button() -> Part:
    """Return the button that shows the server's newest cup of the week."""
    return button(CustomId.SHOW_CUP, label="Cup of the week")


def boards_button(match: int) -> Part:
    """Return the button that shows its presser's boards of a match."""
    return button(CustomId.SHOW_MATCH_BOARDS, match, label="My boards")


def ranking_button(deal: int) -> Part:
    """Return the button that shows the ranking of a challenge."""
    return button(CustomId.SHOW_CHALLENGE_RANKING, deal, label="Ranking")


def best_hand_button(table: int, label: str) -> Part:
    """Return the button that shows how the best try was played."""
    return button(CustomId.SHOW_LOG, table, "-1", label=label)


def ranked(game: str, results: Sequence[TryResult]) -> list[tuple[int, TryResult]]:
    """Return the results at one deal of a game with their places, the best first; those who are level share a place."""
    place = places({result.user: result.points for result in results}, fewest_win=GAMES[game].fewest_win)
    return sorted(((place[result.user], result) for result in results), key=lambda pair: (pair[0], pair[1].name))


def terms_line(game: Game, presenter: Presenter, plan: DealPlan) -> str:
    """Return the terms of a deal in markdown, without the time that people take who play it together."""
    terms = presenter.terms_text(game.resolve(plan.options, plan.seats), plan.seats)
    return f"{escape(_DURATION.sub('', terms).rstrip('.'), MAX_TERMS_LETTERS)}."


def ranking(results: Sequence[tuple[int, TryResult]], most: int) -> str:
    """Return the ranking of a deal in markdown, at most so many people."""
    names = display_names([result.name for _, result in results[:most]])
    lines = list[str]()
    for (place, result), name in zip(results, names, strict=False):
        streak = f" · {result.streak} days in a row" if (result.streak or 0) > 1 else ""
        lines.append(f"{place}\\. **{escape(name)}** {amount(result.points)}{streak}")
    if len(results) > most:
        lines.append(f"-# … and {len(results) - most} more.")
    return "\n".join(lines)
