"""The results of a table: its finished hands, and the game if it was played to its end.

Hands count for the seat's holder from deal to end, games for its holder from start to end. Void scores count nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.standings.places import places
from bot.tables.model.seat_history import SeatHistory
from data.standings.records import GamePart, GameResult, HandPart, HandResult, Origin, PartKind, Stay, Unrecorded
from data.tables.records import Span, TableRecord
from rules.contract import Game, Score

COMPUTER: Final = None
"""The holder of a seat that a computer player has."""


@dataclass(frozen=True, slots=True)
class MoveChoices:
    """The moves that each user chose, by hand and seat; None stands for a computer player.

    Moves made on time-out are not the player's own. Forced moves are nobody's.
    """

    counts: Mapping[tuple[int, int], Counter[int | None]]

    @classmethod
    def of(cls, rows: Iterable[tuple[int, int, int | None, int]]) -> MoveChoices:
        """Return the choices from stored rows (Lists.chosen_moves)."""
        counts: dict[tuple[int, int], Counter[int | None]] = {}
        for hand, seat, user, moves in rows:
            counts.setdefault((hand, seat), Counter())[user] += moves
        return cls(counts)

    def player_of(self, seating: SeatHistory, seat: int, hand: Span | Unrecorded) -> int | None:
        """Return the user for whom a hand counts in a seat.

        It is the seat's holder throughout, who chose at least half of its moves.
        """
        user = seating.holder_through(seat, hand.first, hand.last)
        moves = self.counts.get((hand.number, seat), Counter())
        return user if user is not None and _stay_by_moves(moves, user) == "whole" else None

    def stay(self, seat: int, user: int | None) -> Stay:
        """Return the stay of a user who held a seat from start to end of a game."""
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
    """Return the stay by moves chosen; without any choice it is whole."""
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
    success_counts: Sequence[Mapping[str, tuple[int, int]]],
) -> HandResult:
    """Return the result of a finished hand; `success_counts` are by seat.

    A seat that changed hands is left out. A seat of which a computer player made most moves counts as the computer's.
    """
    parts: list[HandPart] = []
    for seat, points in enumerate(hand.points):
        user = choices.player_of(seating, seat, hand)
        counted: Mapping[str, tuple[int, int]] = success_counts[seat] if seat < len(success_counts) else {}
        if user is not None:
            parts.append(HandPart(seat, "person", user, points, counted))
        elif not seating.has_changed(seat, hand.first, hand.last):
            parts.append(HandPart(seat, "computer", None, points, counted))
    origin = Origin("table", record.id)
    return HandResult(
        origin,
        hand.number,
        record.guild,
        game.id,
        hand.at,
        "counts",
        bool(record.settings.get("friendly")),
        tuple(parts),
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
    """Return the result of a game that ended at `at` with these finished hands.

    A player who left, lost the seat or chose under half of its moves comes last. It counts neither for substitutes nor
    for who chose no move.
    """
    first, last = spans[0].first, spans[-1].last
    seats = range(len(score.totals))
    place = places(dict(enumerate(score.totals)), fewest_win=game.fewest_win)
    parts: list[GamePart] = []
    for seat in seats:
        began, ended = seating.holder_at(seat, first), seating.holder_at(seat, last)
        side, total = min((seat, *game.conduct.confidants(seat))), score.totals[seat]
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
    friendly = bool(record.settings.get("friendly"))
    return GameResult(origin, record.guild, game.id, at, len(spans), "counts", friendly, tuple(parts))


def _stay_of(seating: SeatHistory, choices: MoveChoices, seat: int, began: int | None, ended: int | None) -> Stay:
    """Return the stay of the person who held a seat at the start, by its holder at the end."""
    if began is COMPUTER:
        return "whole"
    stay = choices.stay(seat, began) if began == ended else "left" if choices.chose_any(seat, began) else "absent"
    return "left" if stay == "absent" and (seat, began) in seating.gave_up else stay
