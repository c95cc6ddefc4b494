"""The standing of a pad's game: the one definition, for its message, files, nights and results.

Ranked are the players with most hands; the others stand below. A late player with points to start with counts as
having played the hands before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from data.pads.records import PadHand, PadPlayer

Ties = Literal["shared", "earlier", "none"]
"""The winner of a tie: all of them, the first to reach the total, nobody."""


@dataclass(frozen=True)
class PadStanding:
    """The standing of a pad's `players`, by number, after `hands` that all count."""

    players: Mapping[int, PadPlayer]
    hands: tuple[PadHand, ...]
    fewest_win: bool
    ties: Ties = "shared"

    @cached_property
    def totals(self) -> dict[int, int]:
        """Each player's total, with points to start with."""
        sums = {number: seated.start or 0 for number, seated in self.players.items()}
        for hand in self.hands:
            for player, points in zip(hand.players, hand.points, strict=True):
                sums[player] += points
        return sums

    @cached_property
    def played(self) -> dict[int, tuple[int, ...]]:
        """The hands of each player, as places among all, from 0."""
        hand_places: dict[int, list[int]] = {number: [] for number in self.players}
        for place, hand in enumerate(self.hands):
            for player in hand.players:
                hand_places[player].append(place)
        return {number: tuple(some) for number, some in hand_places.items()}

    @cached_property
    def ranked(self) -> tuple[int, ...]:
        """The ranked players, the best first and ties in seat order; empty before a hand."""
        covered = {number: self._hands_covered(number) for number, some in self.played.items() if some}
        most = max(covered.values(), default=0)
        return self._sort_by_total([number for number, many in covered.items() if many == most])

    @cached_property
    def unranked(self) -> tuple[int, ...]:
        """The unranked players: those with hands, the best first, then the others."""
        others = [number for number in self.players if number not in self.ranked]
        played = [number for number in others if self.played[number]]
        return (*self._sort_by_total(played), *(number for number in others if not self.played[number]))

    @property
    def order(self) -> tuple[int, ...]:
        """All players, the ranked ones first."""
        return (*self.ranked, *self.unranked)

    @cached_property
    def places(self) -> dict[int, int]:
        """Places of the ranked players, from 1.

        Ties share the better one, unless the tie rule prefers the earlier total.
        """
        totals = [self.totals[player] for player in self.ranked]
        ranks = {player: 1 + totals.index(self.totals[player]) for player in self.ranked}
        if self.ties == "earlier":
            ranks |= {item: 2 for item, place in ranks.items() if place == 1 and item not in self.leaders}
        return ranks

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """The leaders or winners, by the pad's tie rule."""
        best = [player for player in self.ranked if self.totals[player] == self.totals[self.ranked[0]]]
        if len(best) < 2 or self.ties == "shared":
            return tuple(best)
        return (min(best, key=self._total_reached_at),) if self.ties == "earlier" else ()

    def came_late(self, player: int) -> bool:
        """Whether a player missed the first hand."""
        return bool(self.hands) and player not in self.hands[0].players

    def _hands_covered(self, player: int) -> int:
        """Return the number of hands that count for the rank of a player who has some."""
        played = self.played[player]
        return len(played) + (0 if self.players[player].start is None else played[0])

    def _sort_by_total(self, players: Sequence[int]) -> tuple[int, ...]:
        return tuple(
            sorted(players, key=lambda player: self.totals[player] if self.fewest_win else -self.totals[player])
        )

    def _total_reached_at(self, player: int) -> int:
        """Return the place of the hand at which a player reached their total."""
        return max(
            (place for place in self.played[player] if self._points_in(place, player)), default=self.played[player][0]
        )

    def _points_in(self, place: int, player: int) -> int:
        hand = self.hands[place]
        return hand.points[hand.players.index(player)]
