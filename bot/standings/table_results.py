"""The results of a table: what each finished hand brought whom, and the game that was played to its end.

A hand counts for whoever sat in a seat from its deal to its end. A game is that of those who sat there at its start and
at its end; who has left their seat, to a substitute or not, or lost it by being away or by a moderator, comes last of
all; who came for somebody who had has the hands that they played, but no game. Of a table that its people ended with
the scores void there is nothing.

Moves that were made for somebody on time-out are not theirs (Choices). Who chose fewer than half of a seat's moves has
no part in the hand, and has left the game; for who chose none the game does not count. Forced moves are nobody's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.standings.places import places
from bot.tables.model.table_state import FRIENDLY
from data.events import EventKind
from data.records import EventRecord, SeatRecord, Span, TableRecord
from data.result_records import GamePart, GameResult, HandPart, HandResult, Origin, PartKind, Stay, Unrecorded
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
    gave_up: frozenset[tuple[int, int]] = frozenset()
    """The seats and users who left by their own act."""

    @classmethod
    def of(cls, seats: Sequence[SeatRecord], changes: Collection[EventRecord]) -> Seating:
        """From who sits there now, and who left a seat in play or sat down in it (Store.changes_of_seats)."""
        now: list[int | None] = [one.user if one.kind == "person" else COMPUTER for one in seats]
        found = [list[Sitting]() for _ in seats]
        in_play = [one for one in changes if one.public.keys() & {"instead", "released"}]  # not in the lobby
        for event in sorted(in_play, key=lambda one: -one.seq):
            seat = event.seat
            if seat is None or event.kind not in {EventKind.SIT, EventKind.LEAVE}:
                continue
            found[seat].append(Sitting(event.seq, now[seat]))
            now[seat] = event.user if event.kind == EventKind.LEAVE else COMPUTER
        for seat, user in enumerate(now):
            found[seat].append(Sitting(0, user))
        gave_up = {
            (event.seat, event.user)
            for event in in_play
            if event.kind == EventKind.LEAVE and "released" not in event.public
            if event.seat is not None and event.user is not None
        }
        return cls(tuple(tuple(reversed(one)) for one in found), frozenset(gave_up))

    def at(self, seat: int, seq: int) -> int | None:
        """Who sat in a seat at an event."""
        return next(one.user for one in reversed(self.seats[seat]) if one.since <= seq)

    def through(self, seat: int, first: int, last: int) -> int | None:
        """Who sat in a seat from one event to another; nobody (None) where it changed hands between them."""
        return None if self.changed(seat, first, last) else self.at(seat, last)

    def changed(self, seat: int, first: int, last: int) -> bool:
        """Whether a seat changed hands between one event and another."""
        return any(first < one.since <= last for one in self.seats[seat])


@dataclass(frozen=True, slots=True)
class Choices:
    """How many moves of each seat each user chose in each hand; those of None were made by a computer player."""

    counts: Mapping[tuple[int, int], Counter[int | None]]

    @classmethod
    def of(cls, rows: Iterable[tuple[int, int, int | None, int]]) -> Choices:
        """From what is kept (Lists.chosen_moves)."""
        counts: dict[tuple[int, int], Counter[int | None]] = {}
        for hand, seat, user, moves in rows:
            counts.setdefault((hand, seat), Counter())[user] += moves
        return cls(counts)

    def player_of(self, seating: Seating, seat: int, hand: Span | Unrecorded) -> int | None:
        """The user for whom a hand counts in a seat: who sat there throughout and chose half of its moves at least."""
        user = seating.through(seat, hand.first, hand.last)
        moves = self.counts.get((hand.number, seat), Counter())
        return user if user is not None and _stay(moves, user) == "whole" else None

    def stay(self, seat: int, user: int | None) -> Stay:
        """How somebody who sat in a seat at the start and at the end of a game has played it."""
        return _stay(self._of_seat(seat), user)

    def chose_any(self, seat: int, user: int | None) -> bool:
        """Whether somebody chose a move of a seat."""
        return self._of_seat(seat)[user] > 0

    def _of_seat(self, seat: int) -> Counter[int | None]:
        total: Counter[int | None] = Counter()
        for (_, where), count in self.counts.items():
            if where == seat:
                total.update(count)
        return total


def _stay(moves: Counter[int | None], user: int | None) -> Stay:
    """Who had nothing to choose has played as whoever chose all."""
    chosen, others = moves[user], moves.total() - moves[user]
    if chosen >= others:
        return "whole"
    return "left" if chosen else "absent"


def hand_result(
    record: TableRecord,
    game: Game,
    hand: Unrecorded,
    seating: Seating,
    choices: Choices,
    feats: Sequence[Mapping[str, tuple[int, int]]],
) -> HandResult:
    """What a finished hand brought whom; `feats` is what its game counts beside points, by seat.

    Of a seat that changed hands during it nobody is told. A computer player is told of where it made most moves.
    """
    parts: list[HandPart] = []
    for seat, points in enumerate(hand.points):
        user = choices.player_of(seating, seat, hand)
        counted: Mapping[str, tuple[int, int]] = feats[seat] if seat < len(feats) else {}
        if user is not None:
            parts.append(HandPart(seat, "person", user, points, counted))
        elif not seating.changed(seat, hand.first, hand.last):
            parts.append(HandPart(seat, "computer", None, points, counted))
    origin = Origin("table", record.id)
    return HandResult(
        origin, hand.number, record.guild, game.id, hand.at, "counts", bool(record.settings.get(FRIENDLY)), tuple(parts)
    )


def game_result(
    record: TableRecord, game: Game, score: Score, spans: Sequence[Span], at: int, seating: Seating, choices: Choices
) -> GameResult:
    """What a game brought that was played to its end, at `at`, by the finished hands that these events went through."""
    first, last = spans[0].first, spans[-1].last
    seats = range(len(score.totals))
    place = places(dict(enumerate(score.totals)), fewest_win=game.fewest_win)
    parts: list[GamePart] = []
    for seat in seats:
        began, ended = seating.at(seat, first), seating.at(seat, last)
        side, total = min(seat, *game.conduct.confidants(seat), seat), score.totals[seat]
        stay = _stay_of(seating, choices, seat, began, ended)
        if stay == "left":
            ended = COMPUTER if began == ended else ended  # it made most of the moves
        stayed = began == ended
        kind: PartKind = "computer" if ended is COMPUTER else "person"
        won = seat in score.winners and stayed and stay == "whole"
        parts.append(GamePart(seat, side, kind, ended, total, place[seat], won, stay if stayed else "came"))
        if began is not COMPUTER and not stayed:
            own = sum(one.points[seat] for one in spans if choices.player_of(seating, seat, one) == began)
            parts.append(GamePart(seat, side, "person", began, own, len(seats) + 1, won=False, stay=stay))
    origin = Origin("table", record.id)
    friendly = bool(record.settings.get(FRIENDLY))
    return GameResult(origin, record.guild, game.id, at, len(spans), "counts", friendly, tuple(parts))


def _stay_of(seating: Seating, choices: Choices, seat: int, began: int | None, ended: int | None) -> Stay:
    """How whoever sat in a seat at the start of a game has played it, from who sat there at its end."""
    if began is COMPUTER:
        return "whole"
    stay = choices.stay(seat, began) if began == ended else "left" if choices.chose_any(seat, began) else "absent"
    return "left" if stay == "absent" and (seat, began) in seating.gave_up else stay
