"""The review of a hand for its player: their moves, better moves, and the reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.common.text import escape
from bot.tables.model.table_state import TableState
from bot.tables.services.own_decisions import OwnDecision, own_decisions
from bot.ui.game.presenter import Passage, Presenter
from bot.ui.kit.components import Layout, Part, button, section
from bot.ui.kit.custom_ids import CustomId
from bot.ui.scene.text import ledger_lines
from bot.ui.table import layouts
from bot.ui.table.move_names import name_move
from bot.ui.table.players_history import period_at, read_players_history
from bot.ui.table.renderer import TableRenderer
from data.store import Store
from data.tables.records import CloseMove, MissedMove, Review, Span
from rules.players import is_compared
from rules.players.strong import SHOWN_POINTS
from rules.players.words import gain, many

LOOKING_TEXT: Final = "Looking at your hand…"
"""Said until a review is finished."""

NO_MISTAKES: Final = "**No other move would have been clearly better.**"

CLOSEST_TEXT: Final = "It was closest here:"

WHERE_POINTS_WENT: Final = "**Where the points went**"

NOTHING_COMPARED: Final = "There was no decision of yours to compare."

MAX_SENTENCE_LETTERS: Final = 300
"""Letters of a move in words, and of the reason for one."""


async def review_page(
    store: Store, renderer: TableRenderer, table: TableState, reader: int, spans: Sequence[Span], number: int,
    review: Review,
) -> Layout:  # fmt: skip
    """Return the review of hand `number` (from 0) for the user `reader`. Raises CorruptLog, StoreError."""
    presenter = renderer.presenters.of(table)
    parts: list[Part] = []
    if review.compared:
        stored_hand = await store.tables.hand(table.id, number)
        decisions = await own_decisions(store, table.record, spans, number, reader)
        emoji = await renderer.scenes.emoji_for(reader, presenter.pack)
        players = period_at(await read_players_history(store, table), spans[number].last).players
        stories = {
            seat: ()
            if stored_hand is None
            else presenter.story(stored_hand.how, stored_hand.log, replace(players, reader=seat))
            for seat in {decision.seat for decision in decisions}
        }
        by_event = {decision.seq: decision for decision in decisions}
        remarks = _Remarks(table, presenter, number, by_event, stories, emoji)
        if review.missed_moves:
            parts += map(remarks.better, review.missed_moves)
        else:
            parts.append(layouts.text(NO_MISTAKES, CLOSEST_TEXT if review.closest_moves else ""))
            parts += map(remarks.close, review.closest_moves)
            points = [span.points for span in spans[: number + 1]]
            if stored_hand is not None:
                parts.append(
                    layouts.text(WHERE_POINTS_WENT, *ledger_lines(presenter.ledger(stored_hand.how, points, players)))
                )
    about = [escape(table.name)]
    judged = f"{many(review.compared, 'decision')} of yours, judged by what you could see then"
    about.append(judged if review.compared else NOTHING_COMPARED)
    heading = f"### Review of {presenter.hand_word.lower()} {number + 1}"
    return layouts.layout(layouts.text(heading, f"-# {' · '.join(about)}"), *parts)


class _Remarks(NamedTuple):
    """The remarks on the decisions of a hand: `decisions` by the event of their move, `stories` by their reader."""

    table: TableState
    presenter: Presenter
    number: int
    decisions: Mapping[int, OwnDecision]
    stories: Mapping[int, Sequence[Passage]]
    emoji: layouts.Emoji

    def better(self, move: MissedMove) -> Part:
        """Return a better move with its reason and its gain, unless the reason compares the moves itself."""
        decision = self.decisions[move["event"]]
        why = escape(move["why"], MAX_SENTENCE_LETTERS)
        more = f", by {gain(move['points'], self.presenter.unit)}"
        more = "" if is_compared(self.table.game, move["why"]) else more
        return self._part(decision, f"Better: **{self._name(move['move'], decision)}**{more}. {why}".rstrip())

    def close(self, move: CloseMove) -> Part:
        """Return a decision's result, and the next best move.

        A lesson's hints count by rules of thumb: nothing there adds up to what a search counts.
        """
        decision = self.decisions[move["event"]]
        less = move["points"]
        lags = "" if self.table.record.lesson else f", {gain(less, self.presenter.unit)} less"
        lags = lags if less >= SHOWN_POINTS else ", about as good"
        return self._part(decision, f"Next best: **{self._name(move['move'], decision)}**{lags}.", has_gain=True)

    def _part(self, decision: OwnDecision, remark: str, *, has_gain: bool = False) -> Part:
        """Return a decision with its comment, and a button to its step in the replay."""
        story = self.stories[decision.seat]
        headings = [passage.heading for passage in story[: decision.place + 1] if passage.heading]
        did = self.presenter.moves.done(decision.move)
        if has_gain:
            did = " ".join((did, self._result(decision))).rstrip()
        is_new = headings and headings[-1].lower() not in did.lower()
        where = f"**{escape(headings[-1])}:** " if is_new else ""
        step = max(0, decision.place - 1)
        see = button(CustomId.GO_TO_REPLAY_STEP, self.table.id, self.number, step, decision.seat, "see", label="See it")
        return section(f"{where}{escape(did, MAX_SENTENCE_LETTERS)}\n{remark}", see)

    def _result(self, decision: OwnDecision) -> str:
        """Return the result of a decision before its player's next one; "" without one."""
        later = [other.place for other in self.decisions.values() if other.place > decision.place]
        story = self.stories[decision.seat]
        until = min(later, default=len(story))
        return next((passage.result for passage in story[decision.place : until] if passage.result), "")

    def _name(self, move: str, decision: OwnDecision) -> str:
        """Return the name of a move that the player could have made in a decision."""
        return name_move(move, self.presenter, decision.view, self.table.game, self.emoji).partition(": ")[0]
