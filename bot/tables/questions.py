"""What those at a table are asked in public, and when that has been answered or has passed: whether somebody may sit
down in a computer player's seat, a seat be given away, the table be ended, a move be taken back.
"""

from __future__ import annotations

from typing import Any, Final

from bot.tables.live import Live, Step
from bot.tables.seats import AGREED
from data.records import PLAYED, EventKind

RELEASE: Final = "agree_to_release"
"""The table's setting for who agrees to give which seat away: their seats, by seat and decision."""

REGRET: Final = "regret"
"""The table's setting for who would like a move taken back: its number, and the seats of those who have said so."""

QUESTIONS: Final[frozenset[EventKind]] = frozenset({"agree", "ask", "regret", "pause"})
"""The events that are told as questions."""

ANSWERS: Final[frozenset[EventKind]] = frozenset(
    {"sit", "leave", "release", "end", "back", "pause", "resume", "return"}
)
"""The events with which one may be answered."""


def may_pass(live: Live, step: Step) -> bool:
    """Whether a step may answer a question at its table, or let one pass: somebody's move may be what it was about."""
    kinds = {event.kind for event in step.events}
    if live.record.status == "lobby" and not live.record.settings.get(AGREED):
        return False  # nothing else is asked there
    if kinds & ANSWERS or step.changes.get("status") == "over":
        return True
    return not kinds.isdisjoint(PLAYED) and (_regretted(live) or _is_giving_away(live))


def _regretted(live: Live) -> bool:
    """Whether somebody would like the last move to be taken back."""
    regret: dict[str, Any] = live.record.settings.get(REGRET) or {}
    return live.last_move is not None and regret.get("seq") == live.last_move.seq


def _is_giving_away(live: Live) -> bool:
    """Whether somebody would like to give away the seat of a player who has not moved since."""
    asked: dict[str, list[int]] = live.record.settings.get(RELEASE) or {}
    return any(f"{seat}:{decision}" in asked for seat, decision in live.decisions.items())
