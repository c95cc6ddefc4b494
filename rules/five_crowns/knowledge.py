"""Facts about the hidden orders of a deal: known places, the slots of other seats, and the demands on them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rules.contract import View
from rules.five_crowns.deal import receiver
from rules.five_crowns.moves import read
from rules.five_crowns.records import DISCARD, DRAW, OUT, TAKE
from rules.five_crowns.views import setup_of
from rules.melds import NUMBER

HIDDEN: Final = -1
"""The number in an order where the card is not known."""


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


class Knowledge:
    """The facts that a view shows of the orders.

    `orders` have the known cards and HIDDEN, `pools` the cards of each without a known place.
    `own` are the viewer's places, `slots` those of each other seat, `demands` as they arose.
    """

    def __init__(self, view: View) -> None:
        self.seats: int = view["seats"]
        self.orders: list[list[int]] = []
        self.pools: list[list[int]] = []
        self.own: list[int] = []
        self.slots: list[list[Slot]] = [[] for _ in range(self.seats)]
        self.demands: list[Demand] = []
        self._viewer: int | None = view["seat"]
        self._shown: defaultdict[tuple[int, int], int] = defaultdict(int)
        """By seat and card: how often it was shown, less how often it was taken from the discard pile."""
        self._most: defaultdict[tuple[int, int], int] = defaultdict(int)
        """By seat and card: the most that this has been; each new highest is a demand."""
        self._shuffled(list(setup_of(view).pack))
        dealt = self.seats * view["size"]
        self._deal(dealt, (view["dealer"] + 1) % self.seats, view)
        self._follow(view, dealt + 1)

    def _shuffled(self, cards: list[int]) -> None:
        """These cards have been shuffled."""
        self.orders.append([HIDDEN] * len(cards))
        self.pools.append(cards)

    def _lies(self, place: int, card: int) -> None:
        """This card lies there in the last order."""
        self.orders[-1][place] = card
        self.pools[-1].remove(card)

    def _deal(self, count: int, eldest: int, view: View) -> None:
        """So many cards are dealt, and one is turned up (F2.1)."""
        self._lies(count, NUMBER[view["turn_up"]])
        own = _dealt_to_viewer(view)
        for place in range(count):
            seat = receiver(place, eldest, self.seats)
            if seat == self._viewer:
                self.own.append(place)
                self._lies(place, own.pop())
            else:
                self.slots[seat].append(Slot(0, 0, place))

    def _follow(self, view: View, at: int) -> None:
        """Goes through the log; `at` is the place of the next card of the stock."""
        pile = [NUMBER[view["turn_up"]]]
        for when, event in enumerate(view["log"][1:], 1):
            if "event" in event:
                self._shuffled(pile[:-1])
                pile = pile[-1:]
                at = 0
                continue
            seat: int = event["seat"]
            verb, card = read(event["move"])
            if verb == DRAW:
                if seat == self._viewer:
                    self._lies(at, NUMBER[event["card"]])
                else:
                    self.slots[seat].append(Slot(when, len(self.orders) - 1, at))
                at += 1
            elif verb == TAKE:
                self._tally(seat, pile.pop(), -1, when)
            elif card is not None:
                pile.append(card)
                self._tally(seat, card, 1, when)
                if verb == OUT:
                    for text in (text for meld in view["shown"] for text in meld):
                        self._tally(seat, NUMBER[text], 1, when)

    def _tally(self, seat: int, card: int, change: int, when: int) -> None:
        """A seat has taken a card (-1) or shown it (1)."""
        if seat == self._viewer:
            return
        self._shown[seat, card] += change
        if self._shown[seat, card] > self._most[seat, card]:
            self._most[seat, card] = self._shown[seat, card]
            self.demands.append(Demand(when, seat, card))


def _dealt_to_viewer(view: View) -> list[int]:
    """The cards that the viewer was dealt: those it has, less those that came in, and those it has parted with."""
    if view["seat"] is None:
        return []
    cards = Counter[str](view["hand"])
    event: Mapping[str, Any]
    for event in view["log"]:
        if event.get("seat") == view["seat"]:
            verb, _, card = event["move"].partition(" ")
            if verb in (DISCARD, OUT):
                cards[card] += 1
            else:
                cards[event["card"]] -= 1
    return [NUMBER[card] for card in cards.elements()]
