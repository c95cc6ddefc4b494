"""Facts about the hidden orders of a deal: known places, the slots of other seats, and the demands on them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.contract import View
from rules.five_crowns.deal import receiver
from rules.five_crowns.moves import read
from rules.five_crowns.records import DISCARD, OUT, TAKE
from rules.five_crowns.views import setup_of
from rules.melds import CARDS, NUMBER

HIDDEN: Final = -1
"""The number in `Knowledge.cards` where the card is not known."""


class Slot(NamedTuple):
    """A place that a seat other than the viewer got a card from, and the number of the order that the place is in."""

    order: int
    place: int


class Demand(NamedTuple):
    """A seat had this card in one of its first `opened` slots."""

    seat: int
    card: int
    opened: int


class Knowledge:
    """The facts that a view shows of the orders: of the pack, and of each reshuffled stock.

    `cards` are all orders, one after the other, with the known cards and HIDDEN; `starts` says where each begins.
    `pools` are the cards of each order without a known place, except what the viewer was dealt.
    `dealt` are those, in the places `own`. `stock` is the place of the next card of the stock.
    `slots` are those of each other seat, and `demands` those on each, in the order of time.
    """

    def __init__(self, view: View) -> None:
        self.seats: int = view["seats"]
        self.cards: list[int] = []
        self.starts: list[int] = []
        self.pools: list[list[int]] = []
        self.own: list[int] = []
        self.dealt = _dealt_to_viewer(view)
        self.slots: list[list[Slot]] = [[] for _ in range(self.seats)]
        self.demands: list[Demand] = []
        self._viewer: int | None = view["seat"]
        self._shown: defaultdict[tuple[int, int], int] = defaultdict(int)
        """By seat and card: how often it was shown, less how often it was taken from the discard pile."""
        self._most: defaultdict[tuple[int, int], int] = defaultdict(int)
        """By seat and card: the most that this has been; each new highest is a demand."""
        self._shuffled(list(setup_of(view).pack))
        self._deal(view)
        self._follow(view)

    def _shuffled(self, cards: list[int]) -> None:
        """These cards have been shuffled. The stock before was empty."""
        self.stock = len(self.cards)
        self.starts.append(self.stock)
        self.cards += [HIDDEN] * len(cards)
        self.pools.append(cards)

    def _lies(self, card: int) -> None:
        """This card lies in the next place."""
        self.cards[self.stock] = card
        self.pools[-1].remove(card)
        self.stock += 1

    def _hidden_from_viewer(self, seat: int) -> None:
        """A seat gets the card in the next place."""
        self.slots[seat].append(Slot(len(self.starts) - 1, self.stock))
        self.stock += 1

    def _deal(self, view: View) -> None:
        """The cards are dealt, and one is turned up (F2.1)."""
        for card in self.dealt:
            self.pools[0].remove(card)
        eldest = (view["dealer"] + 1) % self.seats
        for place in range(self.seats * view["size"]):
            seat = receiver(place, eldest, self.seats)
            if seat == self._viewer:
                self.own.append(place)
                self.stock += 1
            else:
                self._hidden_from_viewer(seat)
        self._lies(NUMBER[view["turn_up"]])

    def _follow(self, view: View) -> None:
        """Goes through the log."""
        pile = [NUMBER[view["turn_up"]]]
        for event in view["log"][1:]:
            if "event" in event:
                self._shuffled(pile[:-1])
                pile = pile[-1:]
                continue
            seat: int = event["seat"]
            verb, card = read(event["move"])
            if verb == TAKE:
                self._tally(seat, pile.pop(), -1)
            elif card is not None:
                pile.append(card)
                self._tally(seat, card, 1)
                if verb == OUT:
                    for text in (text for meld in view["shown"] for text in meld):
                        self._tally(seat, NUMBER[text], 1)
            elif seat == self._viewer:
                self._lies(NUMBER[event["card"]])
            else:
                self._hidden_from_viewer(seat)

    def _tally(self, seat: int, card: int, change: int) -> None:
        """A seat has taken a card (-1) or shown it (1)."""
        if seat == self._viewer:
            return
        self._shown[seat, card] += change
        if self._shown[seat, card] > self._most[seat, card]:
            self._most[seat, card] = self._shown[seat, card]
            self.demands.append(Demand(seat, card, len(self.slots[seat])))


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


def masks_by_card(knowledge: Knowledge, seat: int) -> dict[int, list[int]]:
    """The demands on a seat, by card, each as a mask of the slots that may meet it: bit i is for its i-th slot."""
    masks: dict[int, list[int]] = {}
    for demand in knowledge.demands:
        if demand.seat == seat:
            masks.setdefault(demand.card, []).append((1 << demand.opened) - 1)
    return masks


def held_in(slots: Sequence[int], cards: Sequence[int]) -> list[int]:
    """A mask of its slots for each card. `slots` are their places in `cards`."""
    places = [0] * len(CARDS)
    bit = 1
    for place in slots:
        places[cards[place]] |= bit
        bit <<= 1
    return places
