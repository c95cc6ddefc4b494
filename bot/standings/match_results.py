"""The results of a match: percentages by board, their mean, and the board on which people differed most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from bot.standings.percentages import percentages
from bot.standings.places import places
from data.deals.records import Match, TryResult
from rules.registry import GAMES


class MatchPlace(NamedTuple):
    """Somebody's place in a match: the mean of their percentages to a tenth, and how many boards they finished."""

    place: int
    name: str
    percent: float
    boards: int


class WidestBoard(NamedTuple):
    """The board (from 1) with the largest spread of points, and the best and the worst result there."""

    number: int
    best: TryResult
    worst: TryResult


class MatchResults:
    """The results at the boards of a match, in their order."""

    def __init__(self, match: Match, results: Sequence[TryResult]) -> None:
        self.boards: list[list[TryResult]] = [
            [result for result in results if result.deal == deal.id] for deal in match.boards
        ]
        self._fewest_win = GAMES[match.game].fewest_win

    def percentages(self, board: int) -> Mapping[int, float]:
        """Return the percentages at a board (from 0), by user; empty while fewer than two have finished it."""
        points = {result.user: result.points for result in self.boards[board]}
        return percentages(points, fewest_win=self._fewest_win)

    def finished(self) -> dict[int, int]:
        """Return the boards that each user has finished, by user."""
        finished = dict[int, int]()
        for results in self.boards:
            for result in results:
                finished[result.user] = finished.get(result.user, 0) + 1
        return finished

    def ranking(self) -> list[MatchPlace]:
        """Return the ranking by the mean of all boards that two people have finished, the best first.

        A board that somebody has not finished is 0 in their mean. People who are level to a tenth share a place.
        """
        compared = [shares for board in range(len(self.boards)) if (shares := self.percentages(board))]
        if not compared:
            return []
        names = {result.user: result.name for results in self.boards for result in results}
        tenths = {user: round(10 * fmean(shares.get(user, 0) for shares in compared)) for user in names}
        place, finished = places(tenths, fewest_win=False), self.finished()
        ranked = [MatchPlace(place[user], name, tenths[user] / 10, finished[user]) for user, name in names.items()]
        return sorted(ranked)

    def widest_board(self) -> WidestBoard | None:
        """Return the board with the largest spread, the first of several; None if all scored the same everywhere."""
        board, widest = None, 0
        for number, results in enumerate(self.boards, 1):
            if not results:
                continue
            high, low = max(results, key=_points), min(results, key=_points)
            if high.points - low.points > widest:
                widest = high.points - low.points
                board = WidestBoard(number, *((low, high) if self._fewest_win else (high, low)))
        return board


def _points(result: TryResult) -> int:
    return result.points
