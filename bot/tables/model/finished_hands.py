"""Rows of finished hands, and the positions that they lead to.

A cold table is read from the row of its last finished hand, so its age costs nothing. `python -m bot check` proves the
rows by replay of the log (services/integrity_check.py).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from bot.common.errors import Declined
from data.tables.events import PLAYED, ChanceCards, EventKind, TakeBackPayload
from data.tables.records import EventRecord, HandRecord, NewHand, Span
from rules.contract import Chance, Event, Game, Move, State

KEYS_OF_OTHER_ROWS: Final = ("points", "scores", "last")
"""Keys of a view that a hand's `start` leaves out: points and scores are in all rows, `last` is its own `how`."""


class CorruptLog(Declined):
    """A log that does not replay, or a row that a game cannot read. `kind` of fault is all it tells: of what, could be
    a card.
    """

    def __init__(self, kind: str) -> None:
        super().__init__("I cannot read the log of this table. Nothing is lost. Please tell my operator.")
        self.kind = kind


@contextmanager
def reading() -> Generator[None]:
    """Raise CorruptLog for any error of the block, which reads a log or a row. A damaged one may hold anything."""
    try:
        yield
    except (CorruptLog, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001  # no list of them would be whole
        raise CorruptLog(type(error).__name__) from None


def event_of(event: EventRecord) -> Event:
    """Return a `move` or `chance` event of the log as the game takes it. Raises KeyError where it is incomplete."""
    if event.kind == EventKind.MOVE:
        if event.seat is None:
            raise KeyError("a move without a seat")
        return Move(event.seat, event.text)
    return Chance(event.text, tuple(event.read_hidden(ChanceCards)["cards"]))


def without_taken_back(events: Sequence[EventRecord]) -> list[EventRecord]:
    """Return the game's events among these, in order, without moves that were taken back and the events after them."""
    game_events: list[EventRecord] = []
    for event in events:
        if event.kind in PLAYED:
            game_events.append(event)
        elif event.kind == EventKind.TAKE_BACK:
            del game_events[
                bisect_left(game_events, event.read(TakeBackPayload)["seq"], key=lambda record: record.seq) :
            ]
    return game_events


def initial_position(game: Game, options: dict[str, Any], start: EventRecord) -> State:
    """Return the position before the first deal, by the table's options and its `start` event."""
    seats, dealer = start.public["seats"], start.public["dealer"]  # of a damaged log they may be anything
    if not isinstance(seats, int) or not isinstance(dealer, int):
        raise TypeError("a start event without seats or dealer")
    return game.new(seats, game.resolve(options, seats), dealer)


def position_after(state: State, event: Event) -> State:
    """Return the position after an event of the game. Raises Refusal."""
    if isinstance(event, Move):
        return state.apply(event.seat, event.text)
    return state.chance(event.event, event.cards)


def is_over(before: State, now: State) -> bool:
    """Whether the event between these two positions ended a hand."""
    return now.finished or now.number != before.number


def row_of(before: State, event: Event, now: State, span: tuple[int, int]) -> NewHand:
    """Return the row of the hand that `event` ended, between two positions.

    `span` is its first and last event's number. Its log is the public log, plus the last event, which is public too.
    """
    view = now.view(None)
    last = {"seat": event.seat, "move": event.text} if isinstance(event, Move) else {"event": event.event}
    return NewHand(
        number=before.number,
        first=span[0],
        last=span[1],
        points=now.score().hands[before.number],
        how=view["last"],
        log=[*before.view(None)["log"], last],
        start={key: value for key, value in view.items() if key not in KEYS_OF_OTHER_ROWS},
    )


def settled_hand(game: Game, points: Sequence[Sequence[int]], hand: NewHand) -> NewHand:
    """Return the row of the last hand with the debts that were paid after it.

    `points`: the sums of all hands up to it.
    """
    state = game.settled(position_after_hand(game, points, hand))
    view = state.view(None)
    start = {key: value for key, value in view.items() if key not in KEYS_OF_OTHER_ROWS}
    return replace(hand, points=state.score().hands[hand.number], how=view["last"], start=start)


def are_whole(spans: Sequence[Span | NewHand]) -> bool:
    """Whether these are all hands up to the last of them; an old table gets its rows one by one, from the first on."""
    return [span.number for span in spans] == list(range(len(spans)))


def position_after_hand(game: Game, points: Sequence[Sequence[int]], hand: NewHand | HandRecord) -> State:
    """Return the position after `hand`; `points` are those of all hands up to it.

    Raises Refusal, KeyError, TypeError or ValueError for rows that a game cannot make sense of.
    """
    view: dict[str, Any] = {
        **hand.start,
        "points": [list(row) for row in points],
        "scores": [sum(seat) for seat in zip(*points, strict=True)],
        "last": hand.how,
    }
    return game.start(view)
