"""Rates games with openskill's Bradley-Terry model of full pairing.

Each side is compared with each other. A game moves a rating by the comparisons' average: their sum would count one game
like eleven.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm, sqrt
from typing import Any, Final, NamedTuple

from openskill.models import BradleyTerryFull

from data.standings.records import GamePart, GameResult


def _gamma(c: float, sides: int, _mu: float, sigma_squared: float, *_rest: Any) -> float:
    """Return the share of doubt that a comparison removes: openskill's own measure, divided among the opponents."""
    return sqrt(sigma_squared) / c / (sides - 1)


_MODEL: Final = BradleyTerryFull(gamma=_gamma)
_NEW: Final = _MODEL.rating()

MU: Final = float(_NEW.mu)
SIGMA: Final = float(_NEW.sigma)
"""The rating before any rated game: skill and uncertainty."""

Rating = tuple[float, float]


class Side(NamedTuple):
    """A side, partners or one player: users by seat, those who left among them, and its place."""

    users: tuple[int, ...]
    left: frozenset[int]
    place: int


def sides_of(game: GameResult) -> list[Side]:
    """Return the sides that can be rated: those whose every seat was played or left by a person.

    A side's place is that of its best player who stayed.
    """
    sides: list[Side] = []
    for side in sorted({part.side for part in game.parts}):
        parts = [part for part in game.parts if part.side == side]
        played = {part.seat: part for part in parts if part.stay != "came"}  # others still met who chose no move
        if {part.seat for part in parts} != set(played) or any(part.kind != "person" for part in played.values()):
            continue
        users = tuple(part.user for part in played.values() if part.user is not None)
        leavers = frozenset(part.user for part in played.values() if part.user is not None and part.stay == "left")
        sides.append(Side(users, leavers, _place(tuple(played.values()))))
    return sides


def _place(played: Sequence[GamePart]) -> int:
    stayed = [part.place for part in played if part.stay != "left"]
    return min(stayed, default=max(part.place for part in played))


def rate_game(game: GameResult, before: Mapping[int, Rating]) -> dict[int, Rating]:
    """Return the ratings of a game's players after it; empty if fewer than two sides can be rated.

    A player who left a partner is rated as if their side had come last, the partner as it came.
    """
    sides = sides_of(game)
    if len(sides) < 2:
        return {}
    ratings = _rate(sides, before, [side.place for side in sides])
    alone = [place for place, side in enumerate(sides) if side.left and len(side.left) < len(side.users)]
    for place in alone:
        last = max(side.place for side in sides) + 1
        ranks = [last if at == place else side.place for at, side in enumerate(sides)]
        after = _rate(sides, before, ranks)
        ratings |= {user: after[user] for user in sides[place].left}
    return ratings


def _rate(sides: Sequence[Side], before: Mapping[int, Rating], ranks: Sequence[int]) -> dict[int, Rating]:
    """Return the ratings after a game with these ranks.

    Sides are made equally large, so that each is as strong as its players are on average. They are rated in an order
    that does not depend on seats, so that ties get equal sums to the last bit.
    """
    ratings = [[before.get(user, (MU, SIGMA)) for user in side.users] for side in sides]
    size = lcm(*(len(side.users) for side in sides))
    order = sorted(range(len(sides)), key=lambda side: (ranks[side], ratings[side]))
    teams = [
        [_MODEL.create_rating(list(rating)) for rating in ratings[side] * (size // len(ratings[side]))]
        for side in order
    ]
    after = _MODEL.rate(teams, ranks=[float(ranks[side]) for side in order])
    new_ratings: dict[int, Rating] = {}
    for side, team in zip(order, after, strict=True):
        for user, (mu, _), new in zip(sides[side].users, ratings[side], team, strict=False):
            new_ratings[user] = mu + (float(new.mu) - mu) / (len(sides) - 1), float(new.sigma)
    return new_ratings
