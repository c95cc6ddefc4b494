"""What a view leaves open (the contract's `imagine`): the order of the pack and of each reshuffled stock.

All moves are public; hidden is only which cards lay where. Every place of an order is a *slot*: a card dealt to a
seat, one drawn by it at some moment, or one still in the stock. The viewer's own slots are known. What the others'
moves have shown comes down to *demands*: a seat that discards a card, or shows it in going out, and has not taken it
from the discard pile, had it in a slot by then. All orders that meet the demands are equally likely.

They are drawn demand by demand: one of the seat's slots so far, in proportion to the ways of filling all others. A
world whose demands could have been met by more than one choice of slots would come up that many times, so it is kept
with the inverse probability: within one shuffle that is exactly uniform. Over several shuffles, or where too few worlds
are kept, the candidates are weighed against each other, and a long walk of swaps between slots, which keeps a uniform
world uniform, wears off what is left of the bias.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from math import exp, log
from random import Random
from typing import Any, Final, NamedTuple

from rules.contract import Chance, Event, Move, View
from rules.five_crowns.records import texts
from rules.five_crowns.views import sheet_of
from rules.melds import NUMBER, hand_of, texts_of

TRIES: Final = 60
"""Candidates drawn before they are weighed against each other."""
SWAPS: Final = 8
"""Steps of the walk for each hidden slot."""


class Slot(NamedTuple):
    """A place in an order that a seat other than the viewer got a card from, and at which event."""

    when: int
    shuffle: int
    place: int


class Demand(NamedTuple):
    """A seat had this card in a slot older than event `when`."""

    when: int
    seat: int
    card: int


class Known:
    """What a view says of the orders: known places, other seats' slots, and demands on them."""

    def __init__(self, view: View) -> None:
        sheet = sheet_of(view)
        self.seats = sheet.setup.seats
        self.viewer: int | None = view["seat"]
        self.eldest = (sheet.dealer + 1) % self.seats
        self.size = sheet.size
        self.slots: list[list[Slot]] = [[] for _ in range(self.seats)]
        self.demands: list[Demand] = []
        self.orders: list[list[int]] = []
        """Each order with the cards that are known; -1 elsewhere."""
        self.pools: list[list[int]] = []
        """For each order the cards that are not known to lie somewhere."""
        self._balance: dict[tuple[int, int], list[int]] = {}
        dealt = self.size * self.seats
        self.turn_up = NUMBER[view["turn_up"]]
        self._shuffled(list(sheet.setup.pack))
        self._lies(0, dealt, self.turn_up)
        own = self._begin(view)
        self.own: list[int] = []
        """The places of the cards that the viewer was dealt: it knows them, but not in which order they lay."""
        for place in range(dealt):
            seat = (self.eldest + place) % self.seats
            if seat == self.viewer:
                self.own.append(place)
                self._lies(0, place, own.pop())
            else:
                self.slots[seat].append(Slot(0, 0, place))
        self._walk(view, dealt + 1)

    def _begin(self, view: View) -> list[int]:
        """The cards that the viewer was dealt: those it has, less those it came by, and those it has parted with."""
        if self.viewer is None:
            return []
        hand = hand_of(view["hand"])
        for event in view["log"]:
            if event.get("seat") == self.viewer:
                verb, _, card = event["move"].partition(" ")
                if verb in ("discard", "out"):
                    hand += hand_of([card])
                else:
                    hand -= hand_of([event["card"]])
        return [NUMBER[card] for card in texts_of(hand)]

    def _shuffled(self, cards: list[int]) -> None:
        self.orders.append([-1] * len(cards))
        self.pools.append(cards)

    def _lies(self, shuffle: int, place: int, card: int) -> None:
        self.orders[shuffle][place] = card
        self.pools[shuffle].remove(card)

    def _walk(self, view: View, at: int) -> None:
        pile = [self.turn_up]
        for when, event in enumerate(view["log"][1:], 1):
            if "event" in event:
                self._shuffled(pile[:-1])
                pile = pile[-1:]
                at = 0
                continue
            seat: int = event["seat"]
            verb, _, text = event["move"].partition(" ")
            if verb == "draw":
                if seat == self.viewer:
                    self._lies(len(self.orders) - 1, at, NUMBER[event["card"]])
                else:
                    self.slots[seat].append(Slot(when, len(self.orders) - 1, at))
                at += 1
            elif verb == "take":
                self._tally(seat, pile.pop(), -1, when)
            else:
                pile.append(NUMBER[text])
                self._tally(seat, NUMBER[text], 1, when)
                if verb == "out":
                    for meld in view["shown"]:
                        for card in meld:
                            self._tally(seat, NUMBER[card], 1, when)

    def _tally(self, seat: int, card: int, change: int, when: int) -> None:
        """Cards shown less cards taken, by seat and card: each new highest level is a demand."""
        if seat == self.viewer:
            return
        tally = self._balance.setdefault((seat, card), [0, 0])
        tally[0] += change
        if tally[0] > tally[1]:
            tally[1] = tally[0]
            self.demands.append(Demand(when, seat, card))


class World:
    """One way to fill the orders. `weight` is the logarithm of what it counts for; None if it is none."""

    def __init__(self, known: Known, rng: Random) -> None:
        self.known = known
        self.orders = [order[:] for order in known.orders]
        dealt = [self.orders[0][place] for place in known.own]
        rng.shuffle(dealt)
        for place, card in zip(known.own, dealt, strict=True):
            self.orders[0][place] = card
        self.weight: float | None = 0.0
        self.ways = 0.0
        """The logarithm of in how many ways its demands could have been met."""
        pools = [pool[:] for pool in known.pools]
        if self._meet(pools, rng):
            for order, pool in zip(self.orders, pools, strict=True):
                rng.shuffle(pool)
                for place, card in enumerate(order):
                    if card < 0:
                        order[place] = pool.pop()
            self._count()

    def _meet(self, pools: list[list[int]], rng: Random) -> bool:
        """Meets the demands in the order in which they arose."""
        known = self.known
        shuffles = range(len(pools))
        opened = [0] * known.seats
        unused: list[list[list[int]]] = [[[] for _ in shuffles] for _ in range(known.seats)]
        weight = 0.0
        for when, seat, card in known.demands:
            slots, own = known.slots[seat], unused[seat]
            while opened[seat] < len(slots) and slots[opened[seat]].when < when:
                slot = slots[opened[seat]]
                own[slot.shuffle].append(slot.place)
                opened[seat] += 1
            shares = [
                len(own[at]) * pools[at].count(card) / len(pools[at]) if own[at] and pools[at] else 0.0
                for at in shuffles
            ]
            total = sum(shares)
            if not total:
                self.weight = None
                return False
            weight += log(total)
            able = [at for at in shuffles if shares[at]]
            at = able[0] if len(able) == 1 else rng.choices(able, [shares[at] for at in able])[0]
            places = own[at]
            pick = rng.randrange(len(places))
            places[pick], places[-1] = places[-1], places[pick]
            self.orders[at][places.pop()] = card
            pools[at].remove(card)
        self.weight = weight
        return True

    def _count(self) -> None:
        """How often this world comes up, in `ways`, and its weight less that."""
        have = self.holdings()
        met: dict[tuple[int, int], int] = {}
        for when, seat, card in self.known.demands:
            key = (seat, card)
            before = met.get(key, 0)
            self.ways += log(bisect_left(have[key], when) - before)
            met[key] = before + 1
        assert self.weight is not None
        self.weight -= self.ways

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
    """A uniformly random world."""
    worlds: list[World] = []
    several = len(known.orders) > 1
    for _ in range(TRIES):
        world = World(known, rng)
        if world.weight is None:
            continue
        if not several and rng.random() < exp(-world.ways):
            return world
        worlds.append(world)
        if several and not known.demands:
            return world
    while not worlds:
        world = World(known, rng)
        if world.weight is not None:
            worlds.append(world)
    top = max(world.weight for world in worlds if world.weight is not None)
    weights = list(accumulate(exp(world.weight - top) for world in worlds if world.weight is not None))
    world = rng.choices(worlds, cum_weights=weights)[0]
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
