"""The review of a hand, for the player whose moves it is about: what they did, what was better, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.common.text import escape
from bot.tables.model.table_state import TableState
from bot.tables.services.own_decisions import OwnDecision, own_decisions
from bot.ui.game.presenter import Passage, Presenter
from bot.ui.kit.components import Layout, Part, button, section
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import layouts
from bot.ui.table.move_names import name_move
from bot.ui.table.players_history import period_at, read_players_history
from bot.ui.table.renderer import TableRenderer
from data.store import Store
from data.tables.records import Review, Span
from rules.players.words import gain, many

LOOKING: Final = "Looking at your hand…"
"""Said until a review is finished."""

NO_MISTAKES: Final = "**No other move would have been clearly better.**"

NOTHING_COMPARED: Final = "There was no decision of yours to compare."

MAX_SENTENCE_LETTERS: Final = 300
"""Letters of a move in words, and of the reason for one."""


async def review_page(
    store: Store, renderer: TableRenderer, table: TableState, reader: int, spans: Sequence[Span], number: int,
    review: Review,
) -> Layout:  # fmt: skip
    """The review of hand `number` (from 0) for the user `reader`. Raises CorruptLog, StoreError."""
    presenter = renderer.presenters.of(table)
    parts: list[Part] = []
    if review.found:
        kept = await store.hand(table.id, number)
        decisions = await own_decisions(store, table.record, spans, number, reader)
        emoji = await renderer.emoji_for(reader, presenter.pack)
        players = period_at(await read_players_history(store, table), spans[number].last).players
        story = () if kept is None else presenter.story(kept.how, kept.log, players)
        parts += _entries(table, presenter, number, review, decisions, story, emoji)
    elif review.compared:
        parts.append(layouts.text(NO_MISTAKES))
    about = [escape(table.name)]
    about.append(f"{many(review.compared, 'decision')}, by what you could see" if review.compared else NOTHING_COMPARED)
    heading = f"### Review of {presenter.hand_word.lower()} {number + 1}"
    return layouts.layout(layouts.text(heading, f"-# {' · '.join(about)}"), *parts)


def _entries(
    table: TableState,
    presenter: Presenter,
    number: int,
    review: Review,
    decisions: Sequence[OwnDecision],
    story: Sequence[Passage],
    emoji: layouts.Emoji,
) -> Iterator[Part]:
    """A part for each better move, with a button to the step of the replay at which it could have been made."""
    by_event = {decision.seq: decision for decision in decisions}
    for found in review.found:
        decision = by_event[found["event"]]
        headings = [passage.heading for passage in story[: decision.place + 1] if passage.heading]
        did = escape(presenter.did(decision.move), MAX_SENTENCE_LETTERS)
        where = f"**{escape(headings[-1])}:** " if headings else ""
        better = name_move(found["move"], presenter, decision.view, table.game, emoji).partition(": ")[0]
        why = escape(found["why"], MAX_SENTENCE_LETTERS)
        said = f"{where}{did}\nBetter: **{better}**, by {gain(found['points'], presenter.unit)}. {why}".rstrip()
        step = max(0, decision.place - 1)
        see = button(CustomId.GO_TO_REPLAY_STEP, table.id, number, step, decision.seat, "see", label="See it")
        yield section(said, see)
