"""The hand of the day in words: before its one try, and the rankings once the day is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.people.guild_settings import ServerSettings
from bot.ui.game.presenter import Presenter
from bot.ui.kit.components import Layout, Part, button, row, text
from bot.ui.kit.custom_ids import CustomId
from bot.ui.standings.figures import count_text, winning_rule
from bot.ui.table import layouts
from bot.ui.tries import COMPARED_TEXT, best_hand_button, cup_button, ranking, terms_line
from data.deals.records import Deal, TryResult, date_of
from rules.contract import Game
from rules.registry import title_of
from rules.shuffle import commitment

ROWS: Final = (10, 7, 5, 3, 1)
"""People of a game who are named, as many as there is room for; others are counted."""

MAX_LETTERS: Final = 3200
"""Letters of all rankings of a day, besides the heading."""


def date_text(day: int) -> str:
    """Return a day in words: "28 November"."""
    date = date_of(day)
    return f"{date.day} {date:%B}"


def introduction(
    game: Game,
    presenter: Presenter,
    hand: Deal,
    server: ServerSettings | None,
    *,
    manages: bool = False,
) -> Layout:
    """Return the introduction of a hand of the day, before a try.

    `server` has the settings of the server, if it is in one; `manages`: the reader may change them.
    """
    plan = hand.plan
    others = count_text(plan.seats - 1, "strong computer player")
    begin = button(
        CustomId.BEGIN_DAILY_HAND, game.id, hand.day, label="Begin my try", style=discord.ButtonStyle.success
    )
    cup = [] if server is None else [cup_button()]
    return layouts.layout(
        layouts.text(f"### {game.name}: hand of the day", f"-# {date_text(hand.day)}"),
        layouts.text(
            "You have one try. Everyone gets the same cards today, in the same seat.",
            f"You play against {others}, without hints or undo.",
            terms_line(game, presenter, plan),
            f"The day ends <t:{hand.closes // 1000}:R>. {_where_ranked(server, manages=manages)}",
        ),
        row(begin, button(CustomId.SHOW_RULES, game.id, "0", label="Rules"), _secrets_button(hand.day), *cup),
    )


def _secrets_button(day: int) -> Part:
    return button(CustomId.SHOW_DAILY_SECRETS, day, label="Check the cards")


def secrets_page(day: int, hands: Sequence[Deal]) -> Layout:
    """Return the SHA-256 of the secrets of a day, and the secrets of closed hands.

    They prove that nobody chose the cards.
    """
    lines = [
        f"**{title_of(hand.game)}**\nSHA-256: `{commitment(hand.secret)}`"
        + ("" if hand.closed is None else f"\nSecret: `{hand.secret.hex()}`")
        for hand in hands
    ]
    return layouts.layout(
        layouts.text(
            f"### The cards of {date_text(day)}",
            "These lines prove that nobody changed the cards. The secret behind each follows when the day is over.",
        ),
        layouts.text(*lines),
    )


def _where_ranked(server: ServerSettings | None, *, manages: bool) -> str:
    """Return the sentence on where a try that begins in this server is ranked; None stands for no server."""
    if server is None:
        return "Begun here, it is in no ranking. For a ranking, type `/daily` in a server that I am in."
    if server.daily_channel is None:
        return f"This server posts no ranking{': choose a channel in `/settings server`' if manages else ''}."
    return f"Then <#{server.daily_channel}> gets the ranking of this server, and on Mondays the cup of the week."


def results_mark(day: int) -> str:
    """Return the text by which the message with the rankings of a day is found."""
    return f"## Hands of the day, {date_text(day)} {date_of(day).year}"


def _heading(hand: Deal) -> str:
    """Return the line above a ranking, in markdown."""
    return f"**{title_of(hand.game)}** · {winning_rule(hand.game)}"


def results_message(day: int, games: Sequence[tuple[Deal, Sequence[tuple[int, TryResult]]]]) -> Layout:
    """Return the rankings of a day in a server, each with its game's hand, and buttons to the best hands."""
    rankings = ([f"{_heading(hand)}\n{ranking(results, most)}" for hand, results in games] for most in ROWS)
    parts = next((parts for parts in rankings if sum(map(len, parts)) <= MAX_LETTERS), list[str]())
    best = [
        best_hand_button(results[0][1].table, f"Best hand: {title_of(hand.game)}")
        for hand, results in games
        if results and results[0][1].table is not None
    ]
    texts: list[Part] = [text(part) for part in parts or ["Nobody is ranked."]]
    buttons = [row(*best)] if best else []
    if games:
        buttons.append(row(_secrets_button(day)))
    heading = layouts.text(results_mark(day), f"-# {COMPARED_TEXT}" if games else "")
    return layouts.layout(heading, *texts, *buttons, colour=layouts.GOLD)
