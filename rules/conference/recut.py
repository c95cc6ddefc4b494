"""C2.3 for `worlds`: the orders that a cut of the gathered pack may have left, among those that agree with a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from math import comb
from random import Random
from typing import Final

from rules.conference.deal import league_cards, seats_by_place
from rules.conference.records import SEATS, Sheet

Order = tuple[int, ...]


def _restackings(runs: int) -> list[tuple[int, ...]]:
    """Return the ways to restack so many piles such that no two lie on each other as they did before."""
    return [order for order in permutations(range(runs)) if all(lower != upper + 1 for upper, lower in pairwise(order))]


RESTACKINGS: Final = {runs: _restackings(runs) for runs in (2, 3, 4)}


class Recut:
    """The cuts of `pack` into at most `piles` runs in which each seat gets only cards of `possible_cards[seat]`.

    Different runs make different orders, so that drawing runs uniformly draws orders uniformly.
    """

    def __init__(self, sheet: Sheet, pack: Order, piles: int, possible_cards: Sequence[int]):
        self._pack = pack
        self._piles = piles
        public_cards = league_cards(sheet)
        self._ordinary_above = [0]  # how many of the cards above a place are dealt in the ordinary way (C2.2)
        for card in pack:
            self._ordinary_above.append(self._ordinary_above[-1] + (card not in public_cards))
        ordinary_cards = [card for card in pack if card not in public_cards]
        seats = seats_by_place(sheet)
        self._places_by_seat = [
            sum(1 << place for place, owner in enumerate(seats) if owner == seat) for seat in range(SEATS)
        ]
        self._impossible_by_seat = [
            sum(1 << place for place, card in enumerate(ordinary_cards) if not card & possible_cards[seat])
            for seat in range(SEATS)
        ]
        self._wrong_by_shift: dict[int, int] = {}

    def draw(self, rng: Random) -> Order | None:
        """Return one cut, uniform among all; None if it does not agree with what is known."""
        size = len(self._pack)
        kinds = range(2, self._piles + 1)
        runs = rng.choices(kinds, [comb(size - 1, runs - 1) * len(RESTACKINGS[runs]) for runs in kinds])[0]
        edges = [0, *sorted(rng.sample(range(1, size), runs - 1)), size]
        order = [(edges[index], edges[index + 1]) for index in rng.choice(RESTACKINGS[runs])]
        at = 0
        for low, high in order:
            if self._run_end(low, high, at) < high:
                return None
            at += self._ordinary_above[high] - self._ordinary_above[low]
        return self._stacked(order)

    def every_order(self) -> Iterator[Order]:
        """Return every cut that agrees with the known cards, each once."""
        return map(self._stacked, self._extend_runs(((0, len(self._pack)),), (), 0))

    def _stacked(self, order: Sequence[tuple[int, int]]) -> Order:
        return tuple(card for low, high in order for card in self._pack[low:high])

    def _extend_runs(
        self, stretches: tuple[tuple[int, int], ...], runs: tuple[tuple[int, int], ...], at: int
    ) -> Iterator[tuple[tuple[int, int], ...]]:
        """Yield the ways to go on when these stretches of the pack are left and `at` cards have been dealt."""
        if not stretches:
            if len(runs) > 1:
                yield runs
            return
        cuts_left = self._piles - len(runs) - len(stretches)  # how many stretches may still be parted further
        for index, (low, high) in enumerate(stretches):
            for start in range(low, high if cuts_left else low + 1):
                if runs and runs[-1][1] == start:
                    continue  # it would lie on the run before it as it did in the pack
                farthest_end = self._run_end(start, high, at)
                stretch_above = ((low, start),) if start > low else ()
                # Where a stretch is cut open at both ends it becomes two.
                ends = (high,) if cuts_left <= len(stretch_above) else range(start + 1, farthest_end + 1)
                for end in ends:
                    if end > farthest_end:
                        continue
                    stretch_below = ((end, high),) if end < high else ()
                    other_stretches = (*stretches[:index], *stretch_above, *stretch_below, *stretches[index + 1 :])
                    step = self._ordinary_above[end] - self._ordinary_above[start]
                    yield from self._extend_runs(other_stretches, (*runs, (start, end)), at + step)

    def _run_end(self, low: int, high: int, at: int) -> int:
        """Return the end of the stretch from `low`, at most `high`, when its first card is the `at`-th dealt."""
        ordinary_above = self._ordinary_above
        first = ordinary_above[low]
        shift = at - first
        wrong_places = self._wrong_by_shift.get(shift)
        if wrong_places is None:
            wrong_places = 0
            for seat_places, impossible_places in zip(self._places_by_seat, self._impossible_by_seat, strict=True):
                wrong_places |= (seat_places >> shift if shift >= 0 else seat_places << -shift) & impossible_places
            self._wrong_by_shift[shift] = wrong_places
        wrong_ahead = wrong_places >> first
        if not wrong_ahead:
            return high
        stop = first + (wrong_ahead & -wrong_ahead).bit_length() - 1
        if ordinary_above[high] <= stop:
            return high
        end = low
        while ordinary_above[end + 1] <= stop:
            end += 1
        return end
