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
BITS_PER_HOLDER: Final = 16
"""How many bits of a state count the cards of one holder."""


def count_ways(allowed: Sequence[int], sizes: Sequence[int]) -> int:
    """Return the number of ways to give every card a holder.

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
        all_holders = (1 << len(sizes)) - 1
        counts_without_one = [allowed.count(all_holders ^ 1 << holder) for holder in range(len(sizes))]
        self._excluded_holder = counts_without_one.index(max(counts_without_one)) if counts_without_one else 0
        usual_holders = all_holders ^ 1 << self._excluded_holder
        self._cards_for_all: list[T] = []
        self._cards_for_all_but_one: list[T] = []
        constrained_cards: list[tuple[int, int, T]] = []
        for card, mask in zip(cards, allowed, strict=True):
            if mask == all_holders:
                self._cards_for_all.append(card)
            elif mask == usual_holders:
                self._cards_for_all_but_one.append(card)
            else:
                constrained_cards.append((mask.bit_count(), mask, card))
        constrained_cards.sort(key=lambda row: row[:2])  # those with the fewest holders first: fewer states
        self._constrained_cards = [
            (card, [holder for holder in range(len(sizes)) if mask >> holder & 1])
            for _, mask, card in constrained_cards
        ]
        # By number of cards placed: each state (how full the holders are) with the ways that lead to it.
        self._layers: list[dict[int, int]] = [{0: 1}]
        for _, holders in self._constrained_cards:
            self._layers.append(self._place_card(self._layers[-1], holders))
        self._ends = [(state, count * self._count_fillings(state)) for state, count in self._layers[-1].items()]
        self.ways = sum(count for _, count in self._ends)

    def _place_card(self, layer: dict[int, int], holders: list[int]) -> dict[int, int]:
        """Return the states after one more card, which may go to these holders."""
        counts: dict[int, int] = {}
        steps = [(BITS_PER_HOLDER * holder, 1 << BITS_PER_HOLDER * holder, self._sizes[holder]) for holder in holders]
        for state, count in layer.items():
            for shift, unit, size in steps:
                if (state >> shift & 0xFFFF) < size:
                    new_state = state + unit
                    counts[new_state] = counts.get(new_state, 0) + count
        return counts

    def _room(self, state: int) -> list[int]:
        return [size - (state >> BITS_PER_HOLDER * holder & 0xFFFF) for holder, size in enumerate(self._sizes)]

    def _count_fillings(self, state: int) -> int:
        """Return the number of ways to fill the holders up with the little-known cards."""
        room = self._room(state)
        if not room:
            return 1
        own_room = room.pop(self._excluded_holder)
        if own_room > len(self._cards_for_all):
            return 0
        count = comb(len(self._cards_for_all), own_room) * factorial(sum(room))
        for places in room:
            count //= factorial(places)
        return count

    def draw(self, rng: Random) -> list[list[T]]:
        """Return one of them, uniformly; the cards of each holder in random order.

        Raises ValueError if there is none.
        """
        if not self.ways:
            raise ValueError("no distribution agrees with what is known")
        state = _weighted_choice(self._ends, rng)
        room = self._room(state)
        hands: list[list[T]] = [[] for _ in room]
        if hands:
            free_cards = shuffled(self._cards_for_all, rng)
            own_room = room[self._excluded_holder]
            hands[self._excluded_holder] = free_cards[:own_room]
            other_cards = (
                shuffled(free_cards[own_room:] + self._cards_for_all_but_one, rng)
                if self._cards_for_all_but_one
                else free_cards[own_room:]
            )
            for holder, places in enumerate(room):
                if holder != self._excluded_holder:
                    hands[holder] = other_cards[:places]
                    del other_cards[:places]
        for place in range(len(self._constrained_cards) - 1, -1, -1):
            card, holders = self._constrained_cards[place]
            layer = self._layers[place]
            # Back from the end: the ways to come here by giving this card to one holder or another.
            options = [(holder, layer.get(state - (1 << BITS_PER_HOLDER * holder), 0)) for holder in holders]
            holder = _weighted_choice([(holder, count) for holder, count in options if count], rng)
            state -= 1 << BITS_PER_HOLDER * holder
            hands[holder].append(card)
        return [shuffled(hand, rng) for hand in hands] if self._constrained_cards else hands


def shuffled(cards: Sequence[T], rng: Random) -> list[T]:
    """Return these cards in random order. Faster than `Random.shuffle`, which draws whole numbers."""
    random = rng.random
    return sorted(cards, key=lambda _: random())


def _weighted_choice(options: Sequence[tuple[int, int]], rng: Random) -> int:
    """Return one of these, each with the chance of its weight."""
    edges = list(accumulate(weight for _, weight in options))
    pick = rng.randrange(edges[-1])
    return next(value for (value, _), edge in zip(options, edges, strict=True) if pick < edge)
