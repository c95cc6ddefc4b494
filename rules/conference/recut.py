"""C2.3 for `worlds`: the orders that a cut of the gathered pack may have left, among those that agree with a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from math import comb
from random import Random
from typing import Final

from rules.conference.deal import given, places
from rules.conference.records import SEATS, Sheet

Order = tuple[int, ...]


def _moved(runs: int) -> list[tuple[int, ...]]:
    """The ways to restack so many piles such that no two lie on each other as they did before."""
    return [order for order in permutations(range(runs)) if all(lower != upper + 1 for upper, lower in pairwise(order))]


MOVED: Final = {runs: _moved(runs) for runs in (2, 3, 4)}


class Recut:
    """The cuts of `pack` into at most `piles` runs in which each seat gets cards of `may[seat]` only.

    Different runs make different orders, so that drawing runs uniformly draws orders uniformly.
    """

    def __init__(self, sheet: Sheet, pack: Order, piles: int, may: Sequence[int]):
        self._pack = pack
        self._piles = piles
        out = given(sheet)
        self._before = [0]  # how many of the cards above a place are dealt in the ordinary way (C2.2)
        for card in pack:
            self._before.append(self._before[-1] + (card not in out))
        dealt = [card for card in pack if card not in out]
        seats = places(sheet)
        self._at = [sum(1 << place for place, owner in enumerate(seats) if owner == seat) for seat in range(SEATS)]
        self._not = [
            sum(1 << place for place, card in enumerate(dealt) if not card & may[seat]) for seat in range(SEATS)
        ]
        self._wrong: dict[int, int] = {}

    def draw(self, rng: Random) -> Order | None:
        """One cut, uniform among all; None if it does not agree with what is known."""
        size = len(self._pack)
        kinds = range(2, self._piles + 1)
        runs = rng.choices(kinds, [comb(size - 1, runs - 1) * len(MOVED[runs]) for runs in kinds])[0]
        edges = [0, *sorted(rng.sample(range(1, size), runs - 1)), size]
        order = [(edges[index], edges[index + 1]) for index in rng.choice(MOVED[runs])]
        at = 0
        for low, high in order:
            if self._run(low, high, at) < high:
                return None
            at += self._before[high] - self._before[low]
        return self._stacked(order)

    def all(self) -> Iterator[Order]:
        """Every cut that agrees with what is known, each once."""
        return map(self._stacked, self._walk(((0, len(self._pack)),), (), 0))

    def _stacked(self, order: Sequence[tuple[int, int]]) -> Order:
        return tuple(card for low, high in order for card in self._pack[low:high])

    def _walk(
        self, stretches: tuple[tuple[int, int], ...], runs: tuple[tuple[int, int], ...], at: int
    ) -> Iterator[tuple[tuple[int, int], ...]]:
        """The ways to go on when these stretches of the pack are left and `at` cards have been dealt."""
        if not stretches:
            if len(runs) > 1:
                yield runs
            return
        spare = self._piles - len(runs) - len(stretches)  # how many stretches may still be parted further
        for index, (low, high) in enumerate(stretches):
            for start in range(low, high if spare else low + 1):
                if runs and runs[-1][1] == start:
                    continue  # it would lie on the run before it as it did in the pack
                far = self._run(start, high, at)
                above = ((low, start),) if start > low else ()
                # Where a stretch is cut open at both ends it becomes two.
                ends = (high,) if spare <= len(above) else range(start + 1, far + 1)
                for end in ends:
                    if end > far:
                        continue
                    below = ((end, high),) if end < high else ()
                    rest = (*stretches[:index], *above, *below, *stretches[index + 1 :])
                    step = self._before[end] - self._before[start]
                    yield from self._walk(rest, (*runs, (start, end)), at + step)

    def _run(self, low: int, high: int, at: int) -> int:
        """The end of the stretch from `low`, at most `high`, when its first card is the `at`-th dealt."""
        before = self._before
        first = before[low]
        shift = at - first
        wrong = self._wrong.get(shift)
        if wrong is None:
            wrong = 0
            for where, unfit in zip(self._at, self._not, strict=True):
                wrong |= (where >> shift if shift >= 0 else where << -shift) & unfit
            self._wrong[shift] = wrong
        ahead = wrong >> first
        if not ahead:
            return high
        stop = first + (ahead & -ahead).bit_length() - 1
        if before[high] <= stop:
            return high
        end = low
        while before[end + 1] <= stop:
            end += 1
        return end
