"""What happened at a table while somebody was away: a line a hand, then the hand in progress.

Whoever comes back after a day is told it above their hand, and whoever has just taken a seat, from its first hand on.
It is made of what a seat may know: the rows of hands that are over, which hide nothing, and its own view of the hand in
progress; what was played in the seat before somebody had it is told as of whoever did.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from bot.common.text import escape
from bot.tables.model.table_state import Live
from bot.tables.model.turn_state import LastLook
from bot.ui.game.players import Players
from bot.ui.game.presenter import Passage, Presenter
from bot.ui.scene.text import TOLD, exact
from bot.ui.table.event_log import spans_of
from bot.ui.table.seat_history import Sitting, sitting_at, sittings
from bot.ui.table.story import in_progress
from data.records import Span
from data.store import Store
from rules.sentences import listed

LINES: Final = 5
"""Hands that have a line each, the last ones; those before are summed up."""

RUNS: Final = 3
"""Sums of hands at most, for each time that the seats were held by the same players: of more the first are left out."""

NOTE: Final = 60
"""Letters of what a seat's result in a hand comes from."""

LINE: Final = 600
"""Letters of a hand's line."""

SEATS: Final = 120
"""Letters of the line that says who plays in whose place."""


class Brought(NamedTuple):
    """What a hand brought a seat, and where that comes from, in the words of the game's ledger."""

    seat: int
    points: int
    note: str = ""


class HandsTold(NamedTuple):
    """What hands (numbers from 0) brought those who played them: one alone, or several summed up."""

    first: int
    last: int
    players: Players
    brought: tuple[Brought, ...]


class Changed(NamedTuple):
    """Somebody, by name in plain text, who plays on in the place of somebody else."""

    now: str
    then: str


class SoFar(NamedTuple):
    """What happened at a table after the look `since`: the hands that ended, oldest first, what was done in the hand
    in progress, number `number` (from 0), who plays in whose place since then, and what the game calls a hand.
    """

    since: LastLook
    hands: tuple[HandsTold, ...] = ()
    passages: tuple[Passage, ...] = ()
    number: int = 0
    people: tuple[Changed, ...] = ()
    hand_word: str = "Hand"

    def __bool__(self) -> bool:
        return bool(self.people) or self.played

    @property
    def played(self) -> bool:
        """Whether anything was played meanwhile."""
        return bool(self.hands) or any(one.sentences for one in self.passages)


async def so_far(store: Store, live: Live, presenter: Presenter, players: Players, since: LastLook) -> SoFar:
    """What happened at a table that has begun, after event `since.seq`, as the seat `players.reader` may know it now.

    Since `NEW` (bot/tables/commands/hand_views.py) it is the whole game so far: a line a hand with its points and who
    played then,
    and the hand in progress as far as this seat may know it. `in_words` makes text of it. Raises StoreError.
    """
    assert live.state is not None
    assert players.reader is not None
    then = live.still()  # before anything is waited for
    view, upto = live.state.view(players.reader), live.record.seq
    changes = [one for one in await store.changes_of_seats(live.id) if one.seq <= upto]
    sat = sittings(players, changes)
    over = view["number"] + view["finished"]
    spans = [one for one in await spans_of(store, live, over) if one.last <= upto]
    hands = await _hands(store, live, presenter, sat, spans, since.seq)
    people = _people(sat, since.seq, players.reader)
    found = SoFar(since, tuple(hands), people=people, hand_word=presenter.hand_word)
    if not view["log"] or not then.began:
        return found
    start = bisect_left(then.played.hand, since.seq + 1)
    passages = in_progress(then, presenter, view, sat, start)
    return found._replace(passages=tuple(passages), number=view["number"])


def _people(sat: Sequence[Sitting], since: int, reader: int) -> tuple[Changed, ...]:
    """Who plays in whose place since event `since`, but for the reader's own seat."""
    now, then = sat[0].players.everybody, sitting_at(sat, since).players.everybody
    both = enumerate(zip(now, then, strict=True))
    return tuple(Changed(*names) for seat, names in both if seat != reader and names[0] != names[1])


async def _hands(
    store: Store, live: Live, presenter: Presenter, sat: Sequence[Sitting], spans: Sequence[Span], since: int
) -> list[HandsTold]:
    """The hands that ended after event `since`: the last ones each, those before in sums."""
    ended = [span for span in spans if span.last > since]
    first = max(0, len(ended) - LINES)
    first = 0 if first == 1 else first  # a sum of one is its line
    told = list[HandsTold]()
    for _, same in groupby(ended[:first], lambda span: sitting_at(sat, span.last).since):
        run = list(same)
        sums = [sum(points) for points in zip(*(span.points for span in run), strict=True)]
        brought = tuple(Brought(seat, points) for seat, points in enumerate(sums))
        told.append(HandsTold(run[0].number, run[-1].number, sitting_at(sat, run[-1].last).players, brought))
    told = told[-RUNS:]
    for span in ended[first:]:
        kept, players = await store.hand(live.id, span.number), sitting_at(sat, span.last).players
        brought = tuple(Brought(seat, points) for seat, points in enumerate(span.points))
        if kept is not None:
            rows = presenter.ledger(kept.how, [one.points for one in spans[: span.number + 1]], players).rows
            brought = tuple(Brought(row.seat, row.net, row.note) for row in rows)
        told.append(HandsTold(span.number, span.number, players, brought))
    return told


def in_words(told: SoFar, room: int) -> str:
    """What happened, in markdown of at most `room` letters: as much as fits of a line a hand and of what was done in
    the hand in progress, where the latest comes first to stay. Empty where nothing happened.
    """
    if not told:
        return ""
    at = told.since.at
    head = f"**Since you were here** <t:{at // 1000}:R>" if at else "**The story so far**"
    if told.people:
        head += f"\n{_in_whose_place(told.people)}"
    room -= len(head) + 1
    parts = _parts(told)
    for level, story in ((0, _whole(parts)), (0, _short(parts)), (1, _short(parts)), (2, _short(parts))):
        lines = [*(_line(one, level, told.hand_word) for one in told.hands), *story]
        if len("\n".join(lines)) <= room:
            return "\n".join((head, *lines))
    hands = _last_of([_line(one, 2, told.hand_word) for one in told.hands], room // 2 if parts else room)
    room -= len("\n".join(hands)) + 1
    story = _last_of(_short(parts), room)
    return "\n".join((head, *hands, *(_latest(parts, room) if story == [MORE] else story)))


def _in_whose_place(people: Sequence[Changed]) -> str:
    """Who plays in whose place, or how many do where their names are too long."""
    named = listed([f"{escape(one.now)} for {escape(one.then)}" for one in people])
    line = f"-# **Who plays now:** {named}"
    if len(line) <= SEATS:
        return line
    return f"-# **Who plays now:** {len(people)} seats changed hands: see `/table log`."


def _line(one: HandsTold, level: int, hand_word: str) -> str:
    """A hand, or several: "Hand 3: Ada +24 (2 tricks), you −8 (no trick)"; from level 1 on without where that comes
    from, at level 2 what it brought the reader alone; or as much of that as is not too long.
    """
    players = one.players
    alone = one.first == one.last
    what = f"{hand_word} {one.first + 1}" if alone else f"{hand_word}s {one.first + 1} to {one.last + 1}"
    mine = [row for row in one.brought if row.seat == players.reader]
    rows = mine if level > 1 and mine else one.brought
    brought = [
        f"{escape(players.whom(row.seat))} {exact(row.points)}"
        + (f" ({escape(row.note, NOTE)})" if row.note and level < 1 else "")
        for row in rows
    ]
    line = f"-# **{what}:** {', '.join(brought)}"
    if len(line) <= LINE:
        return line
    return _line(one, level + 1, hand_word) if level <= 1 else f"-# **{what}:** see `/table scores`."


class _Part(NamedTuple):
    """A part of a hand, as a trick: its heading, and what happened in it."""

    heading: str
    passages: tuple[Passage, ...]


def _parts(told: SoFar) -> list[_Part]:
    parts = list[_Part]()
    for one in told.passages:
        if one.heading or not parts:
            parts.append(_Part(one.heading, ()))
        parts[-1] = parts[-1]._replace(passages=(*parts[-1].passages, one))
    if parts:
        begun = " · ".join(filter(None, (f"{told.hand_word} {told.number + 1}", parts[0].heading)))
        parts[0] = parts[0]._replace(heading=begun)
    return parts


def _whole(parts: Sequence[_Part]) -> list[str]:
    """A line a part with all that happened in it."""
    told = (_joined(one.heading, [told for passage in one.passages for told in passage.sentences]) for one in parts)
    return [line for line in told if line]


def _short(parts: Sequence[_Part]) -> list[str]:
    """A line a part with what came of it; of the last, and of one of which nothing came, all."""
    lines = list[str]()
    for one in parts:
        results = [passage.result for passage in one.passages if passage.result]
        lines += [_joined(one.heading, results)] if results and one is not parts[-1] else _whole([one])
    return lines


def _latest(parts: Sequence[_Part], room: int) -> list[str]:
    """What was told last, alone, where not even a part fits."""
    sentences = [told for one in parts for passage in one.passages for told in passage.sentences]
    last = [MORE, _joined("", sentences[-1:])]
    return last if len("\n".join(last)) <= room else last[:1]


def _joined(heading: str, sentences: Sequence[str]) -> str:
    told = " ".join(escape(one, TOLD) for one in sentences)
    return f"-# **{escape(heading)}:** {told}" if heading and told else f"-# {told}" if told else ""


def _last_of(lines: Sequence[str], room: int) -> list[str]:
    """These lines, or as many of the last of them as fit with a sign that there is more, or nothing."""
    if len("\n".join(lines)) <= room:
        return list(lines)
    kept = [MORE] if len(MORE) <= room else []
    for line in reversed(lines) if kept else ():
        if len("\n".join((*kept, line))) > room:
            break
        kept.insert(1, line)
    return kept


MORE: Final = "-# … `/table log` has the rest."
