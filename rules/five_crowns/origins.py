"""One way to say from which order each demand is met, for the first world after a reshuffle."""

# It starts with no demand met, and meets them one by one from random orders. A demand that does not fit drives out
# another one at random, which then waits again. So every way comes up sooner or later: the search ends.

from __future__ import annotations

from random import Random

from rules.five_crowns.knowledge import Knowledge


class Origins:
    """The search for orders that meet all demands of some knowledge."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._demands, self._pools = knowledge.demands, knowledge.pools
        self.open_slots = [
            [
                sum(slot.order == order for slot in knowledge.slots[seat][:opened])
                for order in range(len(knowledge.pools))
            ]
            for seat, _, opened in knowledge.demands
        ]
        """For each demand and order: how many of the slots that may meet the demand are in the order."""
        self._met: dict[int, int] = {}
        """By demand: the order that meets it."""

    def find(self, rng: Random) -> list[int]:
        """Return an order for each demand, so that all can be met at once."""
        self._met = {}
        unmet_demands = list(range(len(self._demands)))
        while unmet_demands:
            demand = unmet_demands.pop(rng.randrange(len(unmet_demands)))
            able_orders = [
                order
                for order, pool in enumerate(self._pools)
                if self.open_slots[demand][order] and self._demands[demand].card in pool
            ]
            fitting_orders = [order for order in able_orders if not self._rivals(demand, order)]
            order = rng.choice(fitting_orders or able_orders)
            while rivals := self._rivals(demand, order):
                unmet_demands.append(rng.choice(rivals))
                del self._met[unmet_demands[-1]]
            self._met[demand] = order
        return [self._met[demand] for demand in range(len(self._demands))]

    def _rivals(self, demand: int, order: int) -> list[int]:
        """Return the demands met from an order of which one must move before this one fits; none if it fits."""
        seat, card, _ = self._demands[demand]
        met_demands = [other_demand for other_demand, source in self._met.items() if source == order]
        same_card = [other_demand for other_demand in met_demands if self._demands[other_demand].card == card]
        if len(same_card) == self._pools[order].count(card):
            return same_card
        same_seat = sorted(
            [demand, *(other_demand for other_demand in met_demands if self._demands[other_demand].seat == seat)]
        )
        for count, other_demand in enumerate(same_seat):
            if self.open_slots[other_demand][order] == count:  # the slots are used up by those before
                return [rival for rival in same_seat[: count + 1] if rival != demand]
        return []
