"""K6 `imagine`: the order of the pack and of each reshuffled stock."""

# All moves are public; hidden is only which cards lay where. Every place of an order is a *slot*: a card dealt to a
# seat, one drawn by it at some moment, or one still in the stock. The viewer's own slots are known. The moves of the
# others have shown *demands*: a seat that discards a card, or shows it in going out, and has not taken it from the
# discard pile, had it in a slot by then. All orders that meet the demands are equally likely.
#
# They are drawn in two parts: from which shuffle each demand is met (`sources`, which counts the ways), then for each
# demand one of its seat's slots. A world whose demands could have been met by more than one choice of slots would come
# up that many times, so it is kept with the inverse probability.
#
# The result is exactly uniform but for two cases, in which it still agrees with the view. Where none of `TRIES` worlds
# is kept, as with many copies in a seat's slots, one of them is chosen by that probability. After a reshuffle in a long
# deal the ways are too many to be counted in time, and `sources` goes on with a fair sample of them. In both a long
# walk of swaps between slots, which keeps a uniform world uniform, wears off what is left of the bias; it swaps within
# one shuffle at a time, so that some choices of shuffles it cannot leave.

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import exp, log
from random import Random
from typing import Any, Final

from rules.contract import Chance, Event, Move, View
from rules.five_crowns.cards import texts
from rules.five_crowns.knowledge import HIDDEN, Knowledge
from rules.five_crowns.sources import Sources

TRIES: Final = 60
"""Worlds drawn before one of them is chosen by its weight."""
SWAPS: Final = 8
"""Steps of the walk for each hidden slot."""

Times = defaultdict[tuple[int, int], list[int]]
"""By seat and card: at which events, in order."""


class World:
    """One way to fill the orders."""

    def __init__(self, known: Knowledge, shuffles: Sequence[int], rng: Random) -> None:
        """A random one in which each demand is met from the shuffle named here."""
        self._known = known
        self.orders = [order[:] for order in known.orders]
        dealt = [self.orders[0][place] for place in known.own]
        rng.shuffle(dealt)
        for place, card in zip(known.own, dealt, strict=True):
            self.orders[0][place] = card
        pools = [pool[:] for pool in known.pools]
        self._meet(pools, shuffles, rng)
        for order, pool in zip(self.orders, pools, strict=True):
            rng.shuffle(pool)
            for place, card in enumerate(order):
                if card == HIDDEN:
                    order[place] = pool.pop()
        self.ways = self._count()
        """The logarithm of in how many ways its demands could have been met."""

    def _meet(self, pools: list[list[int]], shuffles: Sequence[int], rng: Random) -> None:
        """Meets the demands in the order in which they arose, each with one of the slots its seat had by then."""
        coming = [iter(slots) for slots in self._known.slots]
        following = [next(slots, None) for slots in coming]
        unused: list[list[list[int]]] = [[[] for _ in pools] for _ in coming]
        """By seat and shuffle: the places of the slots that are open and meet no demand yet."""
        for (when, seat, card), shuffle in zip(self._known.demands, shuffles, strict=True):
            slot = following[seat]
            while slot is not None and slot.when < when:
                unused[seat][slot.shuffle].append(slot.place)
                slot = following[seat] = next(coming[seat], None)
            places = unused[seat][shuffle]
            self.orders[shuffle][places.pop(rng.randrange(len(places)))] = card
            pools[shuffle].remove(card)

    def _count(self) -> float:
        have = self._holdings()
        met: dict[tuple[int, int], int] = {}
        ways = 0.0
        for when, seat, card in self._known.demands:
            before = met.get((seat, card), 0)
            ways += log(bisect_left(have[seat, card], when) - before)
            met[seat, card] = before + 1
        return ways

    def _holdings(self) -> Times:
        """For each seat and card when the seat came by it from a slot."""
        have = Times(list)
        for seat, slots in enumerate(self._known.slots):
            for slot in slots:
                have[seat, self.orders[slot.shuffle][slot.place]].append(slot.when)
        return have

    def wander(self, rng: Random) -> None:
        """A walk through the worlds that meet the demands: slots change cards where no demand forbids it."""
        have, due = self._holdings(), Times(list)
        for when, seat, card in self._known.demands:
            due[seat, card].append(when)
        for shuffle, order in enumerate(self._known.orders):
            owners = {
                slot.place: (seat, slot.when)
                for seat, slots in enumerate(self._known.slots)
                for slot in slots
                if slot.shuffle == shuffle
            }
            hidden = [place for place, card in enumerate(order) if card == HIDDEN]
            for _ in range(SWAPS * len(hidden) if len(hidden) > 1 else 0):
                one, other = rng.sample(hidden, 2)
                _swap_if_it_may_be(self.orders[shuffle], one, other, owners, have, due)


def _swap_if_it_may_be(
    cards: list[int], first: int, other: int, owners: dict[int, tuple[int, int]], have: Times, due: Times
) -> None:
    """Two places of an order change cards, unless a seat that owns one then lacks a card that it has shown."""
    if cards[first] == cards[other]:
        return
    owned = [
        (*owners[place], cards[place], cards[source])
        for place, source in ((first, other), (other, first))
        if place in owners
    ]
    for seat, when, old, new in owned:
        have[seat, old].remove(when)
        insort(have[seat, new], when)
    if all(_meets(have[seat, old], due.get((seat, old), [])) for seat, _, old, _ in owned):
        cards[first], cards[other] = cards[other], cards[first]
        return
    for seat, when, old, new in owned:
        have[seat, new].remove(when)
        insort(have[seat, old], when)


def _meets(have: Sequence[int], due: Sequence[int]) -> bool:
    """Whether a seat came by a card as often, and as early, as it was shown."""
    return len(have) >= len(due) and all(time < when for time, when in zip(have, due, strict=False))


def imagine(view: View, rng: Random) -> tuple[Event, ...]:
    """The events of the deal in progress with the hidden orders drawn uniformly among all that agree with the view."""
    if not view["log"]:
        return ()
    return tuple(_events(view, _drawn(Knowledge(view), rng)))


def _drawn(known: Knowledge, rng: Random) -> World:
    """A random world, uniform as the head of this file says."""
    sources = Sources(known, rng)
    worlds: list[World] = []
    for _ in range(TRIES):
        world = World(known, sources.draw(rng), rng)
        if sources.exact and rng.random() < exp(-world.ways):
            return world
        worlds.append(world)
    least = min(world.ways for world in worlds)
    world = rng.choices(worlds, [exp(least - world.ways) for world in worlds])[0]
    world.wander(rng)
    return world


def _events(view: View, world: World) -> Iterator[Event]:
    orders = iter(world.orders)
    event: dict[str, Any]
    for event in view["log"]:
        if "event" in event:
            yield Chance(event["event"], tuple(texts(next(orders))))
        else:
            yield Move(event["seat"], event["move"])
