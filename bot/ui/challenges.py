"""Challenges in words: the button and the question by which one is posted, its message, and its ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.tables.commands.challenges import is_offered
from bot.tables.model.table_state import TableState
from bot.ui.game.presenter import Presenter
from bot.ui.kit.components import Layout, Part, button, row, text
from bot.ui.kit.custom_ids import CustomId
from bot.ui.scene.text import amount
from bot.ui.standings.figures import count_text, winning_rule
from bot.ui.table import layouts
from bot.ui.tries import COMPARED_TEXT, best_hand_button, ranking, ranking_button, terms_line
from data.deals.records import CHALLENGE_MS, DAY_MS, Deal, DealOrigin, TryResult
from rules.contract import OptionValue
from rules.registry import GAMES, title_of

ROWS: Final = 20
"""People of a ranking who are named; others are counted."""


def offer_buttons(table: TableState, options: Mapping[str, OptionValue] | None) -> list[Part]:
    """Return the button *Beat this deal* for the hand just over, until the next hand begins."""
    if table.last_hand is None or table.hand_start_seq or not is_offered(table, options):
        return []
    return [offer_button(table.id, table.last_hand.number)]


def offer_button(table: int, hand: int) -> Part:
    """Return the button that asks whether a hand is to be a challenge."""
    return button(CustomId.ASK_TO_CHALLENGE, table, hand, label="Beat this deal")


def question(table: TableState, hand: int, channel: int) -> Layout:
    """Return the question whether a hand is to be a challenge, with the consequences."""
    days = CHALLENGE_MS // DAY_MS
    yes = button(CustomId.OPEN_CHALLENGE, table.id, hand, label="Post it", style=discord.ButtonStyle.success)
    question_text = f"**Let others try to beat this deal? It is posted in <#{channel}>.**"
    follows = (
        f"- For {days} days everyone here can play your cards once, in your seat, against strong computer players.",
        "- You and the others who sat here are not ranked. You see the ranking at any time.",
        "- Others see log, replay and cards of this table only after their own try, or when the challenge is over.",
    )
    return layouts.layout(
        layouts.text(question_text, *follows), row(yes, button(CustomId.CANCEL_QUESTION, label="Cancel"))
    )


def posted_text(origin: DealOrigin) -> str:
    """Return the answer to a user who opened a challenge, or asked for one that is open already."""
    return f"The challenge is in <#{origin.channel}>."


def challenge_message(
    deal: Deal, origin: DealOrigin, presenter: Presenter, results: Sequence[tuple[int, TryResult]]
) -> Layout:
    """Return the message of a challenge: how to play it, how many have, and the ranking once it is closed."""
    if deal.closed is not None:
        return ranking_page(deal, origin, results)
    game, plan = GAMES[deal.game], deal.plan
    others = count_text(plan.seats - 1, "strong computer player")
    where = "at a table of this server" if origin.table is None else f"at table {origin.table}"
    played = f"{count_text(len(results), 'person has', 'people have')} finished." if results else ""
    play = button(CustomId.PLAY_CHALLENGE, deal.id, label="Play this deal", style=discord.ButtonStyle.success)
    return layouts.layout(
        layouts.text(f"## Beat this deal: {game.name}", f"-# Played {where}"),
        layouts.text(
            f"Press *Play this deal*: you get the cards of one seat there, against {others}.",
            "You have one try, without hints or undo. It counts for no rating and no statistics.",
            terms_line(game, presenter, plan),
            f"It ends <t:{deal.closes // 1000}:R>. Until then only those who have finished see the ranking. {played}",
        ),
        row(play, ranking_button(deal.id), button(CustomId.SHOW_RULES, game.id, "0", label="Rules")),
    )


def ranking_page(
    deal: Deal, origin: DealOrigin, results: Sequence[tuple[int, TryResult]], *, may_end: bool = False
) -> Layout:
    """Return the ranking of a challenge with the points to be beaten, for a moderator if `may_end`."""
    state = "The challenge is over." if deal.closed is not None else f"It ends <t:{deal.closes // 1000}:R>."
    ranks = ranking(results, ROWS) if results else "Nobody has finished it."
    compared = f"{COMPARED_TEXT} The {winning_rule(deal.game)}." if results else ""
    buttons = [] if deal.closed is not None or not may_end else [end_button(deal.id)]
    if deal.closed is not None and results and (best := results[0][1].table) is not None:
        buttons.append(best_hand_button(best, "Best hand"))
    return layouts.layout(
        layouts.text(f"## Beat this deal: {title_of(deal.game)}", f"-# {state} {compared}"),
        text(ranks),
        layouts.text(f"To beat: **{amount(origin.points)}**, which this seat made at the table."),
        *([row(*buttons)] if buttons else []),
        colour=layouts.GOLD if deal.closed is not None else layouts.GREEN,
    )


def refusal_page(sentence: str, deal: int) -> Layout:
    """Return the answer to a moderator who may not see the ranking yet, with the button that ends the challenge."""
    return layouts.layout(layouts.text(sentence), row(end_button(deal)))


def end_button(deal: int) -> Part:
    """Return the button by which a moderator ends a challenge."""
    return button(CustomId.END_CHALLENGE, deal, label="End the challenge", style=discord.ButtonStyle.danger)
