"""Facts about the hidden orders of a deal: known places, the slots of other seats, and the demands on them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.contract import View
from rules.five_crowns.deal import receiving_seat
from rules.five_crowns.moves import read
from rules.five_crowns.records import DISCARD, OUT, TAKE
from rules.five_crowns.views import setup_of
from rules.melds import CARDS, NUMBER

UNKNOWN_CARD: Final = -1
"""The number in `Knowledge.cards` where the card is not known."""


class Slot(NamedTuple):
    """A place that a seat other than the viewer got a card from, and the number of the order that the place is in."""

    order: int
    place: int


class Demand(NamedTuple):
    """A seat had this card in one of its first `open_slots` slots."""

    seat: int
    card: int
    open_slots: int


class Knowledge:
    """The facts that a view shows of the orders: of the pack, and of each reshuffled stock.

    `cards` are all orders, one after the other, with the known cards and UNKNOWN_CARD; `starts` says where each begins.
    `pools` are the cards of each order without a known place, except what the viewer was dealt.
    `own_deal` are those, in the places `own_places`. `stock_place` is the place of the next card of the stock.
    `slots` are those of each other seat, and `demands` those on each, in the order of time.
    """

    def __init__(self, view: View) -> None:
        self.seats: int = view["seats"]
        self.cards: list[int] = []
        self.starts: list[int] = []
        self.pools: list[list[int]] = []
        self.own_places: list[int] = []
        self.own_deal = _dealt_to_viewer(view)
        self.slots: list[list[Slot]] = [[] for _ in range(self.seats)]
        self.demands: list[Demand] = []
        self._viewer: int | None = view["seat"]
        self._net_shown: defaultdict[tuple[int, int], int] = defaultdict(int)
        """By seat and card: how often it was shown, less how often it was taken from the discard pile."""
        self._max_shown: defaultdict[tuple[int, int], int] = defaultdict(int)
        """By seat and card: the most that this has been; each new highest is a demand."""
        self._add_order(list(setup_of(view).pack))
        self._deal(view)
        self._follow(view)

    def _add_order(self, cards: list[int]) -> None:
        """Add the order of a shuffle of these cards."""
        self.stock_place = len(self.cards)
        self.starts.append(self.stock_place)
        self.cards += [UNKNOWN_CARD] * len(cards)
        self.pools.append(cards)

    def _place_known_card(self, card: int) -> None:
        """Record a known card in the next place."""
        self.cards[self.stock_place] = card
        self.pools[-1].remove(card)
        self.stock_place += 1

    def _add_slot(self, seat: int) -> None:
        """Record that a seat gets the unknown card in the next place."""
        self.slots[seat].append(Slot(len(self.starts) - 1, self.stock_place))
        self.stock_place += 1

    def _deal(self, view: View) -> None:
        """Record the deal and the turn-up (F2.1)."""
        for card in self.own_deal:
            self.pools[0].remove(card)
        eldest = (view["dealer"] + 1) % self.seats
        for place in range(self.seats * view["size"]):
            seat = receiving_seat(place, eldest, self.seats)
            if seat == self._viewer:
                self.own_places.append(place)
                self.stock_place += 1
            else:
                self._add_slot(seat)
        self._place_known_card(NUMBER[view["turn_up"]])

    def _follow(self, view: View) -> None:
        """Record each event of the log after the deal."""
        pile = [NUMBER[view["turn_up"]]]
        for event in view["log"][1:]:
            if "event" in event:
                self._add_order(pile[:-1])
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
                self._place_known_card(NUMBER[event["card"]])
            else:
                self._add_slot(seat)

    def _tally(self, seat: int, card: int, change: int) -> None:
        """Record that a seat took a card from the discard pile (-1) or showed it (1)."""
        if seat == self._viewer:
            return
        self._net_shown[seat, card] += change
        if self._net_shown[seat, card] > self._max_shown[seat, card]:
            self._max_shown[seat, card] = self._net_shown[seat, card]
            self.demands.append(Demand(seat, card, len(self.slots[seat])))


def _dealt_to_viewer(view: View) -> list[int]:
    """Return the cards that the viewer was dealt: those it has, less those that came in, and those it has parted
    with.
    """
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
    """Return the demands on a seat, by card, each as a mask of the slots that may meet it: bit i is for its i-th
    slot.
    """
    masks: dict[int, list[int]] = {}
    for demand in knowledge.demands:
        if demand.seat == seat:
            masks.setdefault(demand.card, []).append((1 << demand.open_slots) - 1)
    return masks


def slots_by_card(slots: Sequence[int], cards: Sequence[int]) -> list[int]:
    """Return a mask of its slots for each card. `slots` are their places in `cards`."""
    places = [0] * len(CARDS)
    bit = 1
    for place in slots:
        places[cards[place]] |= bit
        bit <<= 1
    return places
