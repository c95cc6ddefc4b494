"""A table's log in words, hand by hand, the newest first; and the proof of its shuffles.

A hand is told by its story from a bystander's view, or from its row once it is over. No text of a move is read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final

from bot.common.text import escape
from bot.tables.model import finished_hands
from bot.tables.model.table_state import TableState
from bot.ui.game.presenter import Presenter
from bot.ui.game.presenter_registry import Presenters
from bot.ui.kit.components import Layout, Part, button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.scene import text
from bot.ui.table import layouts
from bot.ui.table.event_texts import event_text
from bot.ui.table.players_history import PlayersPeriod, period_at, read_players_history
from bot.ui.table.story import with_timeout
from bot.ui.table.undo import describe_move
from data.store import Store
from data.tables.events import PLAYED, EventKind
from data.tables.records import EventRecord, Span
from rules.contract import Game

EVENTS_PER_PAGE: Final = 20
"""Events a page: with the longest names and results they fit into a message."""

UNLISTED_KINDS: Final[frozenset[EventKind]] = frozenset({EventKind.COMMIT, EventKind.REVEAL, EventKind.REPORT})
"""Events that the log omits."""

MAX_OUTCOME_LETTERS: Final = 1500
"""Letters of a passage: how a hand of ten players with long names ended."""


async def log_page(store: Store, presenters: Presenters, table: TableState, hand: int, page: int) -> Layout:
    """Return one page of a hand's log, with buttons to the others.

    Hands count from 0; -1 is the newest hand, its last page. A hand begins with what happened at the table since the
    one before. Reads no more than that hand.
    """
    presenter, sat = presenters.of(table), await read_players_history(store, table)
    players = sat[0].players
    view = None if table.state is None else table.state.view(None)
    how, log = (view, view["log"]) if view is not None and table.hand_start_seq else (None, ())
    sit = {seat.user: seat.seat for seat in table.record.seats if seat.kind == "person"}
    last = table.record.seq  # nothing that happens during the reads below
    spans = [span for span in await read_spans(store, table.id) if span.last <= last]
    hands = max(1, len(spans) + bool(log))
    number = hands - 1 if hand < 0 else min(hand, hands - 1)
    first = spans[number - 1].last + 1 if number else 1
    if number < hands - 1:
        last = spans[number].last
    ledger = list[str]()
    again: list[Part] = []
    stored_hand = await store.tables.hand(table.id, number) if number < len(spans) else None
    if number < len(spans):
        how, log = (None, ()) if stored_hand is None else (stored_hand.how, stored_hand.log)
    if stored_hand is not None:
        points = [span.points for span in spans[: number + 1]]
        ledger = text.ledger_lines(presenter.ledger(stored_hand.how, points, period_at(sat, last).players))
        again = [button(CustomId.SHOW_REPLAY, table.id, number, label="Replay")]
        if presenter.pages(stored_hand.how, players, table.name):
            again.append(layouts.laid_button(table, number))
    if number == hands - 1:
        last = await _last_listed_seq(store, table.id, first, last)
    until = period_at(sat, first)
    periods = [period for period in sat if until.since <= period.since <= last]
    stories = [line._replace(story=() if how is None else presenter.story(how, log, line.players)) for line in periods]
    story = stories[0].story
    pages = max(1, -(-(last - first + 1) // EVENTS_PER_PAGE))
    page = pages - 1 if page < 0 else min(page, pages - 1)
    begin = first + page * EVENTS_PER_PAGE
    # With what is around the page: of a turn of two moves one may stand on each side.
    around = await store.tables.game_events(
        table.id, max(first, begin - EVENTS_PER_PAGE) - 1, min(last, begin + EVENTS_PER_PAGE)
    )
    undone = await store.lists.taken_back(table.id, first - 1)
    before = await store.lists.count_played(table.id, first, begin) - sum(seq < begin for seq in undone) if story else 0
    events = [event for event in around if begin <= event.seq < begin + EVENTS_PER_PAGE]
    lines = _event_lines(events, around, stories, before, sit, table.game, undone, presenter)
    lines += ledger if page == pages - 1 else []
    oldest, newest = (number, page) == (0, 0), (number, page) == (hands - 1, pages - 1)
    if newest and view is not None and view["finished"]:
        lines.append(f"**{escape(presenter.outcome(view, players), MAX_OUTCOME_LETTERS)}**")
    so_far = " so far" if table.record.status in {"playing", "frozen"} else ""
    hand_word = presenter.hand_word
    title = f"Before the first {hand_word.lower()}" if view is None else f"{hand_word} {number + 1} of {hands}{so_far}"
    older = (number, page - 1) if page else (max(0, number - 1), "last")
    newer = (number, page + 1) if page + 1 < pages else (number + 1, 0)
    return layouts.layout(
        layouts.text(
            f"### Log of {escape(table.name)}", f"-# {title}" + (f" · page {page + 1} of {pages}" if pages > 1 else "")
        ),
        layouts.text(*lines) if lines else layouts.text("Nothing has happened yet."),
        row(
            button(CustomId.TURN_LOG_PAGE, table.id, *older, "older", label="Older", disabled=oldest),
            button(CustomId.TURN_LOG_PAGE, table.id, *newer, "newer", label="Newer", disabled=newest),
            button(CustomId.TURN_LOG_PAGE, table.id, "last", "last", "newest", label="Newest"),
            *again,
        ),
    )


async def _last_listed_seq(store: Store, table_id: int, first: int, last: int) -> int:
    """Return the number of the last event up to `last` that the log shows. There is no page without events."""
    for event in reversed(await store.tables.game_events(table_id, max(first - 1, last - EVENTS_PER_PAGE), last)):
        if event.kind not in UNLISTED_KINDS:
            return event.seq
    return last


async def read_spans(store: Store, table: int) -> list[Span]:
    """Return the events of each ended hand; none if they are unknown."""
    spans = await store.tables.hands(table)
    return spans if finished_hands.are_whole(spans) else []


def _event_lines(
    events: Sequence[EventRecord],
    around: Sequence[EventRecord],
    sat: Sequence[PlayersPeriod],
    before: int,
    sit: Mapping[int | None, int],
    game: Game,
    undone: Collection[int],
    presenter: Presenter,
) -> list[str]:
    """Return these events in words: a paragraph a part of the hand, a line a result, a line an event of the table.

    `around` are these and their neighbours. `before` counts passages before them. Moves that are `undone` are left out.
    """
    lines: list[str] = []
    paragraph: list[str] = []
    part = next((passage.heading for passage in reversed(sat[0].story[:before]) if passage.heading), "")
    passages = len(sat[0].story)

    def flush() -> None:
        if paragraph:
            lines.append(" ".join(paragraph))
            paragraph.clear()

    played = [event for event in around if event.kind in PLAYED and event.seq not in undone]
    late = {event.seq for event in played if event.public.get("late")}
    later = {event.seq: two.seq for event, two in pairwise(played) if event.seat is not None and event.seat == two.seat}
    earlier = {two: seq for seq, two in later.items()}
    for event in events:
        when, now = f"<t:{event.at // 1000}:R>", period_at(sat, event.seq)
        if event.kind not in PLAYED or event.seq in undone or before >= passages:
            sits, move = sit.get(event.user), describe_move(event.text, presenter)
            if sentences := event_text(event, now.players, game, sits=sits, move=move):
                flush()
                lines.append(f"-# {escape(sentences.line, MAX_OUTCOME_LETTERS)} · {when}")
            continue
        passage = now.story[before]
        if event.seq in late:
            goes_on = later.get(event.seq) in late
            began = event.seq in earlier and earlier[event.seq] not in late and not now.story[before - 1].text
            who, seat = now.players.name(event.seat or 0), event.seat or 0
            passage = with_timeout(passage, who, seat, now.players, goes_on=goes_on, began=began)
        before += 1
        if heading := passage.heading or part:
            flush()
            lines.append(f"**{escape(heading)}** · {when}")
            part = ""
        if passage.text:
            paragraph.append(escape(passage.text, MAX_OUTCOME_LETTERS))
        if passage.result:
            flush()
            lines.append(f"→ {escape(passage.result, MAX_OUTCOME_LETTERS)}")
    flush()
    return lines
