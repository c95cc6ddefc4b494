"""The worlds that agree with a view of Five Crowns: the orders of the pack and of each reshuffled stock."""

# All moves are public; hidden is only which cards lay where. The moves of the other seats have shown *demands*: a seat
# that discards a card, or shows it in going out, and has not taken it from the discard pile, had it in a slot by then
# (see `knowledge`). All orders that meet the demands are equally likely.
#
# A trial meets the demands one after the other, each with one of the slots that are still free for it. How many these
# are does not depend on the slots chosen before. So it draws a world as often as there are ways to meet its demands,
# and the world is kept with the inverse probability.
#
# After a reshuffle it does depend on the orders that have met the demands before. There a trial, with the orders that
# `origins` finds, is the start of a long walk from world to world (`walk`).

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from rules.contract import Chance, Event, Move, State, View
from rules.dealing import shuffled
from rules.five_crowns.cards import texts
from rules.five_crowns.knowledge import UNKNOWN_CARD, Knowledge, masks_by_card, slots_by_card
from rules.five_crowns.origins import Origins
from rules.five_crowns.positions import Discarding, InHand
from rules.five_crowns.records import DRAW, LogEntry
from rules.five_crowns.walk import Walk
from rules.melds import UNIT
from rules.worlds import HandWorlds


class Plan(NamedTuple):
    """The sources of demands: for each its line (seat and order), its card, and the slots open in the line.

    `other_cards` are the other hidden cards of each order.
    """

    demands: list[tuple[int, int, int]]
    other_cards: list[list[int]]


class Template(NamedTuple):
    """The parts of a position that are the same in all worlds of a view.

    `public_hands` are the hands by seat without the cards from their slots. `draws` are the
    events of the log in which a seat draws a card into one of its slots (see `_drawn_cards`).
    """

    public_hands: list[int]
    log: list[LogEntry]
    draws: list[tuple[int, int, int]]


class FiveCrownsWorlds(HandWorlds[list[int]]):
    """The orders that agree with a view of a deal in progress; see `HandWorlds`. They are lists of cards, the pack and
    each reshuffled stock one after the other.
    """

    def __init__(self, view: View, start: State) -> None:
        super().__init__(start)
        self._log = view["log"]
        self._knowledge = knowledge = Knowledge(view)
        ends = [*knowledge.starts[1:], len(knowledge.cards)]
        self._spans = [slice(start, end) for start, end in zip(knowledge.starts, ends, strict=True)]
        self._slots = [[slot.place for slot in slots] for slots in knowledge.slots]
        self._lines = [
            [slot.place for slot in slots if slot.order == order]
            for slots in knowledge.slots
            for order in range(len(self._spans))
        ]
        """For each seat and order: the places of the seat's slots there."""
        self._doubtful = _doubtful_demands(knowledge)
        self._origins = Origins(knowledge)
        self._plan: Plan | None = None
        self._template: Template | None = None

    def events(self, world: State) -> tuple[Event, ...]:
        """See `Worlds.events`."""
        assert isinstance(world, InHand)
        return self._to_events(world.hand.orders)

    def _to_events(self, orders: Sequence[Sequence[int]]) -> tuple[Event, ...]:
        next_orders = iter(orders)
        return tuple(
            [
                Chance(event["event"], tuple(texts(next(next_orders))))
                if "event" in event
                else Move(event["seat"], event["move"])
                for event in self._log
            ]
        )

    def _events_with(self, hidden: list[int]) -> tuple[Event, ...]:
        return self._to_events(self._orders(hidden))

    def _position_with(self, position: State, hidden: list[int]) -> State:
        assert isinstance(position, InHand)
        if self._template is None:
            self._template = _make_template(position, self._slots)
        public, log, draws = self._template
        full_log = log.copy()
        for at, seat, place in draws:
            full_log[at] = LogEntry(seat, DRAW, hidden[place])
        fresh_entry = {"fresh": full_log.pop()} if isinstance(position, Discarding) else {}
        hands = [
            public_hand + sum([UNIT[hidden[place]] for place in slots])
            for public_hand, slots in zip(public, self._slots, strict=True)
        ]
        stock = tuple(hidden[self._knowledge.stock_place :])
        hand = position.hand._replace(orders=self._orders(hidden), hands=tuple(hands), stock=stock, log=tuple(full_log))
        return replace(position, hand=hand, **fresh_entry)

    def _orders(self, cards: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        return tuple([tuple(cards[span]) for span in self._spans])

    def _draw_hidden(self, rng: Random) -> list[int]:
        if len(self._spans) > 1:
            return Walk(self._knowledge, self._try_plan(self._make_plan(rng), rng)).run(rng)
        if self._plan is None:
            self._plan = self._make_plan(rng)  # with one order there is one plan
        while True:
            cards = self._try_plan(self._plan, rng)
            if rng.random() * self._ways(cards) < 1:
                return cards

    def _make_plan(self, rng: Random) -> Plan:
        """Return a way to meet the demands, as far as the orders that meet them go."""
        other_cards = [pool.copy() for pool in self._knowledge.pools]
        demands: list[tuple[int, int, int]] = []
        for (seat, card, _), opened, order in zip(
            self._knowledge.demands, self._origins.open_slots, self._origins.find(rng), strict=True
        ):
            other_cards[order].remove(card)
            demands.append((seat * len(self._spans) + order, card, opened[order]))
        return Plan(demands, other_cards)

    def _try_plan(self, plan: Plan, rng: Random) -> list[int]:
        """Return all orders of a world: each demand is met by one of the slots that are free for it, the rest
        lies anyhow.
        """
        cards, random = self._knowledge.cards.copy(), rng.random
        for place, card in zip(self._knowledge.own_places, shuffled(self._knowledge.own_deal, rng), strict=True):
            cards[place] = card
        lines = [line.copy() for line in self._lines]
        slots_taken = [0] * len(lines)
        """How many slots of each line meet a demand. They come first in it."""
        for line, card, opened in plan.demands:
            slots, count = lines[line], slots_taken[line]
            at = count + int(random() * (opened - count))
            slots[count], slots[at] = slots[at], slots[count]
            cards[slots[count]] = card
            slots_taken[line] = count + 1
        other_cards = iter([card for pool in plan.other_cards for card in shuffled(pool, rng)])
        return [next(other_cards) if card == UNKNOWN_CARD else card for card in cards]

    def _ways(self, cards: Sequence[int]) -> int:
        """Return the number of ways in which the demands of a world with one order can be met."""
        ways = 1
        for slots, doubtful in zip(self._slots, self._doubtful, strict=True):
            places = slots_by_card(slots, cards)
            for card, masks in doubtful:
                for smaller_masks, mask in enumerate(masks):
                    ways *= (places[card] & mask).bit_count() - smaller_masks
        return ways


def _doubtful_demands(knowledge: Knowledge) -> list[list[tuple[int, list[int]]]]:
    """Return the demands on each seat (see `masks_by_card`) for cards of which several are unknown."""
    return [
        [(card, masks) for card, masks in masks_by_card(knowledge, seat).items() if knowledge.pools[0].count(card) > 1]
        for seat in range(knowledge.seats)
    ]


def _make_template(position: InHand, slots: Sequence[Sequence[int]]) -> Template:
    """Return the parts that all worlds share, from a position in one of them."""
    cards = [card for order in position.hand.orders for card in order]
    public = [
        hand - sum([UNIT[cards[place]] for place in places])
        for hand, places in zip(position.hand.hands, slots, strict=True)
    ]
    log = [*position.hand.log, position.fresh] if isinstance(position, Discarding) else [*position.hand.log]
    return Template(public, log, list(_drawn_cards(log, slots, position.hand.size)))


def _drawn_cards(log: Sequence[LogEntry], slots: Sequence[Sequence[int]], size: int) -> Iterator[tuple[int, int, int]]:
    """Yield each draw into a slot: the number of its log entry, the seat and the place."""
    next_places = [iter(places[size:]) for places in slots]
    for at, action in enumerate(log):
        if action.verb == DRAW and slots[action.seat]:
            yield at, action.seat, next(next_places[action.seat])
