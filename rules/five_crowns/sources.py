"""The shuffle from which each shown card came, as far as the demands of a view leave it open after reshuffles."""

# Each demand is met by an unused slot of its seat and an unused copy of its card in one shuffle. How many ways there
# are to go on depends only on how many slots and copies are used up, so the ways to reach each such state are added up
# demand by demand, and a choice is drawn from the end back. This is exact while there are few states; of too many a
# fair sample goes on, in which every state is expected to have its own weight. States that leave a later demand no way
# are dropped at once: late in a deal next to none reach the end.
#
# A seat's demands are met in the order in which they arose, for then the slots that are open to a demand are those that
# were open to the one before, and more. Between seats any order will do, and those with a single shuffle go first: the
# fewer choices have been made when a shuffle runs out of a card, the fewer states are lost.

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from rules.five_crowns.knowledge import Knowledge

WIDTH: Final = 500
"""States kept after a demand; fewer would lose the way more often in long deals, more take longer."""
BACK: Final = 64
"""Steps to go back where no state that was kept leads on, for the first time."""
FIELD: Final = 8
"""Bits of a state for each count; no pack of three decks has 256 cards."""
FULL: Final = (1 << FIELD) - 1


class Option(NamedTuple):
    """One shuffle that a demand's card may have come from, with so many slots open, copies, and cards in all.

    `used`, `taken` and `gone` say where a state counts the seat's slots, the copies and the cards that are used up.
    """

    shuffle: int
    slots: int
    used: int
    copies: int
    taken: int
    cards: int
    gone: int
    slotless: list[Options]
    """The other shuffles for each later demand of the seat that this one cannot meet once these slots are used up."""
    copyless: list[Options]
    """Likewise for each later demand of the card, once these copies are used up."""


Options = list[Option]


class Step(NamedTuple):
    """A demand (its number), the shuffles that may meet it, and a mask of the counts that matter after it."""

    demand: int
    options: list[Option]
    kept: int


class Origin(NamedTuple):
    """A way to a state: the weight it adds, the state before, and the shuffle that met the demand."""

    weight: float
    before: int
    shuffle: int


class Sources:
    """The ways to choose a shuffle for every demand of `known`, each weighed by the number of worlds it stands for."""

    def __init__(self, known: Knowledge, rng: Random) -> None:
        self.exact = True
        """Whether every state was kept, so that draws are exactly in proportion to the weights."""
        self._demands = len(known.demands)
        self._steps: list[Step] = []
        self._layers: list[dict[int, list[Origin]]] = []
        self._weights: list[dict[int, float]] = [{0: 1.0}]
        if len(known.orders) > 1:
            self._steps = _steps(known)
            self._follow(rng)

    def _follow(self, rng: Random) -> None:
        """Counts the ways step by step. Where no state of a sample leads on, it goes some steps back and keeps rather
        those that leave more ways for this step; again and again to the same one, further back, and with more states.
        """
        width = WIDTH
        hard: dict[int, int] = {}
        while len(self._layers) < len(self._steps):
            at = len(self._layers)
            if self._go_on(width, [later for later in hard if later > at], rng):
                continue
            back = max(0, at - (BACK << hard.get(at, 0)))
            hard[at] = hard.get(at, 0) + 1
            if not back:
                width += WIDTH // 2  # at the latest when no state has to be left out the end is reached
            del self._layers[back:]
            del self._weights[back + 1 :]

    def _go_on(self, width: int, hard: list[int], rng: Random) -> bool:
        """One step, after which so many states are kept; whether there is any. `hard` are later steps to think of."""
        _, options, kept = self._steps[len(self._layers)]
        layer = self._weights[-1]
        found: dict[int, list[Origin]] = {}
        for shuffle, slots, used, copies, taken, cards, gone, slotless, copyless in options:
            step = (1 << used) + (1 << taken) + (1 << gone)
            for state, weight in layer.items():
                open_slots = slots - (state >> used & FULL)
                left = copies - (state >> taken & FULL)
                if not open_slots or not left:
                    continue
                after = state + step & kept
                share = weight * open_slots * left / (cards - (state >> gone & FULL))
                if after in found:
                    found[after].append(Origin(share, state, shuffle))
                elif (open_slots > 1 or _leads_on(after, slotless)) and (left > 1 or _leads_on(after, copyless)):
                    found[after] = [Origin(share, state, shuffle)]
        total = sum([origin.weight for origins in found.values() for origin in origins])
        if not total:
            return False
        layer = {state: sum([origin.weight for origin in origins]) / total for state, origins in found.items()}
        if len(layer) > width:
            outlook = layer
            for later in hard:
                outlook = _ahead(outlook, self._steps[later].options)
            if len(outlook) > width:
                self.exact = False
                layer = _sample(layer, outlook, width, rng)
            else:
                layer = {state: layer[state] for state in outlook}
            found = {state: found[state] for state in layer}
        self._layers.append(found)
        self._weights.append(layer)
        return True

    def draw(self, rng: Random) -> list[int]:
        """A shuffle for each demand."""
        shuffles = [0] * self._demands
        if self._steps:
            ends = self._weights[-1]
            state = rng.choices(list(ends), list(ends.values()))[0]
            for step, found in zip(reversed(self._steps), reversed(self._layers), strict=True):
                origins = found[state]
                origin = origins[0]
                if len(origins) > 1:
                    origin = rng.choices(origins, [origin.weight for origin in origins])[0]
                state = origin.before
                shuffles[step.demand] = origin.shuffle
        return shuffles


def _steps(known: Knowledge) -> list[Step]:
    """The demands in the order in which they are met."""
    slots = _open(known)
    able = [
        [shuffle for shuffle, pool in enumerate(known.pools) if slots[at][shuffle] and demand.card in pool]
        for at, demand in enumerate(known.demands)
    ]
    order = _order(known, able)
    last: dict[tuple[str, int], int] = {}
    for at in order:
        last["seat", known.demands[at].seat] = at
        last["card", known.demands[at].card] = at
    places: dict[tuple[str, int, int], int] = {}
    steps: list[Step] = []
    for at in order:
        _, seat, card = known.demands[at]
        options: list[Option] = []
        for shuffle in able[at]:
            pool = known.pools[shuffle]
            used, taken, gone = (
                places.setdefault(key, FIELD * len(places))
                for key in (("seat", seat, shuffle), ("card", card, shuffle), ("all", 0, shuffle))
            )
            options.append(Option(shuffle, slots[at][shuffle], used, pool.count(card), taken, len(pool), gone, [], []))
        done = 0
        for key in (("seat", seat), ("card", card)):
            if last[key] == at:
                done |= sum(
                    FULL << places[*key, shuffle] for shuffle in range(len(slots[at])) if (*key, shuffle) in places
                )
        steps.append(Step(at, options, ~done))
    for number, step in enumerate(steps):
        _, seat, card = known.demands[step.demand]
        for later in steps[number + 1 :]:
            demand = known.demands[later.demand]
            if demand.seat != seat and demand.card != card:
                continue
            for option in step.options:
                others = [other for other in later.options if other.shuffle != option.shuffle]
                if len(others) < len(later.options):
                    if demand.card == card:
                        option.copyless.append(others)
                    if demand.seat == seat and slots[later.demand][option.shuffle] == option.slots:
                        option.slotless.append(others)
    return steps


def _open(known: Knowledge) -> list[list[int]]:
    """For each demand how many slots of its seat were filled from each shuffle by then."""
    counts = [[0] * len(known.orders) for _ in range(known.seats)]
    passed = [0] * known.seats
    found: list[list[int]] = []
    for when, seat, _ in known.demands:
        slots = known.slots[seat]
        while passed[seat] < len(slots) and slots[passed[seat]].when < when:
            counts[seat][slots[passed[seat]].shuffle] += 1
            passed[seat] += 1
        found.append(counts[seat][:])
    return found


def _order(known: Knowledge, able: list[list[int]]) -> list[int]:
    """Each seat's demands in order; among the seats that with the fewest shuffles to choose from is next."""
    waiting: list[list[int]] = [[] for _ in range(known.seats)]
    for at in range(len(able) - 1, -1, -1):
        waiting[known.demands[at].seat].append(at)
    order: list[int] = []
    while len(order) < len(able):
        at = min((line[-1] for line in waiting if line), key=lambda at: (len(able[at]), at))
        waiting[known.demands[at].seat].pop()
        order.append(at)
    return order


def _ahead(outlook: dict[int, float], options: Options) -> dict[int, float]:
    """The weights of states times the ways that they leave to meet a later demand; states that leave none go out."""
    found: dict[int, float] = {}
    for state, weight in outlook.items():
        ways = 0
        for option in options:
            ways += (option.slots - (state >> option.used & FULL)) * (option.copies - (state >> option.taken & FULL))
        if ways:
            found[state] = weight * ways
    return found


def _leads_on(state: int, demands: list[Options]) -> bool:
    """Whether a state leaves a way for each of these demands by itself."""
    for options in demands:
        for option in options:
            if option.slots > state >> option.used & FULL and option.copies > state >> option.taken & FULL:
                break
        else:
            return False
    return True


def _sample(layer: dict[int, float], outlook: dict[int, float], width: int, rng: Random) -> dict[int, float]:
    """So many of these states or fewer, evenly over their outlook, each expected to keep its weight in `layer`."""
    step = sum(outlook.values()) / width
    left = rng.random() * step
    kept: dict[int, float] = {}
    for state, share in outlook.items():
        times = 0
        left -= share
        while left < 0:
            left += step
            times += 1
        if times:
            kept[state] = layer[state] * times * step / share
    return kept
