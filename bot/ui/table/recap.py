"""The recap: events since a player's last look, a line a hand, then the hand in progress, as the seat may know them.

It stands above a hand after a day away, or after taking a seat. Moves of former players have their names.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from bot.common.text import escape
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_state import LastLook
from bot.ui.game.players import Players
from bot.ui.game.presenter import Passage, Presenter
from bot.ui.scene.text import MAX_EVENTS_LETTERS, exact_amount
from bot.ui.table.event_log import read_spans
from bot.ui.table.players_history import PlayersPeriod, period_at, players_history
from bot.ui.table.story import in_progress
from data.store import Store
from data.tables.records import Span
from rules.sentences import listed

MAX_HAND_LINES: Final = 5
"""Hands that have a line each, the last ones; those before are summed up."""

MAX_SUM_LINES: Final = 3
"""Sums of hands at most, for each time that the seats were held by the same players: of more the first are left out."""

MAX_NOTE_LETTERS: Final = 60
"""Letters of what a seat's result in a hand comes from."""

MAX_LINE_LETTERS: Final = 600
"""Letters of a hand's line."""

MAX_TAKEOVER_LETTERS: Final = 120
"""Letters of the line that says who plays in whose place."""

MORE_LINE: Final = "-# … `/table log` has the rest."


class SeatPoints(NamedTuple):
    """A seat's points in a hand, and where they come from, in the words of the game's ledger."""

    seat: int
    points: int
    note: str = ""


class RecappedHands(NamedTuple):
    """The points of the players of some hands (numbers from 0): of one alone, or the sum of several."""

    first: int
    last: int
    players: Players
    results: tuple[SeatPoints, ...]


class SeatTakeover(NamedTuple):
    """Two names in plain text: who plays on now, and in whose place."""

    now: str
    then: str


class Recap(NamedTuple):
    """The events at a table after the look `since`.

    `hands` have ended, the oldest first. `passages` are of the hand in progress, `number` (from 0). `people` play in
    a player's place since then.
    """

    since: LastLook
    hands: tuple[RecappedHands, ...] = ()
    passages: tuple[Passage, ...] = ()
    number: int = 0
    people: tuple[SeatTakeover, ...] = ()
    hand_word: str = "Hand"

    def __bool__(self) -> bool:
        return bool(self.people) or self.has_play

    @property
    def has_play(self) -> bool:
        """Whether anything was played since then."""
        return bool(self.hands) or any(passage.sentences for passage in self.passages)


async def read_recap(store: Store, table: TableState, presenter: Presenter, players: Players, since: LastLook) -> Recap:
    """Return the recap of a table in play after event `since.seq`, as the seat `players.reader` may know it now.

    Since `NEVER_LOOKED` (bot/tables/commands/hand_views.py) it holds the whole game. Raises StoreError.
    """
    assert table.state is not None
    assert players.reader is not None
    then = table.snapshot()  # before anything is waited for
    view, upto = table.state.view(players.reader), table.record.seq
    changes = [seat for seat in await store.tables.seat_changes(table.id) if seat.seq <= upto]
    sat = players_history(then.record.seats, players.reader, changes)
    spans = [span for span in await read_spans(store, table.id) if span.last <= upto]
    hands = await _read_ended_hands(store, table, presenter, sat, spans, since.seq)
    people = _takeovers(sat, since.seq, players.reader)
    recap = Recap(since, tuple(hands), people=people, hand_word=presenter.hand_word)
    if not view["log"] or not then.hand_start_seq:
        return recap
    start = bisect_left(then.played.hand, since.seq + 1)
    passages = in_progress(then, presenter, view, sat, start)
    return recap._replace(passages=tuple(passages), number=view["number"])


def _takeovers(sat: Sequence[PlayersPeriod], since: int, reader: int) -> tuple[SeatTakeover, ...]:
    """Return the changes of players since event `since`, without the reader's own seat."""
    now, then = sat[0].players.everybody, period_at(sat, since).players.everybody
    both = enumerate(zip(now, then, strict=True))
    return tuple(SeatTakeover(*names) for seat, names in both if seat != reader and names[0] != names[1])


async def _read_ended_hands(
    store: Store,
    table: TableState,
    presenter: Presenter,
    sat: Sequence[PlayersPeriod],
    spans: Sequence[Span],
    since: int,
) -> list[RecappedHands]:
    """Return the hands that ended after event `since`: the last ones one by one, the earlier ones in sums."""
    ended = [span for span in spans if span.last > since]
    first = max(0, len(ended) - MAX_HAND_LINES)
    first = 0 if first == 1 else first  # a sum of one is its line
    lines = list[RecappedHands]()
    for _, same in groupby(ended[:first], lambda span: period_at(sat, span.last).since):
        run = list(same)
        sums = [sum(points) for points in zip(*(span.points for span in run), strict=True)]
        seat_points = tuple(SeatPoints(seat, points) for seat, points in enumerate(sums))
        lines.append(RecappedHands(run[0].number, run[-1].number, period_at(sat, run[-1].last).players, seat_points))
    lines = lines[-MAX_SUM_LINES:]
    for span in ended[first:]:
        stored_hand, players = await store.tables.hand(table.id, span.number), period_at(sat, span.last).players
        seat_points = tuple(SeatPoints(seat, points) for seat, points in enumerate(span.points))
        if stored_hand is not None:
            rows = presenter.ledger(
                stored_hand.how, [earlier.points for earlier in spans[: span.number + 1]], players
            ).rows
            seat_points = tuple(SeatPoints(row.seat, row.net, row.note) for row in rows)
        lines.append(RecappedHands(span.number, span.number, players, seat_points))
    return lines


def recap_text(recap: Recap, room: int) -> str:
    """Return the recap in markdown of at most `room` letters, "" where nothing happened.

    As much as fits is shown; the latest events stay longest.
    """
    if not recap:
        return ""
    at = recap.since.at
    head = f"**Since you were here** <t:{at // 1000}:R>" if at else "**The story so far**"
    if recap.people:
        head += f"\n{_takeover_line(recap.people)}"
    room -= len(head) + 1
    parts = _parts(recap)
    for level, story in (
        (0, _full_lines(parts)),
        (0, _result_lines(parts)),
        (1, _result_lines(parts)),
        (2, _result_lines(parts)),
    ):
        lines = [*(_hand_line(hand, level, recap.hand_word) for hand in recap.hands), *story]
        if len("\n".join(lines)) <= room:
            return "\n".join((head, *lines))
    hands = _last_lines([_hand_line(hand, 2, recap.hand_word) for hand in recap.hands], room // 2 if parts else room)
    room -= len("\n".join(hands)) + 1
    story = _last_lines(_result_lines(parts), room)
    return "\n".join((head, *hands, *(_latest_line(parts, room) if story == [MORE_LINE] else story)))


def _takeover_line(people: Sequence[SeatTakeover]) -> str:
    """Return the changes of players, or their number if the names are too long."""
    names = listed([f"{escape(person.now)} for {escape(person.then)}" for person in people])
    line = f"-# **Who plays now:** {names}"
    if len(line) <= MAX_TAKEOVER_LETTERS:
        return line
    return f"-# **Who plays now:** {len(people)} seats changed hands: see `/table log`."


def _hand_line(hands: RecappedHands, level: int, hand_word: str) -> str:
    """Return a hand, or several: "Hand 3: Ada +24 (2 tricks), you −8 (no trick)".

    Level 1 leaves out where points come from; level 2 has the reader's points alone, if there is a reader.
    """
    players = hands.players
    alone = hands.first == hands.last
    what = f"{hand_word} {hands.first + 1}" if alone else f"{hand_word}s {hands.first + 1} to {hands.last + 1}"
    own_rows = [row for row in hands.results if row.seat == players.reader]
    rows = own_rows if level > 1 and own_rows else hands.results
    points = [
        f"{escape(players.whom(row.seat))} {exact_amount(row.points)}"
        + (f" ({escape(row.note, MAX_NOTE_LETTERS)})" if row.note and level < 1 else "")
        for row in rows
    ]
    line = f"-# **{what}:** {', '.join(points)}"
    if len(line) <= MAX_LINE_LETTERS:
        return line
    return _hand_line(hands, level + 1, hand_word) if level <= 1 else f"-# **{what}:** see *Scores* under *More*."


class _Part(NamedTuple):
    """A part of a hand, as a trick: its heading, and what happened in it."""

    heading: str
    passages: tuple[Passage, ...]


def _parts(recap: Recap) -> list[_Part]:
    """Return the passages of a recap, in parts by their headings."""
    parts = list[_Part]()
    for passage in recap.passages:
        if passage.heading or not parts:
            parts.append(_Part(passage.heading, ()))
        parts[-1] = parts[-1]._replace(passages=(*parts[-1].passages, passage))
    if parts:
        heading = " · ".join(filter(None, (f"{recap.hand_word} {recap.number + 1}", parts[0].heading)))
        parts[0] = parts[0]._replace(heading=heading)
    return parts


def _sentences(part: _Part) -> list[str]:
    return [sentence for passage in part.passages for sentence in passage.sentences]


def _full_lines(parts: Sequence[_Part]) -> list[str]:
    """Return a line for each part with all its sentences."""
    lines = [_join_sentences(part.heading, _sentences(part)) for part in parts]
    return [line for line in lines if line]


def _result_lines(parts: Sequence[_Part]) -> list[str]:
    """Return a line for each part with its results.

    The last part, and a part without results, has all its sentences.
    """
    lines = list[str]()
    for part in parts:
        results = [passage.result for passage in part.passages if passage.result]
        lines += [_join_sentences(part.heading, results)] if results and part is not parts[-1] else _full_lines([part])
    return lines


def _latest_line(parts: Sequence[_Part], room: int) -> list[str]:
    """Return the last sentence alone, where not even a part fits."""
    sentences = [sentence for part in parts for sentence in _sentences(part)]
    last = [MORE_LINE, _join_sentences("", sentences[-1:])]
    return last if len("\n".join(last)) <= room else last[:1]


def _join_sentences(heading: str, sentences: Sequence[str]) -> str:
    text = " ".join(escape(sentence, MAX_EVENTS_LETTERS) for sentence in sentences)
    return f"-# **{escape(heading)}:** {text}" if heading and text else f"-# {text}" if text else ""


def _last_lines(lines: Sequence[str], room: int) -> list[str]:
    """Return these lines; or as many of the last ones as fit below MORE_LINE, or none."""
    if len("\n".join(lines)) <= room:
        return list(lines)
    fitted = [MORE_LINE] if len(MORE_LINE) <= room else []
    for line in reversed(lines) if fitted else ():
        if len("\n".join((*fitted, line))) > room:
            break
        fitted.insert(1, line)
    return fitted
