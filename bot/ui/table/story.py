"""The story of a hand: its events in plain sentences, as one reader may know them.

The log, the board's last line and alt texts are made of its passages. They name the players of then, and computer
players after time-outs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final

from bot.tables.model.table_state import TableState
from bot.ui.game.players import Players
from bot.ui.game.presenter import Entry, Passage, Presenter
from bot.ui.table.players_history import PlayersPeriod, period_at, players_history
from data.tables.events import ClaimPayload
from data.tables.records import EventRecord
from rules.contract import View
from rules.premoves import PLAY
from rules.sentences import split_sentences

LAST_CARD_PLAYED: Final = "Your last card was played for you."
"""Said at the end of a hand to a player whose last card was forced."""

MAX_NEWS: Final = 12
"""Sentences of news at most: the rest is in the log."""


def last_passage(
    table: TableState, presenter: Presenter, view: View, players: Players, changes: Sequence[EventRecord] = ()
) -> Passage:
    """Return the last passage at a table, as the view's reader may know it; `changes` as `news` takes them."""
    sat = players_history(table.record.seats, players.reader, changes)
    if view["log"]:
        return in_progress(table, presenter, view, sat, len(view["log"]) - 1)[-1]
    return Passage() if table.last_hand is None else _end_passage(table, presenter, sat)


def news(
    table: TableState, presenter: Presenter, view: View, players: Players, changes: Sequence[EventRecord] = ()
) -> tuple[str, ...]:
    """Return the events since the last move of the view's seat, oldest first, without cards that lie in shown tricks.

    Of the hand before only its end is told. `changes` are those of seats since that hand began.
    """
    log: Sequence[Entry] = view["log"]
    sat = players_history(table.record.seats, players.reader, changes)
    tell = partial(in_progress, table, presenter, view, sat)
    unasked = table.auto_move_streak.get(view["seat"], 0)
    passages, ended = _since_own_move(view["seat"], log, tell, unasked), list[Passage]()
    if passages is None and table.last_hand is not None:
        unasked -= sum(entry.get("seat") == view["seat"] for entry in log)
        passages = _since_own_move(
            view["seat"], table.last_hand.log, partial(_ended_story, table, presenter, sat), unasked
        )
        ended = _ended_passages(table, presenter, sat, view["seat"], unasked)
        if passages is not None and log:
            passages = [Passage(), *ended, *tell()]
    if passages is None:
        return _limit_news([sentence for passage in (*ended, *tell()) for sentence in _unseen_sentences(passage)])
    own, *after = passages
    sentences = [sentence for passage in after for sentence in _unseen_sentences(passage)]
    return _limit_news([own.result, *sentences] if own.result else sentences)


def _unseen_sentences(passage: Passage) -> tuple[str, ...]:
    """Return the sentences of a passage that the cards on the table do not show."""
    return tuple(filter(None, (passage.result,))) if passage.lies else passage.sentences


def in_progress(
    table: TableState, presenter: Presenter, view: View, sat: Sequence[PlayersPeriod], start: int = 0
) -> Sequence[Passage]:
    """Return the passages of the hand in progress from a place in its log, newest first.

    `sat` has the players of each period.
    """
    return _tell_story(presenter, view, view["log"], table.played.hand, table.played.late, sat, start)


def with_timeout(passage: Passage, who: str, seat: int, players: Players, *, goes_on: bool, began: bool) -> Passage:
    """Return a move for `who` after a time-out: no computer player of the table made it.

    `goes_on`: the move before had no words, and is told here. `began`: the player had begun the turn.
    """
    is_reader = seat == players.reader
    if began:
        ran_out = "Then you ran out of time" if is_reader else f"Then {who} ran out of time"
        return passage._replace(text=f"{passage.text} {ran_out}: the clock made the second move.")
    if goes_on and not passage.text:
        return passage
    rest = passage.text.removeprefix(who) if passage.text else " made the first move of a turn."
    head = "You ran out of time:" if is_reader else f"{who} ran out of time:"
    return passage._replace(text=f"{head} the clock{rest}")


def last_card_text(table: TableState, presenter: Presenter, players: Players) -> str:
    """Return the sentence for a player whose forced last card of the ended hand the bot played; else ""."""
    if table.last_hand is None or table.claim is not None or not table.record.settings.get("forced", True):
        return ""
    log = table.last_hand.log
    place = max((place for place, entry in enumerate(log) if entry.get("seat") == players.reader), default=None)
    if place is None or not str(log[place].get("move") or "").startswith(PLAY):
        return ""
    return LAST_CARD_PLAYED if presenter.story(table.last_hand.how, log, players, place)[0].forced else ""


def end_of_lesson(table: TableState, presenter: Presenter, players: Players) -> tuple[str, ...]:
    """Return the end of a lesson's hand since its learner's last choice: each trick's winner, and the end in full."""
    if table.last_hand is None or players.reader is None:
        return ()
    sat = players_history(table.record.seats, players.reader, ())
    tell = partial(_ended_story, table, presenter, sat)
    own, *after = _since_own_move(players.reader, table.last_hand.log, tell) or tell(len(table.last_hand.log) - 1)
    later = [
        text for passage in after for text in ((passage.result,) if passage.forced else _unseen_sentences(passage))
    ]
    *outcomes, end = [text for text in (own.result, *later) if text] or [""]
    return (*(split_sentences(text)[0] for text in outcomes), *filter(None, [end]))


def _limit_news(sentences: Sequence[str]) -> tuple[str, ...]:
    more = len(sentences) - MAX_NEWS
    return ("…", *sentences[more:]) if more > 0 else tuple(sentences)


def _since_own_move(
    seat: int, log: Sequence[Entry], tell: Callable[[int], Sequence[Passage]], unasked: int = 0
) -> Sequence[Passage] | None:
    """Return the passages from the last move that the seat chose on; None where it chose none.

    `tell` gives those from a place of the log on; its `unasked` last moves were made for it.
    """
    for place in reversed(range(len(log))):
        if log[place].get("seat") == seat:
            if unasked > 0:
                unasked -= 1
                continue
            passages = tell(place)
            if not passages[0].forced:
                return passages
    return None


def _ended_passages(
    table: TableState, presenter: Presenter, sat: Sequence[PlayersPeriod], seat: int, unasked: int
) -> list[Passage]:
    """Return the end of the last hand, and which of a seat's `unasked` last moves were made on time-out.

    Once another hand is being played, the rest of it is for the log.
    """
    assert table.last_hand is not None
    seqs, log = _logged_seqs(table), table.last_hand.log
    moves = [place for place, entry in enumerate(log) if entry.get("seat") == seat]
    late = [
        place
        for place in moves[max(0, len(moves) - unasked) :]
        if seqs[place] in table.played.late and period_at(sat, seqs[place]).players.reader == seat
    ]
    passages = _tell_story(presenter, table.last_hand.how, log, seqs, table.played.late, sat, late[0]) if late else ()
    return [
        *(Passage(passages[place - late[0]].text) for place in late),
        Passage(result=_end_passage(table, presenter, sat).result),
    ]


def _logged_seqs(table: TableState) -> Sequence[int]:
    """Return the events of the log of the hand that ended last."""
    return table.played.before if table.hand_start_seq else table.played.hand


def _end_passage(table: TableState, presenter: Presenter, sat: Sequence[PlayersPeriod]) -> Passage:
    """Return the last passage of the hand that ended last."""
    assert table.last_hand is not None
    start = len(table.last_hand.log) - 1
    return _ended_story(
        table, presenter, sat, start if table.claim is None else table.claim.read(ClaimPayload)["after"]
    )[-1]


def _ended_story(
    table: TableState, presenter: Presenter, sat: Sequence[PlayersPeriod], start: int = 0
) -> Sequence[Passage]:
    """Return the passages of the hand that ended last: it is public, so everybody reads the same.

    Where the rest of it was claimed that is told instead of cards whose order meant nothing; the log has them.
    """
    assert table.last_hand is not None
    passages = _tell_story(
        presenter, table.last_hand.how, table.last_hand.log, _logged_seqs(table), table.played.late, sat, start
    )
    if table.claim is None or table.claim.read(ClaimPayload)["after"] < start:
        return passages
    players = period_at(sat, table.last_hand.last).players
    claim = Passage(claim_sentence(players.who(table.claim.seat or 0)), passages[-1].result)
    return [*passages[: table.claim.read(ClaimPayload)["after"] - start], claim]


def _tell_story(
    presenter: Presenter,
    view: Mapping[str, Any],
    log: Sequence[Entry],
    seqs: Sequence[int],
    late: Collection[int],
    sat: Sequence[PlayersPeriod],
    start: int,
) -> Sequence[Passage]:
    """Return the passages of a hand from place `start` of its log on.

    `seqs` are the events of the log's entries, some of them `late`.
    """
    told_passages = list[Passage]()
    for period, places in groupby(range(start, len(log)), lambda place: period_at(sat, seqs[place])):
        run = list(places)
        passages = presenter.story(view, log, period.players, run[0])[: len(run)]
        for place, passage in zip(run, passages, strict=True):
            chosen = seqs[place] not in late and not passage.forced
            others = log[place].get("seat") != period.players.reader  # what was played for them they are told
            plays = others and str(log[place].get("move") or "").startswith(PLAY)
            told_passages.append(passage._replace(lies=True) if plays and chosen else passage)
        for place in run if late else ():
            if seqs[place] in late:
                seat, players = log[place]["seat"], period.players
                goes_on = place + 1 < len(log) and seqs[place + 1] in late and log[place + 1].get("seat") == seat
                began = (
                    place > 0
                    and seqs[place - 1] not in late
                    and log[place - 1].get("seat") == seat
                    and not presenter.story(view, log, players, place - 1)[0].text  # told with this one
                )
                passage = told_passages[place - start]
                told_passages[place - start] = with_timeout(
                    passage, players.who(seat), seat, players, goes_on=goes_on, began=began
                )
    return told_passages


def claim_sentence(who: str) -> str:
    """Return the claim of the rest of a hand, in a sentence that a name and "You" share."""
    return f"{who} claimed the rest: nobody else could win a trick."
