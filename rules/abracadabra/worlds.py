"""The worlds that agree with a view of Abracadabra: orders of the pack, and hidden choices of bid cards and piles.

Play shows of a hidden hand that a seat that did not follow has none of the suit led (`knowledge`). The view shows of
hidden bid cards: those whose tricks are over have been shown (A7.3), a pile that lies open leaves only one set (A6),
and a number that is public fixes how many (A5.3). None of these depends on another, so each is drawn on its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import comb
from random import Random
from typing import NamedTuple

from rules.abracadabra.cards import BIDS, CARDS
from rules.abracadabra.deal import split_pack
from rules.abracadabra.knowledge import find_lacked_cards, tricks_of
from rules.abracadabra.moves import Exposure, Place
from rules.abracadabra.positions import BetweenHands, InHand
from rules.abracadabra.records import Hand, Setup
from rules.cards import each
from rules.contract import Chance, Event, Move, State, View
from rules.dealing import Sharing, shuffled
from rules.worlds import HandWorlds


class Holder(NamedTuple):
    """A hand as it was dealt: its places in the pack, its known cards, and what its `hidden` other cards cannot be."""

    places: Sequence[int]
    known_cards: Sequence[int]
    hidden_count: int
    lacked_cards: int


class HiddenPlace(NamedTuple):
    """A hidden `place`: the bid cards known to be in it, the others that may be, and how many of those may be."""

    shown_cards: int
    unknown_cards: Sequence[int]
    numbers: Sequence[int]

    def draw(self, rng: Random) -> int:
        """Draw the placed bid cards: each set has equal chance, whatever its number."""
        ways = [comb(len(self.unknown_cards), number) for number in self.numbers]
        number = rng.choices(self.numbers, ways)[0]
        return self.shown_cards | sum(shuffled(self.unknown_cards, rng)[:number])


class Hidden(NamedTuple):
    """The order of the pack, the hands that it gives, and by the index of each hidden move what was chosen."""

    order: tuple[int, ...]
    hands: tuple[int, ...]
    placed: Mapping[int, int]
    piles: Mapping[int, bool]


class AbracadabraWorlds(HandWorlds[Hidden]):
    """The deals and hidden choices that agree with a view of a hand in progress; see `HandWorlds`."""

    def __init__(self, view: View, start: BetweenHands) -> None:
        super().__init__(start)
        moves = view["log"][1:]
        self._moves = [Move(event["seat"], event["move"]) for event in moves]
        hidden_moves = [at for at, event in enumerate(moves) if event.get("hidden")]
        self._places = {
            at: _hidden_place(view, moves[at]["seat"]) for at in hidden_moves if moves[at]["move"] == "place"
        }
        # The others are `expose`. A seat other than Declarer always has a pile (A6.2).
        self._piles = [at for at in hidden_moves if at not in self._places]
        setup = start.sheet.setup
        turn_up_cards = [CARDS.bit[view["turn_up"]]] if view["turn_up"] else []
        self._order = [*[0] * (len(setup.pack) - len(turn_up_cards)), *turn_up_cards]
        self._holders = _holders(view, setup)
        seen_cards = sum(turn_up_cards) + sum(sum(holder.known_cards) for holder in self._holders)
        hidden = each(CARDS.mask(setup.pack) & ~seen_cards)
        # Hands that lack the same are alike, and share their hidden cards. A hand that is known takes no part.
        self._lacked = sorted({holder.lacked_cards for holder in self._holders if holder.hidden_count})
        sizes = [
            sum(holder.hidden_count for holder in self._holders if holder.lacked_cards == lack) for lack in self._lacked
        ]
        allowed = [sum(1 << at for at, lack in enumerate(self._lacked) if not lack & card) for card in hidden]
        self._sharing = Sharing(hidden, allowed, sizes)

    def events(self, world: State) -> tuple[Event, ...]:
        """See `Worlds.events`."""
        assert isinstance(world, InHand)
        moves = world.hand.moves
        return _deal(world.hand.deal.order), *moves, *self._moves[len(moves) :]

    def _draw_hidden(self, rng: Random) -> Hidden:
        placed = {at: place.draw(rng) for at, place in self._places.items()}
        piles = {at: rng.random() < 0.5 for at in self._piles}
        return Hidden(*self._draw_deal(rng), placed, piles)

    def _events_with(self, hidden: Hidden) -> tuple[Event, ...]:
        return _deal(hidden.order), *self._with_choices(self._moves, hidden)

    def _position_with(self, position: State, hidden: Hidden) -> State:
        assert isinstance(position, InHand)
        sheet, deal, moves = position.hand
        placed, piles = list(deal.placed), list(deal.piles)
        for at, bid_cards in hidden.placed.items():
            placed[moves[at].seat] = bid_cards
        for at, pile in hidden.piles.items():
            piles[moves[at].seat] = pile
        deal = deal._replace(order=hidden.order, hands=hidden.hands, placed=tuple(placed), piles=tuple(piles))
        return replace(position, hand=Hand(sheet, deal, tuple(self._with_choices(moves, hidden))))

    def _with_choices(self, moves: Sequence[Move], hidden: Hidden) -> list[Move]:
        """Return the moves with these choices."""
        new_moves = list(moves)
        for at, bid_cards in hidden.placed.items():
            new_moves[at] = Move(new_moves[at].seat, str(Place(bid_cards)))
        for at, pile in hidden.piles.items():
            new_moves[at] = Move(new_moves[at].seat, str(Exposure(0, pile)))
        return new_moves

    def _draw_deal(self, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return an order of the pack that agrees with the view, and the hands that it gives."""
        order, hands = self._order.copy(), list[int]()
        shares = dict(zip(self._lacked, map(iter, self._sharing.draw(rng)), strict=True))
        for places, known_cards, hidden_count, lacked_cards in self._holders:
            cards = [*known_cards, *islice(shares[lacked_cards], hidden_count)] if hidden_count else known_cards
            for place, card in zip(places, shuffled(cards, rng) if known_cards else cards, strict=True):
                order[place] = card
            hands.append(sum(cards))
        return tuple(order), tuple(hands)


def _deal(order: Sequence[int]) -> Chance:
    return Chance("deal", tuple([CARDS.text[card] for card in order]))


def _hidden_place(view: View, seat: int) -> HiddenPlace:
    """Return the bid cards that another seat placed, as far as the view tells."""
    open_cards = BIDS.mask((*view["won"][seat], *view["lost"][seat]))
    if seat == view["declarer"]:
        open_cards |= BIDS.mask((*view["right"], *view["turned"]))
    left_cards, number = view["left"][seat], view["numbers"][seat]
    if left_cards is not None:
        return HiddenPlace(open_cards | BIDS.mask(left_cards), (), (0,))
    finished_tricks = len(view["tricks"])
    unknown_cards = [1 << trick for trick in range(finished_tricks, view["length"]) if not 1 << trick & open_cards]
    if number is not None:
        return HiddenPlace(open_cards, unknown_cards, (number - open_cards.bit_count(),))
    # A5.3: fewer than Declarer, and no trick is over yet
    return HiddenPlace(open_cards, unknown_cards, range(view["numbers"][view["declarer"]]))


def _holders(view: View, setup: Setup) -> list[Holder]:
    """Return the hands of the seats, and the dummy's after them."""
    known_cards: list[list[int]] = [[] for _ in range(setup.holders)]
    for cards, dummy in tricks_of(view):
        for place, (seat, card) in enumerate(cards):
            known_cards[-1 if place == dummy else seat].append(CARDS.bit[card])
    if view["hand"]:
        known_cards[view["seat"]] += [CARDS.bit[card] for card in view["hand"]]
    if view["dummy"]:
        known_cards[-1] += [CARDS.bit[card] for card in view["dummy"]]
    places = split_pack(setup, view["dealer"], range(len(setup.pack)))
    rows = zip(places, known_cards, find_lacked_cards(view, setup.holders), strict=True)
    return [
        Holder(hand_places, cards, len(hand_places) - len(cards), lacked_cards)
        for hand_places, cards, lacked_cards in rows
    ]
