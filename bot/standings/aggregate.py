"""Folds results, in order of time, into standings for all time and per season.

A fold continued from stored tallies equals one from the first result. bot/ui/standings explains what counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.standings.ratings import MU, SIGMA, rate_game
from bot.standings.seasons import season_of
from data.pads.records import FREE_GAME_ID
from data.standings.records import (
    ALL_TIME,
    UNCOUNTED_STAYS,
    GamePart,
    GameResult,
    HandPart,
    HandResult,
    RatedRow,
    Season,
    Tally,
)
from rules.registry import GAMES

UNRATED_GAMES: Final = frozenset({FREE_GAME_ID})
"""Games without ratings: a free pad may hold another game each time."""


class StandingsAggregate:
    """The tallies of one game's results in one server, by season and user.

    `tallies` are those so far, of everybody in the results to come.
    """

    def __init__(self, game: str, seasons: Sequence[Season], tallies: Iterable[Tally] = ()) -> None:
        self._game = game
        self._fewest_win = game in GAMES and GAMES[game].fewest_win
        self._known = seasons
        self.tallies: dict[tuple[int, int], Tally] = {(tally.season, tally.user): tally for tally in tallies}

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
        """Count a game; returns the ratings that it made."""
        if game.state != "counts":
            return []
        found: list[RatedRow] = []
        played = _parts_played(game)
        for season in self._seasons(game):
            for user, part in played.items():
                _count_game(self._tally(season, user), part, friendly=game.friendly)
            if not game.friendly and self._game not in UNRATED_GAMES:
                found += self._rate(season, game, played)
        return found

    def _rate(self, season: int, game: GameResult, played: dict[int, GamePart]) -> list[RatedRow]:
        users = {part.user for part in game.parts if part.user is not None}
        before = {
            user: (tally.mu, tally.sigma) for user in users if (tally := self.tallies.get((season, user))) is not None
        }
        found: list[RatedRow] = []
        for user, (mu, sigma) in rate_game(game, before).items():
            if user not in played:  # others are rated against them; for themselves the game does not count
                continue
            tally = self._tally(season, user)
            tally.mu, tally.sigma, tally.rated = mu, sigma, tally.rated + 1
            source, origin = game.origin
            found.append(RatedRow(user, season, game.at, source, origin, played[user].place, mu, sigma))
        return found


def _parts_played(game: GameResult) -> dict[int, GamePart]:
    """Each user's counted part in a game; a whole part counts before one of a seat that they left."""
    found: dict[int, GamePart] = {}
    for part in game.parts:
        if part.user is None or part.stay in UNCOUNTED_STAYS:
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
