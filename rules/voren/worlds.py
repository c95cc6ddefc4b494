"""The worlds that agree with a view of Voren: the orders of the pack from which it would look the same.

Each play gives a set of cards that the seat does not hold (`knowledge`), and `dealing.Sharing` draws uniformly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from rules.cards import each
from rules.contract import Chance, Event, Move, State, View
from rules.dealing import Sharing, shuffled
from rules.voren.cards import CARDS
from rules.voren.deal import deal_pack, split_pack
from rules.voren.knowledge import find_lacked_cards
from rules.voren.positions import InHand
from rules.voren.views import sheet_of, tricks_in, trumps_of, words_of
from rules.worlds import HandWorlds


class Holder(NamedTuple):
    """A part of the pack: its places, its known cards, and the cards that it cannot have."""

    places: Sequence[int]
    known_cards: Sequence[int]
    lacked_cards: int


class VorenWorlds(HandWorlds[tuple[int, ...]]):
    """The orders of the pack that agree with a view of a hand in progress; see `HandWorlds`."""

    def __init__(self, view: View, start: State) -> None:
        super().__init__(start)
        self._moves = tuple(Move(event["seat"], event["move"]) for event in view["log"] if "move" in event)
        sheet = sheet_of(view)
        self._setup, self._dealer = sheet.setup, sheet.dealer
        self._turn_up = CARDS.bit[view["turn_up"]]
        seen_cards = CARDS.mask([*(view["laid"] or ()), view["turn_up"]]) | sum(map(sum, _known_cards(view)))
        hidden = each(CARDS.mask(sheet.setup.pack) & ~seen_cards)
        holders = _holders(view, hidden)
        # Parts that lack the same are alike, and share their hidden cards.
        self._lacked = sorted({holder.lacked_cards for holder in holders})
        sizes = [
            sum(len(holder.places) - len(holder.known_cards) for holder in holders if holder.lacked_cards == lack)
            for lack in self._lacked
        ]
        allowed = [sum(1 << at for at, lack in enumerate(self._lacked) if not lack & card) for card in hidden]
        self._holders = [(holder, self._lacked.index(holder.lacked_cards)) for holder in holders]
        self._sharing = Sharing(hidden, allowed, sizes)

    def events(self, world: State) -> tuple[Event, ...]:
        """See `Worlds.events`."""
        assert isinstance(world, InHand)
        return self._events_with(world.hand.order)

    def _events_with(self, hidden: tuple[int, ...]) -> tuple[Event, ...]:
        return Chance("deal", tuple([CARDS.text[card] for card in hidden])), *self._moves

    def _position_with(self, position: State, hidden: tuple[int, ...]) -> State:
        assert isinstance(position, InHand)
        deal = deal_pack(self._setup, self._dealer, hidden)
        return replace(position, hand=position.hand._replace(order=hidden, deal=deal))

    def _draw_hidden(self, rng: Random) -> tuple[int, ...]:
        order = [self._turn_up] * len(self._setup.pack)
        shares = self._sharing.draw(rng)
        for holder, share in self._holders:
            cards = [
                *holder.known_cards,
                *[shares[share].pop() for _ in range(len(holder.places) - len(holder.known_cards))],
            ]
            for place, card in zip(holder.places, shuffled(cards, rng) if holder.known_cards else cards, strict=True):
                order[place] = card
        return tuple(order)


def _holders(view: View, hidden: Sequence[int]) -> list[Holder]:
    """Return the parts of the pack that the places beside the turn-up's belong to.

    `hidden` are the cards still to be laid.
    """
    setup, taker = sheet_of(view).setup, words_of(view).poke_taker
    places = range(len(setup.pack))
    parts = split_pack(setup, view["dealer"], places)
    lacked, known_cards = find_lacked_cards(tricks_in(view), trumps_of(view), hidden), _known_cards(view)
    holders = [
        Holder(parts.poke if seat == taker else parts.hands[seat], known_cards[seat], lacked.get(seat, 0))
        for seat in range(setup.seats)
    ]
    if view["laid"]:
        holders.append(Holder(parts.hands[view["seat"]], [CARDS.bit[card] for card in view["laid"]], 0))
    public_places = {parts.turn_up, *(place for holder in holders for place in holder.places)}
    holders.append(Holder([place for place in places if place not in public_places], (), 0))
    return holders


def _known_cards(view: View) -> list[list[int]]:
    """Return the known cards of each seat: those that it played, and the viewer's own."""
    known_cards: list[list[int]] = [[] for _ in range(view["seats"])]
    for trick in tricks_in(view):
        for seat, card in trick.cards:
            known_cards[seat].append(card)
    if view["hand"]:
        known_cards[view["seat"]] += [CARDS.bit[card] for card in view["hand"]]
    return known_cards
