"""The results of a table: what each finished hand brought whom, and the game that was played to its end.

A hand counts for whoever sat in a seat from its deal to its end. A game is that of those who sat there at its start and
at its end; who has left their seat, to a substitute or not, or lost it by being away or by a moderator, comes last of
all; who came for somebody who had has the hands that they played, but no game. Of a table that its people ended with
the scores void there is nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.standings.places import places
from bot.tables.model.table_state import FRIENDLY
from data.records import EventRecord, SeatRecord, Span, TableRecord
from data.result_records import GamePart, GameResult, HandPart, HandResult, Origin, PartKind, Unrecorded
from rules.contract import Game, Score

COMPUTER: Final = None
"""Who sits in a seat that a computer player has."""


class Sitting(NamedTuple):
    """From which event on somebody sat in a seat: a user, or a computer player (None)."""

    since: int
    user: int | None


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sat where when, by seat, the earliest first."""

    seats: tuple[tuple[Sitting, ...], ...]

    @classmethod
    def of(cls, seats: Sequence[SeatRecord], changes: Collection[EventRecord]) -> Seating:
        """From who sits there now, and who left a seat in play or sat down in it (Store.changes_of_seats)."""
        now: list[int | None] = [one.user if one.kind == "person" else COMPUTER for one in seats]
        found = [list[Sitting]() for _ in seats]
        in_play = [one for one in changes if one.public.keys() & {"instead", "released"}]  # not in the lobby
        for event in sorted(in_play, key=lambda one: -one.seq):
            seat = event.seat
            if seat is None or event.kind not in {"sit", "leave"}:
                continue
            found[seat].append(Sitting(event.seq, now[seat]))
            now[seat] = event.user if event.kind == "leave" else COMPUTER
        for seat, user in enumerate(now):
            found[seat].append(Sitting(0, user))
        return cls(tuple(tuple(reversed(one)) for one in found))

    def at(self, seat: int, seq: int) -> int | None:
        """Who sat in a seat at an event."""
        return next(one.user for one in reversed(self.seats[seat]) if one.since <= seq)

    def through(self, seat: int, first: int, last: int) -> int | None:
        """Who sat in a seat from one event to another; nobody (None) where it changed hands between them."""
        changed = any(first < one.since <= last for one in self.seats[seat])
        return None if changed else self.at(seat, last)

    def stayed_computer(self, seat: int, first: int, last: int) -> bool:
        """Whether a computer player had a seat all the time."""
        return not any(first < one.since <= last for one in self.seats[seat]) and self.at(seat, last) is COMPUTER


def hand_result(
    record: TableRecord,
    game: Game,
    hand: Unrecorded,
    seating: Seating,
    feats: Sequence[Mapping[str, tuple[int, int]]],
) -> HandResult:
    """What a finished hand brought whom; `feats` is what its game counts beside points, by seat.

    Of a seat that changed hands during it nobody is told.
    """
    parts: list[HandPart] = []
    for seat, points in enumerate(hand.points):
        user = seating.through(seat, hand.first, hand.last)
        counted: Mapping[str, tuple[int, int]] = feats[seat] if seat < len(feats) else {}
        if user is not None:
            parts.append(HandPart(seat, "person", user, points, counted))
        elif seating.stayed_computer(seat, hand.first, hand.last):
            parts.append(HandPart(seat, "computer", None, points, counted))
    origin = Origin("table", record.id)
    return HandResult(
        origin, hand.number, record.guild, game.id, hand.at, "counts", bool(record.settings.get(FRIENDLY)), tuple(parts)
    )


def game_result(
    record: TableRecord, game: Game, score: Score, spans: Sequence[Span], at: int, seating: Seating
) -> GameResult:
    """What a game brought that was played to its end, at `at`, by the finished hands that these events went through."""
    first, last = spans[0].first, spans[-1].last
    seats = range(len(score.totals))
    place = places(dict(enumerate(score.totals)), fewest_win=game.fewest_win)
    parts: list[GamePart] = []
    for seat in seats:
        began, ended = seating.at(seat, first), seating.at(seat, last)
        side, total = min(seat, *game.confidants(seat), seat), score.totals[seat]
        whole = began == ended
        won = seat in score.winners and whole
        kind: PartKind = "computer" if ended is COMPUTER else "person"
        parts.append(GamePart(seat, side, kind, ended, total, place[seat], won, "whole" if whole else "came"))
        if not whole and began is not COMPUTER:
            own = sum(one.points[seat] for one in spans if seating.through(seat, one.first, one.last) == began)
            parts.append(GamePart(seat, side, "person", began, own, len(seats) + 1, won=False, stay="left"))
    origin = Origin("table", record.id)
    friendly = bool(record.settings.get(FRIENDLY))
    return GameResult(origin, record.guild, game.id, at, len(spans), "counts", friendly, tuple(parts))
