"""What a view leaves open (the contract's `imagine`): the order of the pack and of each reshuffled stock.

All moves are public; hidden is only which cards lay where. Every place of an order is a *slot*: a card dealt to a
seat, one drawn by it at some moment, or one still in the stock. The viewer's own slots are known. What the others'
moves have shown comes down to *demands*: a seat that discards a card, or shows it in going out, and has not taken it
from the discard pile, had it in a slot by then. All orders that meet the demands are equally likely.

They are drawn in two parts: from which shuffle each demand is met (`sources`, which counts the ways), then for each
demand one of its seat's slots. A world whose demands could have been met by more than one choice of slots would come up
that many times, so it is kept with the inverse probability.

That is exactly uniform but for two cases, in which all that comes out still agrees with the view. Where none of `TRIES`
worlds is kept, as with many copies in a seat's slots, one of them is chosen by that probability. After a reshuffle in a
long deal the ways are too many to be counted in time, and `sources` goes on with a fair sample of them. In both a long
walk of swaps between slots, which keeps a uniform world uniform, wears off what is left of the bias; it swaps within
one shuffle at a time, so that some choices of shuffles it cannot leave.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import exp, log
from random import Random
from typing import Any, Final

from rules.contract import Chance, Event, Move, View
from rules.five_crowns.known import Known
from rules.five_crowns.records import texts
from rules.five_crowns.sources import Sources

TRIES: Final = 60
"""Worlds drawn before one of them is chosen by its weight."""
SWAPS: Final = 8
"""Steps of the walk for each hidden slot."""


class World:
    """One way to fill the orders."""

    def __init__(self, known: Known, shuffles: Sequence[int], rng: Random) -> None:
        """A random one in which each demand is met from the shuffle named here."""
        self.known = known
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
                if card < 0:
                    order[place] = pool.pop()
        self.ways = self._count()
        """The logarithm of in how many ways its demands could have been met."""

    def _meet(self, pools: list[list[int]], shuffles: Sequence[int], rng: Random) -> None:
        """Meets the demands in the order in which they arose."""
        known = self.known
        opened = [0] * known.seats
        unused: list[list[list[int]]] = [[[] for _ in pools] for _ in range(known.seats)]
        for (when, seat, card), at in zip(known.demands, shuffles, strict=True):
            slots, own = known.slots[seat], unused[seat]
            while opened[seat] < len(slots) and slots[opened[seat]].when < when:
                slot = slots[opened[seat]]
                own[slot.shuffle].append(slot.place)
                opened[seat] += 1
            places = own[at]
            pick = rng.randrange(len(places))
            places[pick], places[-1] = places[-1], places[pick]
            self.orders[at][places.pop()] = card
            pools[at].remove(card)

    def _count(self) -> float:
        have = self.holdings()
        ways = 0.0
        met: dict[tuple[int, int], int] = {}
        for when, seat, card in self.known.demands:
            key = (seat, card)
            before = met.get(key, 0)
            ways += log(bisect_left(have[key], when) - before)
            met[key] = before + 1
        return ways

    def holdings(self) -> dict[tuple[int, int], list[int]]:
        """For each seat and card when the seat came by it from a slot, in order."""
        have: dict[tuple[int, int], list[int]] = {}
        for seat, slots in enumerate(self.known.slots):
            for slot in slots:
                have.setdefault((seat, self.orders[slot.shuffle][slot.place]), []).append(slot.when)
        return have

    def wander(self, rng: Random) -> None:
        """A walk through the worlds that meet the demands: slots change cards where no demand forbids it."""
        known = self.known
        have = self.holdings()
        due: dict[tuple[int, int], list[int]] = {}
        for when, seat, card in known.demands:
            due.setdefault((seat, card), []).append(when)
        owner = {
            (slot.shuffle, slot.place): (seat, slot.when) for seat, slots in enumerate(known.slots) for slot in slots
        }
        for shuffle, order in enumerate(known.orders):
            hidden = [place for place, card in enumerate(order) if card < 0]
            if len(hidden) < 2:
                continue
            cards = self.orders[shuffle]
            for _ in range(SWAPS * len(hidden)):
                one, other = rng.sample(hidden, 2)
                if cards[one] == cards[other]:
                    continue
                sides = ((one, other), (other, one))
                self._move(have, owner, shuffle, cards, sides)
                if all(
                    _meets(have, due, (owner[shuffle, place][0], cards[place]))
                    for place, _ in sides
                    if (shuffle, place) in owner
                ):
                    cards[one], cards[other] = cards[other], cards[one]
                else:
                    cards[one], cards[other] = cards[other], cards[one]
                    self._move(have, owner, shuffle, cards, sides)
                    cards[one], cards[other] = cards[other], cards[one]

    @staticmethod
    def _move(
        have: dict[tuple[int, int], list[int]],
        owner: dict[tuple[int, int], tuple[int, int]],
        shuffle: int,
        cards: list[int],
        sides: Sequence[tuple[int, int]],
    ) -> None:
        """Enters in `have` that the cards of two places change places."""
        for place, source in sides:
            if (shuffle, place) in owner:
                seat, when = owner[shuffle, place]
                have[seat, cards[place]].remove(when)
                times = have.setdefault((seat, cards[source]), [])
                times.insert(bisect_left(times, when), when)


def _meets(have: dict[tuple[int, int], list[int]], due: dict[tuple[int, int], list[int]], key: tuple[int, int]) -> bool:
    """Whether a seat has a card as often, and as early, as was shown."""
    demands = due.get(key)
    if not demands:
        return True
    times = have.get(key, [])
    return len(times) >= len(demands) and all(time < when for time, when in zip(times, demands))


def imagine(view: View, rng: Random) -> tuple[Event, ...]:
    """The events of the deal in progress with the hidden orders drawn uniformly among all that agree with the view."""
    if not view["log"]:
        return ()
    return tuple(_events(view, _drawn(Known(view), rng)))


def _drawn(known: Known, rng: Random) -> World:
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


def _events(view: View, world: World) -> list[Event]:
    orders = iter(world.orders)
    events: list[Event] = []
    event: dict[str, Any]
    for event in view["log"]:
        if "event" in event:
            events.append(Chance(event["event"], tuple(texts(bytes(next(orders))))))
        else:
            events.append(Move(event["seat"], event["move"]))
    return events
