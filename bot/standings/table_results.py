"""The results of a table: its finished hands, and the game if it was played to its end.

Hands count for the seat's holder from deal to end, games for its holder from start to end. Void scores count nothing.
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
"""The holder of a seat that a computer player has."""


class SeatHolder(NamedTuple):
    """The holder of a seat since an event: a user, or a computer player (None)."""

    since: int
    user: int | None


@dataclass(frozen=True, slots=True)
class SeatHistory:
    """The holders of each seat, the earliest first."""

    seats: tuple[tuple[SeatHolder, ...], ...]
    gave_up: frozenset[tuple[int, int]] = frozenset()
    """Seats and users who left them by their own act."""

    @classmethod
    def of(cls, seats: Sequence[SeatRecord], changes: Collection[EventRecord]) -> SeatHistory:
        """The history from the present seats and the events that changed seats in play (Store.changes_of_seats)."""
        now: list[int | None] = [record.user if record.kind == "person" else COMPUTER for record in seats]
        found = [list[SeatHolder]() for _ in seats]
        in_play = [change for change in changes if change.public.keys() & {"instead", "released"}]  # not in the lobby
        for event in sorted(in_play, key=lambda change: -change.seq):
            seat = event.seat
            if seat is None or event.kind not in {EventKind.SIT, EventKind.LEAVE}:
                continue
            found[seat].append(SeatHolder(event.seq, now[seat]))
            now[seat] = event.user if event.kind == EventKind.LEAVE else COMPUTER
        for seat, user in enumerate(now):
            found[seat].append(SeatHolder(0, user))
        gave_up = {
            (event.seat, event.user)
            for event in in_play
            if event.kind == EventKind.LEAVE and "released" not in event.public
            if event.seat is not None and event.user is not None
        }
        return cls(tuple(tuple(reversed(item)) for item in found), frozenset(gave_up))

    def holder_at(self, seat: int, seq: int) -> int | None:
        """The holder of a seat at an event."""
        return next(holder.user for holder in reversed(self.seats[seat]) if holder.since <= seq)

    def holder_through(self, seat: int, first: int, last: int) -> int | None:
        """The holder of a seat from one event to another; None if it changed hands."""
        return None if self.has_changed(seat, first, last) else self.holder_at(seat, last)

    def has_changed(self, seat: int, first: int, last: int) -> bool:
        """Whether a seat changed hands between one event and another."""
        return any(first < holder.since <= last for holder in self.seats[seat])


@dataclass(frozen=True, slots=True)
class MoveChoices:
    """Moves that each user chose, by hand and seat; those of None were made by a computer player.

    Moves made on time-out are not the player's own. Forced moves are nobody's.
    """

    counts: Mapping[tuple[int, int], Counter[int | None]]

    @classmethod
    def of(cls, rows: Iterable[tuple[int, int, int | None, int]]) -> MoveChoices:
        """The choices from stored rows (Lists.chosen_moves)."""
        counts: dict[tuple[int, int], Counter[int | None]] = {}
        for hand, seat, user, moves in rows:
            counts.setdefault((hand, seat), Counter())[user] += moves
        return cls(counts)

    def player_of(self, seating: SeatHistory, seat: int, hand: Span | Unrecorded) -> int | None:
        """The user for whom a hand counts in a seat: its holder throughout, who chose at least half of its moves."""
        user = seating.holder_through(seat, hand.first, hand.last)
        moves = self.counts.get((hand.number, seat), Counter())
        return user if user is not None and _stay_by_moves(moves, user) == "whole" else None

    def stay(self, seat: int, user: int | None) -> Stay:
        """The stay of a user who held a seat from start to end of a game."""
        return _stay_by_moves(self._of_seat(seat), user)

    def chose_any(self, seat: int, user: int | None) -> bool:
        """Whether a user chose a move of a seat."""
        return self._of_seat(seat)[user] > 0

    def _of_seat(self, seat: int) -> Counter[int | None]:
        total: Counter[int | None] = Counter()
        for (_, where), count in self.counts.items():
            if where == seat:
                total.update(count)
        return total


def _stay_by_moves(moves: Counter[int | None], user: int | None) -> Stay:
    """The stay by moves chosen; without any choice it is whole."""
    chosen, others = moves[user], moves.total() - moves[user]
    if chosen >= others:
        return "whole"
    return "left" if chosen else "absent"


def hand_result(
    record: TableRecord,
    game: Game,
    hand: Unrecorded,
    seating: SeatHistory,
    choices: MoveChoices,
    feats: Sequence[Mapping[str, tuple[int, int]]],
) -> HandResult:
    """The result of a finished hand; `feats` are its game's other counts, by seat.

    A seat that changed hands is left out. A seat of which a computer player made most moves counts as the computer's.
    """
    parts: list[HandPart] = []
    for seat, points in enumerate(hand.points):
        user = choices.player_of(seating, seat, hand)
        counted: Mapping[str, tuple[int, int]] = feats[seat] if seat < len(feats) else {}
        if user is not None:
            parts.append(HandPart(seat, "person", user, points, counted))
        elif not seating.has_changed(seat, hand.first, hand.last):
            parts.append(HandPart(seat, "computer", None, points, counted))
    origin = Origin("table", record.id)
    return HandResult(
        origin, hand.number, record.guild, game.id, hand.at, "counts", bool(record.settings.get(FRIENDLY)), tuple(parts)
    )


def game_result(
    record: TableRecord,
    game: Game,
    score: Score,
    spans: Sequence[Span],
    at: int,
    seating: SeatHistory,
    choices: MoveChoices,
) -> GameResult:
    """The result of a game that ended at `at` with these finished hands.

    A player who left, lost the seat or chose under half of its moves comes last. It counts neither for substitutes nor
    for who chose no move.
    """
    first, last = spans[0].first, spans[-1].last
    seats = range(len(score.totals))
    place = places(dict(enumerate(score.totals)), fewest_win=game.fewest_win)
    parts: list[GamePart] = []
    for seat in seats:
        began, ended = seating.holder_at(seat, first), seating.holder_at(seat, last)
        side, total = min(seat, *game.conduct.confidants(seat), seat), score.totals[seat]
        stay = _stay_of(seating, choices, seat, began, ended)
        if stay == "left":
            ended = COMPUTER if began == ended else ended  # it made most of the moves
        stayed = began == ended
        kind: PartKind = "computer" if ended is COMPUTER else "person"
        won = seat in score.winners and stayed and stay == "whole"
        parts.append(GamePart(seat, side, kind, ended, total, place[seat], won, stay if stayed else "came"))
        if began is not COMPUTER and not stayed:
            own = sum(span.points[seat] for span in spans if choices.player_of(seating, seat, span) == began)
            parts.append(GamePart(seat, side, "person", began, own, len(seats) + 1, won=False, stay=stay))
    origin = Origin("table", record.id)
    friendly = bool(record.settings.get(FRIENDLY))
    return GameResult(origin, record.guild, game.id, at, len(spans), "counts", friendly, tuple(parts))


def _stay_of(seating: SeatHistory, choices: MoveChoices, seat: int, began: int | None, ended: int | None) -> Stay:
    """The stay of the person who held a seat at the start, by its holder at the end."""
    if began is COMPUTER:
        return "whole"
    stay = choices.stay(seat, began) if began == ended else "left" if choices.chose_any(seat, began) else "absent"
    return "left" if stay == "absent" and (seat, began) in seating.gave_up else stay
