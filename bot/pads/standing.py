"""How a pad's game stands, and who has won it: the one definition, for its message, files, nights and results.

Totals of different numbers of hands say little beside each other. So those are ranked who played every hand, or, if
nobody did, those who played most of them. The others stand below. Whoever came late and was given points to start with
counts as if they had played the hands before their first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from data.pad_records import PadHand, PadPlayer

Ties = Literal["shared", "earlier", "none"]
"""Who wins where several have the best total: all of them, whoever had it first, nobody."""


@dataclass(frozen=True)
class PadStanding:
    """The standing of a pad's `players`, by number, after `hands` that all count."""

    players: Mapping[int, PadPlayer]
    hands: tuple[PadHand, ...]
    fewest_win: bool
    ties: Ties = "shared"

    @cached_property
    def totals(self) -> dict[int, int]:
        """What each player has: the points that they were given to start with, and those of their hands."""
        found = {number: one.start or 0 for number, one in self.players.items()}
        for hand in self.hands:
            for player, points in zip(hand.players, hand.points, strict=True):
                found[player] += points
        return found

    @cached_property
    def played(self) -> dict[int, tuple[int, ...]]:
        """The hands that each player has played, as places among all, from 0."""
        found: dict[int, list[int]] = {number: [] for number in self.players}
        for place, hand in enumerate(self.hands):
            for player in hand.players:
                found[player].append(place)
        return {number: tuple(some) for number, some in found.items()}

    @cached_property
    def ranked(self) -> tuple[int, ...]:
        """Those who are ranked, the best first; of those who are level whoever sits first. Nobody before a hand."""
        covered = {number: self._covered(number) for number, some in self.played.items() if some}
        most = max(covered.values(), default=0)
        return self._sorted([number for number, many in covered.items() if many == most])

    @cached_property
    def below(self) -> tuple[int, ...]:
        """All others: those who have played, the best first, then who has played no hand."""
        others = [number for number in self.players if number not in self.ranked]
        played = [number for number in others if self.played[number]]
        return (*self._sorted(played), *(number for number in others if not self.played[number]))

    @property
    def order(self) -> tuple[int, ...]:
        """Everybody: those who are ranked, then those below."""
        return (*self.ranked, *self.below)

    @cached_property
    def places(self) -> dict[int, int]:
        """The places of those who are ranked, from 1: those who are level share the better one, but for whoever is
        first by having had the best total earlier.
        """
        totals = [self.totals[one] for one in self.ranked]
        found = {one: 1 + totals.index(self.totals[one]) for one in self.ranked}
        if self.ties == "earlier":
            found |= {one: 2 for one, place in found.items() if place == 1 and one not in self.leaders}
        return found

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """Who leads, or has won, as the pad counts ties."""
        best = [one for one in self.ranked if self.totals[one] == self.totals[self.ranked[0]]]
        if len(best) < 2 or self.ties == "shared":
            return tuple(best)
        return (min(best, key=self._since),) if self.ties == "earlier" else ()

    def came_late(self, player: int) -> bool:
        """Whether somebody was not there at the first hand."""
        return bool(self.hands) and player not in self.hands[0].players

    def _covered(self, player: int) -> int:
        """How many hands count for the rank of somebody who has played some."""
        played = self.played[player]
        return len(played) + (0 if self.players[player].start is None else played[0])

    def _sorted(self, players: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(players, key=lambda one: self.totals[one] if self.fewest_win else -self.totals[one]))

    def _since(self, player: int) -> int:
        """The place of the hand since which somebody has had their total."""
        return max(
            (place for place in self.played[player] if self._points(place, player)), default=self.played[player][0]
        )

    def _points(self, place: int, player: int) -> int:
        hand = self.hands[place]
        return hand.points[hand.players.index(player)]
