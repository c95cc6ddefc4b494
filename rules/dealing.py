"""Drawing hidden cards uniformly under what is known of them, for `Worlds`."""

# Play shows facts of the form "this seat cannot hold that card". Given for each hidden card the holders it may lie
# with, and how many cards each holder has, `Sharing` counts the possible distributions and draws one of them, each with
# equal chance. `ways` gives their number alone.
#
# The cards of which something is known are counted one by one, by how full they make the holders. Those that may lie
# with anybody, or with anybody but one holder, fill the rest in a number of ways that has a formula.

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import comb, factorial
from random import Random
from typing import Final, Generic, TypeVar

T = TypeVar("T")
WIDTH: Final = 16
"""How many bits of a state count the cards of one holder."""


def ways(allowed: Sequence[int], sizes: Sequence[int]) -> int:
    """The number of ways to give every card a holder.

    `allowed[i]` is the bit mask of the holders that card i may lie with; `sizes[h]` is how many cards holder h has, and
    the sizes sum to the number of cards.
    """
    return Sharing(allowed, allowed, sizes).ways


class Sharing(Generic[T]):
    """The distributions of `cards` over holders (see `ways` for the arguments), counted: `ways` is their number.

    Raises ValueError if the sizes do not sum to the number of cards.
    """

    def __init__(self, cards: Sequence[T], allowed: Sequence[int], sizes: Sequence[int]) -> None:
        if sum(sizes) != len(cards) or len(allowed) != len(cards):
            raise ValueError("the sizes do not sum to the number of cards")
        self._sizes = tuple(sizes)
        everybody = (1 << len(sizes)) - 1
        but_one = [allowed.count(everybody ^ 1 << holder) for holder in range(len(sizes))]
        self._left_out = but_one.index(max(but_one)) if but_one else 0
        most = everybody ^ 1 << self._left_out
        self._anybody: list[T] = []
        self._but_one: list[T] = []
        fixed: list[tuple[int, int, T]] = []
        for card, mask in zip(cards, allowed, strict=True):
            if mask == everybody:
                self._anybody.append(card)
            elif mask == most:
                self._but_one.append(card)
            else:
                fixed.append((mask.bit_count(), mask, card))
        fixed.sort(key=lambda row: row[:2])  # those with the fewest holders first: fewer states
        self._known = [
            (card, [holder for holder in range(len(sizes)) if mask >> holder & 1]) for _, mask, card in fixed
        ]
        # By number of cards placed: each state (how full the holders are) with the ways that lead to it.
        self._layers: list[dict[int, int]] = [{0: 1}]
        for _, holders in self._known:
            self._layers.append(self._placed(self._layers[-1], holders))
        self._ends = [(state, count * self._filled(state)) for state, count in self._layers[-1].items()]
        self.ways = sum(count for _, count in self._ends)

    def _placed(self, layer: dict[int, int], holders: list[int]) -> dict[int, int]:
        """The states after one more card, which may go to these holders."""
        counts: dict[int, int] = {}
        steps = [(WIDTH * holder, 1 << WIDTH * holder, self._sizes[holder]) for holder in holders]
        for state, count in layer.items():
            for shift, unit, size in steps:
                if (state >> shift & 0xFFFF) < size:
                    after = state + unit
                    counts[after] = counts.get(after, 0) + count
        return counts

    def _room(self, state: int) -> list[int]:
        return [size - (state >> WIDTH * holder & 0xFFFF) for holder, size in enumerate(self._sizes)]

    def _filled(self, state: int) -> int:
        """The number of ways to fill the holders up with the little-known cards."""
        room = self._room(state)
        if not room:
            return 1
        own = room.pop(self._left_out)
        if own > len(self._anybody):
            return 0
        count = comb(len(self._anybody), own) * factorial(sum(room))
        for places in room:
            count //= factorial(places)
        return count

    def draw(self, rng: Random) -> list[list[T]]:
        """One of them, uniformly; the cards of each holder in random order. Raises ValueError if there is none."""
        if not self.ways:
            raise ValueError("no distribution agrees with what is known")
        state = _weighed(self._ends, rng)
        room = self._room(state)
        hands: list[list[T]] = [[] for _ in room]
        if hands:
            anybody = shuffled(self._anybody, rng)
            own = room[self._left_out]
            hands[self._left_out] = anybody[:own]
            rest = shuffled(anybody[own:] + self._but_one, rng) if self._but_one else anybody[own:]
            for holder, places in enumerate(room):
                if holder != self._left_out:
                    hands[holder] = rest[:places]
                    del rest[:places]
        for place in range(len(self._known) - 1, -1, -1):
            card, holders = self._known[place]
            before = self._layers[place]
            # Back from the end: the ways to come here by giving this card to one holder or another.
            options = [(holder, before.get(state - (1 << WIDTH * holder), 0)) for holder in holders]
            holder = _weighed([(holder, count) for holder, count in options if count], rng)
            state -= 1 << WIDTH * holder
            hands[holder].append(card)
        return [shuffled(hand, rng) for hand in hands] if self._known else hands


def shuffled(cards: Sequence[T], rng: Random) -> list[T]:
    """These cards in random order. Faster than `Random.shuffle`, which draws whole numbers."""
    random = rng.random
    return sorted(cards, key=lambda _: random())


def _weighed(options: Sequence[tuple[int, int]], rng: Random) -> int:
    """One of these, each with the chance of its weight."""
    edges = list(accumulate(weight for _, weight in options))
    pick = rng.randrange(edges[-1])
    return next(value for (value, _), edge in zip(options, edges, strict=True) if pick < edge)
