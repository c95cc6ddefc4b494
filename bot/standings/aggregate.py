"""The fold of results into standings: what counts for whom, in all time and in the season in which it was played.

Results come in the order of their time; what is added up of some of them can be gone on with, and comes to the same as
all of them from the first (tests/bot/standings/test_aggregate.py). What counts, in words, is told by bot/ui/standings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.standings.ratings import MU, SIGMA, rated
from bot.standings.seasons import season_of
from data.pad_records import FREE
from data.result_records import ALL_TIME, UNCOUNTED, GamePart, GameResult, HandPart, HandResult, RatedRow, Season, Tally
from rules.registry import GAMES

UNRATED: Final = frozenset({FREE})
"""What is played for no rating: a pad for any game may be for another game each time."""


class Standings:
    """What results of one game in one server come to, by season and user, while they are added up.

    `tallies` are what those before came to, of everybody who is in the results to come.
    """

    def __init__(self, game: str, seasons: Sequence[Season], tallies: Iterable[Tally] = ()) -> None:
        self._game = game
        self._fewest_win = game in GAMES and GAMES[game].fewest_win
        self._known = seasons
        self.tallies: dict[tuple[int, int], Tally] = {(one.season, one.user): one for one in tallies}

    def _seasons(self, result: HandResult | GameResult) -> tuple[int, ...]:
        """The seasons in which a result counts."""
        season = season_of(self._known, result.at, result.entered)
        return (ALL_TIME,) if season is None else (ALL_TIME, season.number)

    def _tally(self, season: int, user: int) -> Tally:
        return self.tallies.setdefault((season, user), Tally(user, season, MU, SIGMA))

    def add_hand(self, hand: HandResult) -> None:
        """Count a hand."""
        if hand.state != "counts" or hand.friendly:
            return
        for season in self._seasons(hand):
            for part in hand.parts:
                if part.user is not None:
                    self._count_hand(self._tally(season, part.user), hand, part)

    def _count_hand(self, tally: Tally, hand: HandResult, part: HandPart) -> None:
        tally.hands += 1
        tally.at_pads += hand.origin.source == "pad"
        tally.points += part.points
        best = tally.best
        if best is None or (part.points < best if self._fewest_win else part.points > best):
            tally.best, tally.best_of = part.points, (hand.origin.source, hand.origin.number, hand.number)
        for name, (came_off, tries) in part.feats.items():
            had, of = tally.feats.get(name, (0, 0))
            tally.feats[name] = had + came_off, of + tries

    def add_game(self, game: GameResult) -> list[RatedRow]:
        """Count a game; returns what it made of ratings."""
        if game.state != "counts":
            return []
        found: list[RatedRow] = []
        played = _played(game)
        for season in self._seasons(game):
            for user, part in played.items():
                _count_game(self._tally(season, user), part, friendly=game.friendly)
            if not game.friendly and self._game not in UNRATED:
                found += self._rate(season, game, played)
        return found

    def _rate(self, season: int, game: GameResult, played: dict[int, GamePart]) -> list[RatedRow]:
        users = {part.user for part in game.parts if part.user is not None}
        before = {user: (one.mu, one.sigma) for user in users if (one := self.tallies.get((season, user))) is not None}
        found: list[RatedRow] = []
        for user, (mu, sigma) in rated(game, before).items():
            if user not in played:  # others are rated against them; for themselves the game does not count
                continue
            tally = self._tally(season, user)
            tally.mu, tally.sigma, tally.rated = mu, sigma, tally.rated + 1
            source, origin = game.origin
            found.append(RatedRow(user, season, game.at, source, origin, played[user].place, mu, sigma))
        return found


def _played(game: GameResult) -> dict[int, GamePart]:
    """What a game brought each user who played it: whoever left one seat and had another to the end played it whole."""
    found: dict[int, GamePart] = {}
    for part in game.parts:
        if part.user is None or part.stay in UNCOUNTED:
            continue
        if part.user not in found or part.stay == "whole":
            found[part.user] = part
    return found


def _count_game(tally: Tally, part: GamePart, *, friendly: bool) -> None:
    if friendly:
        tally.friendly += 1
        return
    tally.games += 1
    tally.wins += part.won
    tally.streak = tally.streak + 1 if part.won else 0
    tally.longest = max(tally.longest, tally.streak)
