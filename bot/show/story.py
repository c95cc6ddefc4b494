"""The story of a hand: what happened, in sentences, as one reader may know it.

A look tells a hand entry by entry from a reader's view, or from the `last` of one (`Look.story`), so a hidden move has
no text here. The log, the table's last line, "since your last move" and alt texts are all made from these passages.
Sentences are plain text: whoever shows them escapes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
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
        return look.story(view, view["log"], players, len(view["log"]) - 1)[-1]
    return Passage() if live.ended is None else _end(live, look, players)


def news(live: Live, look: Look, view: View, players: Players) -> News:
    """What happened since the last move of the view's seat, in this hand or the one before; what came of that too.

    Once another hand has begun, of the one before only how it ended: cards are best remembered from the log.
    """
    log: Sequence[Entry] = view["log"]
    tell = partial(look.story, view, log, players)
    unasked = live.unasked.get(view["seat"], 0)
    told = _from_own(view["seat"], log, tell, unasked)
    if told is None and live.ended is not None:
        unasked -= sum(entry.get("seat") == view["seat"] for entry in log)
        told = _from_own(view["seat"], live.ended.log, partial(_ended, live, look, players), unasked)
        if told is not None and log:
            told = [Passage(), *_outcome(live, look, players), *tell()]
    if told is None:
        ended = [] if live.ended is None else _outcome(live, look, players)
        return _news("So far", [sentence for one in (*ended, *tell()) for sentence in one.sentences])
    own, *after = told
    sentences = [sentence for one in after for sentence in one.sentences]
    return _news("Since your last move", [own.result, *sentences] if own.result else sentences)


def _news(since: str, sentences: Sequence[str]) -> News:
    more = len(sentences) - NEWS
    return News(since, ("…", *sentences[more:]) if more > 0 else tuple(sentences))


def _from_own(
    seat: int, log: Sequence[Entry], tell: Callable[[int], Sequence[Passage]], unasked: int = 0
) -> Sequence[Passage] | None:
    """The passages from the last move that the seat chose on; None where it chose none. `tell` gives those from a
    place of the log on; its `unasked` last moves were made for it.
    """
    for place in reversed(range(len(log))):
        if log[place].get("seat") == seat:
            if unasked > 0:
                unasked -= 1
                continue
            told = tell(place)
            if not told[0].forced:
                return told
    return None


def _outcome(live: Live, look: Look, players: Players) -> list[Passage]:
    """How the hand that ended last ended: once another is being played, the rest of it is for the log."""
    return [Passage(result=_end(live, look, players).result)]


def _end(live: Live, look: Look, players: Players) -> Passage:
    """The last that happened in the hand that ended last."""
    assert live.ended is not None
    start = len(live.ended.log) - 1
    return _ended(live, look, players, start if live.claim is None else live.claim.public["after"])[-1]


def _ended(live: Live, look: Look, players: Players, start: int = 0) -> Sequence[Passage]:
    """The hand that ended last: it is public, so it is told alike to everybody.

    Where the rest of it was claimed that is told instead of cards whose order meant nothing; the log has them.
    """
    assert live.ended is not None
    told = look.story(live.ended.how, live.ended.log, players, start)
    if live.claim is None or live.claim.public["after"] < start:
        return told
    claim = Passage(claimed(players.who(live.claim.seat or 0)), told[-1].result)
    return [*told[: live.claim.public["after"] - start], claim]


def claimed(who: str) -> str:
    """That somebody has claimed the rest of a hand, in a sentence that a name and "You" share."""
    return f"{who} claimed the rest: nobody could win a trick any more, so it was played out."
