"""The story of a hand: what happened, in sentences, as one reader may know it.

A look tells a hand entry by entry from a reader's view, or from the `last` of one (`Look.story`), so a hidden move has
no text here. The log, the table's last line, "since your last move" and alt texts are all made from these passages.
Sentences are plain text: whoever shows them escapes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.show.look import Entry, Look, Passage, Players
from bot.tables.live import Live
from rules.contract import View

NEWS: Final = 12
"""Sentences of news at most: the rest is in the log."""


class News(NamedTuple):
    """What a reader is told on coming back: since when, and the sentences, oldest first."""

    since: str
    sentences: tuple[str, ...]


def last_passage(live: Live, look: Look, view: View, players: Players) -> Passage:
    """What happened last at a table, as the view's reader may know it."""
    if view["log"]:
        return look.story(view, view["log"], players)[-1]
    return _ended(live, look, players)[-1] if live.ended is not None else Passage()


def news(live: Live, look: Look, view: View, players: Players) -> News:
    """What happened since the last move of the view's seat, in this hand or the one before; what came of that too."""
    log: Sequence[Entry] = view["log"]
    told = [*look.story(view, log, players)] if log else []
    own = _last_of(view["seat"], log, told)
    if own is None and live.ended is not None:
        told = [*_ended(live, look, players), *told]
        own = _last_of(view["seat"], live.ended.log, told)
    if own is None:
        return _news("So far", [sentence for one in told for sentence in one.sentences])
    after = [sentence for one in told[own + 1 :] for sentence in one.sentences]
    result = told[own].result
    return _news("Since your last move", [result, *after] if result else after)


def _news(since: str, sentences: Sequence[str]) -> News:
    more = len(sentences) - NEWS
    return News(since, ("…", *sentences[more:]) if more > 0 else tuple(sentences))


def _last_of(seat: int, log: Sequence[Entry], told: Sequence[Passage]) -> int | None:
    """The place of the last move that the seat chose."""
    chosen = (place for place in reversed(range(len(log))) if log[place].get("seat") == seat and not told[place].forced)
    return next(chosen, None)


def _ended(live: Live, look: Look, players: Players) -> Sequence[Passage]:
    """The hand that ended last: it is public, so it is told alike to everybody."""
    assert live.ended is not None
    return look.story(live.ended.how, live.ended.log, players)
