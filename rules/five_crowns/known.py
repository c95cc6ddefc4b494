"""What a view says of the hidden orders of a deal: known places, the slots of other seats, and the demands on them."""

from __future__ import annotations

from typing import NamedTuple

from rules.contract import View
from rules.five_crowns.views import sheet_of
from rules.melds import NUMBER, hand_of, texts_of


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
    """What a view says of the orders; see `imagine` for how it is used."""

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
