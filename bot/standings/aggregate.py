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
    RatedGame,
    Season,
    Standing,
)
from rules.registry import GAMES

UNRATED_GAMES: Final = frozenset({FREE_GAME_ID})
"""Games without ratings: a free pad may hold another game each time."""


class StandingsAggregate:
    """The standings of one game's results in one server, by season and user.

    `standings` are those so far, of everybody in the results to come. They are changed.
    """

    def __init__(self, game: str, seasons: Sequence[Season], standings: Iterable[Standing] = ()) -> None:
        self._game = game
        self._fewest_win = game in GAMES and GAMES[game].fewest_win
        self._known = seasons
        self.standings = {(standing.season, standing.user): standing for standing in standings}

    def _seasons(self, result: HandResult | GameResult) -> tuple[int, ...]:
        """Return the seasons in which a result counts."""
        season = season_of(self._known, result.at, result.entered)
        return (ALL_TIME,) if season is None else (ALL_TIME, season.number)

    def _standing(self, season: int, user: int) -> Standing:
        return self.standings.setdefault((season, user), Standing(user, self._game, season, MU, SIGMA))

    def add_hand(self, hand: HandResult) -> None:
        """Count a hand."""
        if hand.state != "counts" or hand.friendly:
            return
        for season in self._seasons(hand):
            for part in hand.parts:
                if part.user is not None:
                    self._count_hand(self._standing(season, part.user), hand, part)

    def _count_hand(self, standing: Standing, hand: HandResult, part: HandPart) -> None:
        """Add a person's part in a hand to a standing."""
        standing.hands += 1
        standing.at_pads += hand.origin.source == "pad"
        standing.points += part.points
        best = standing.best
        if best is None or (part.points < best if self._fewest_win else part.points > best):
            standing.best, standing.best_source = part.points, hand.origin.source
            standing.best_origin, standing.best_number = hand.origin.number, hand.number
        for name, (came_off, tries) in part.feats.items():
            had, of = standing.feats.get(name, (0, 0))
            standing.feats[name] = had + came_off, of + tries

    def add_game(self, game: GameResult) -> list[RatedGame]:
        """Count a game; returns the ratings that it made."""
        if game.state != "counts":
            return []
        rated: list[RatedGame] = []
        played = _parts_played(game)
        for season in self._seasons(game):
            for user, part in played.items():
                _count_game(self._standing(season, user), part, friendly=game.friendly)
            if not game.friendly and self._game not in UNRATED_GAMES:
                rated += self._rate(season, game, played)
        return rated

    def _rate(self, season: int, game: GameResult, played: dict[int, GamePart]) -> list[RatedGame]:
        """Rate a game for its players in a season. Returns their new ratings."""
        users = {part.user for part in game.parts if part.user is not None}
        before = {
            user: (standing.mu, standing.sigma)
            for user in users
            if (standing := self.standings.get((season, user))) is not None
        }
        rated: list[RatedGame] = []
        for user, (mu, sigma) in rate_game(game, before).items():
            if user not in played:  # others are rated against them; for themselves the game does not count
                continue
            standing = self._standing(season, user)
            standing.mu, standing.sigma, standing.rated = mu, sigma, standing.rated + 1
            rated.append(RatedGame(user, season, game.at, *game.origin, played[user].place, mu, sigma))
        return rated


def _parts_played(game: GameResult) -> dict[int, GamePart]:
    """Return each user's counted part in a game. A whole part has precedence over one in a seat that they left."""
    parts: dict[int, GamePart] = {}
    for part in game.parts:
        if part.user is None or part.stay in UNCOUNTED_STAYS:
            continue
        if part.user not in parts or part.stay == "whole":
            parts[part.user] = part
    return parts


def _count_game(standing: Standing, part: GamePart, *, friendly: bool) -> None:
    if friendly:
        standing.friendly += 1
        return
    standing.games += 1
    standing.wins += part.won
    standing.streak = standing.streak + 1 if part.won else 0
    standing.longest = max(standing.longest, standing.streak)
