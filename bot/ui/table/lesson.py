"""Texts of hints and lessons: introduction, advice for a decision, outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.common.id_codes import checksum
from bot.common.text import escape
from bot.tables.commands import exchange_notes
from bot.tables.model.table_state import TableState
from bot.ui.game.presenter import Presenter
from bot.ui.kit.components import Layout, Part, button, row, text
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import layouts
from bot.ui.table.caption import SMALL_PREFIX, count_lines
from bot.ui.table.layouts import Answer, Emoji
from bot.ui.table.move_names import name_move
from rules.contract import Game, View
from rules.players import Hint
from rules.sentences import listed, split_sentences

LAST_PAGE: Final = "At a table, *My hand* shows your cards."
"""The text after a player's first hand."""

HAND_ENDED_TEXT: Final = "That press changed nothing: the hand has ended."
"""The answer to another press after the move that ended the hand of a lesson."""

MAX_LESSON_LETTERS: Final = 900
"""Letters for what a lesson says beside a hand."""

MAX_LESSON_LINES: Final = 7
"""Lines on a phone beside a picture in a lesson: its caption, what is new, and the hint with its reason."""

MAX_END_LINES: Final = 9
"""Lines on a phone about the tricks that end the hand of a lesson."""

MAX_OTHERS: Final = 2
MAX_OTHERS_LETTERS: Final = 40
"""Moves about as good as a hint that it names, and letters of their names; instead of more it says that there are."""

SEVERAL_AS_GOOD: Final = "Several moves are about as good."

MAX_ADVICE_LETTERS: Final = 300
"""Letters of the reason for a hint."""


def is_taught(table: TableState, seat: int, answer: Answer | None) -> bool:
    """Whether a hand has a hint: in a lesson always, else where its player has asked for one and is still to decide."""
    if table.record.lesson:
        return True
    return (
        table.is_friendly
        and answer is not None
        and answer.hint is not None
        and answer.hint == table.decisions.get(seat)
    )


def explanation(table: TableState, seat: int, presenter: Presenter, view: View) -> str:
    """Return the explanation of a lesson at a seat's decision; "" at a table, and where nothing is new."""
    if not table.record.lesson:
        return ""
    if guide := presenter.guide(view):
        return guide
    talk = presenter.lesson.talk(view)
    return "" if talk and any(slip.seat == seat for slip in table.notes.slips) else talk


def outcome_above(guide: str, outcome: str) -> tuple[str, ...]:
    """Return the sentences of a trick's outcome, at least one, that a phone shows above a `guide` and a short hint."""
    first, *others = split_sentences(outcome)
    for sentence in others:
        if count_lines(f"{guide}\n{SMALL_PREFIX}{first} {sentence}") >= MAX_LESSON_LINES:
            break
        first = f"{first} {sentence}"
    return (first,) if first else ()


def describe_others(advice: Hint, presenter: Presenter, view: View, game: Game) -> str:
    """Return the moves that are about as good as the one that a hint advises; "" where there is none."""
    names = [name_move(move, presenter, view, game, {}) for move in advice.others]
    if len(names) > MAX_OTHERS or sum(map(len, names)) > MAX_OTHERS_LETTERS:
        return SEVERAL_AS_GOOD
    return f"About as good: {listed(names)}." if names else ""


def hint_with_button(
    table: TableState,
    seat: int,
    presenter: Presenter,
    view: View,
    advice: Hint | None,
    emoji: Emoji,
    beside: Sequence[Part] = (),
    caption: str = "",
) -> list[Part]:
    """Return a hint with its button and those `beside` it: in a lesson right above the moves.

    In a lesson something new is explained before it. Where that leaves no room below a picture with its `caption`, the
    hint's reason is left out.
    """
    if advice is None:
        return []
    guide = explanation(table, seat, presenter, view)
    sentence = f"**Hint: {name_move(advice.move, presenter, view, table.game, emoji)}.**"
    why = escape(advice.why, MAX_ADVICE_LETTERS)
    if guide and caption and count_lines(f"{caption}\n{guide}\n{sentence} {why}") > MAX_LESSON_LINES:
        why = ""
    also = describe_others(advice, presenter, view, table.game)
    follow = button(
        CustomId.FOLLOW_HINT,
        table.id,
        table.decisions[seat],
        checksum(advice.move),
        label="Follow the hint",
        style=discord.ButtonStyle.primary,
    )
    return [
        text("\n".join(filter(None, (guide, " ".join(filter(None, (sentence, why, also))))))),
        row(follow, *(_talk_buttons(table, seat, presenter, view) or beside)),
    ]


def _talk_buttons(table: TableState, seat: int, presenter: Presenter, view: View) -> list[Part]:
    """Return the buttons for talk with a partner that a learner has not tried, where the lesson shows them."""
    if not table.record.lesson or not presenter.lesson.talk(view):
        return []
    mark = exchange_notes.mark_of(exchange_notes.readers(table, seat))
    shown_slips = {slip.shown for slip in table.notes.slips if slip.seat == seat}
    times = exchange_notes.shown_before(table, seat)
    show = button(CustomId.SHOW_HAND_TO_PARTNERS, table.id, mark, times, label="Show hand")
    send = button(CustomId.OPEN_NOTE_FORM, table.id, mark, label="Send note")
    return [part for speaks, part in ((True, show), (False, send)) if speaks not in shown_slips]


def is_introduced(table: TableState) -> bool:
    """Whether a lesson that was just opened begins with what its game is about."""
    return "deal" in table.record.settings


def introduction(table: TableState, presenter: Presenter) -> Layout:
    """Return the introduction of a game before the first hand of its lesson."""
    begin = button(CustomId.REFRESH_HAND, table.id, "begin", label="Begin", style=discord.ButtonStyle.success)
    rules = button(CustomId.SHOW_RULES, table.record.game, "0", label="Rules")
    return layouts.layout(layouts.text(f"### {table.game.name}", presenter.lesson.goal), row(begin, rules))


def _last_lines(table: TableState) -> str:
    if table.record.status != "over":
        return f"-# This {table.game.name} lesson is over."
    return f"**The lesson is over.** {LAST_PAGE if 'deal' in table.record.settings else ''}".rstrip()


def lesson_end(table: TableState, words: str, picture_part: Part | None) -> Layout:
    """Return the end of a lesson: what the hand brought, how it ended, and what its learner may do next."""
    record, name = table.record, table.game.name
    items: list[Part] = [] if picture_part is None else [picture_part]
    items.append(layouts.text(words, _last_lines(table)))
    items.append(
        row(
            button(
                CustomId.OPEN_TABLE, record.game, label=f"Open a table of {name}", style=discord.ButtonStyle.success
            ),
            button(CustomId.BEGIN_LESSON, record.game, label="Play again"),
        )
    )
    review = [button(CustomId.SHOW_REVIEW, record.id, label="Review")] if record.status == "over" else []
    items.append(
        row(
            *review,
            button(CustomId.SHOW_LOG, record.id, "-1", label="Log"),
            button(CustomId.SHOW_SCORES, record.id, label="Scores"),
            button(CustomId.SHOW_RULES, record.game, "0", label="Rules"),
        )
    )
    return layouts.layout(*items)
