"""A random walk from world to world, for a draw after a reshuffle."""

# In an exchange two cards of one order change places. Each step makes random exchanges until all demands are met again:
# most often one. After each exchange that leaves a demand unmet the step may give up; then it undoes all of them.
#
# All worlds are equally likely in the long run: a step from one to another is as likely as its exchanges backwards. The
# walk can reach every world: exchanges make every order, and a step can have any number of them.

from __future__ import annotations

from random import Random
from typing import Final

from rules.five_crowns.knowledge import UNKNOWN_CARD, Knowledge, masks_by_card, slots_by_card

STEPS_PER_HIDDEN_CARD: Final = 20
"""Steps for each hidden card."""
GIVE_UP_CHANCE: Final = 0.3
"""The chance that a step gives up after an exchange that leaves a demand unmet."""


class Walk:
    """`cards` are those of the world where it begins, all orders one after the other; they are changed."""

    def __init__(self, knowledge: Knowledge, cards: list[int]) -> None:
        self._cards = cards
        slots = [[slot.place for slot in slots] for slots in knowledge.slots]
        self._held = [slots_by_card(places, cards) for places in slots]
        self._due = [masks_by_card(knowledge, seat) for seat in range(knowledge.seats)]
        self._owner = {place: (seat, 1 << at) for seat, places in enumerate(slots) for at, place in enumerate(places)}
        """By place: the seat that got its card, and the bit of that slot."""
        own_places = set(knowledge.own_places)
        orders: list[list[int]] = [[] for _ in knowledge.starts]
        order = -1
        for place, card in enumerate(knowledge.cards):
            order += place in knowledge.starts
            if card == UNKNOWN_CARD and place not in own_places:
                orders[order].append(place)
        self._hidden = [(place, places) for places in orders for place in places]
        """Each hidden place, with all those of its order."""

    def run(self, rng: Random) -> list[int]:
        """Return the cards of the world where it ends."""
        random, hidden = rng.random, self._hidden
        for _ in range(STEPS_PER_HIDDEN_CARD * len(hidden)):
            exchanges: list[tuple[int, int]] = []
            unmet = 0
            while not exchanges or unmet:
                place, places = hidden[int(random() * len(hidden))]
                exchanges.append((place, places[int(random() * len(places))]))
                unmet += self._exchange(*exchanges[-1])
                if unmet and random() < GIVE_UP_CHANCE:
                    for pair in reversed(exchanges):
                        self._exchange(*pair)
                    break
        return self._cards

    def _exchange(self, place: int, other_place: int) -> int:
        """Exchange the cards of two places. Return how many more demands are unmet."""
        cards = self._cards
        pair = cards[place], cards[other_place]
        owners = [self._owner[at] for at in (place, other_place) if at in self._owner]
        changed_demands = {(seat, card) for seat, _ in owners for card in pair if card in self._due[seat]}
        unmet_before = sum([self._unmet(seat, card) for seat, card in changed_demands])
        cards[other_place], cards[place] = pair
        for seat, slot in owners:
            for card in pair:
                self._held[seat][card] ^= slot
        return sum([self._unmet(seat, card) for seat, card in changed_demands]) - unmet_before

    def _unmet(self, seat: int, card: int) -> int:
        """Return the number of unmet demands on a seat for a card."""
        places = self._held[seat][card]
        return sum([(places & mask).bit_count() <= most for most, mask in enumerate(self._due[seat][card])])
