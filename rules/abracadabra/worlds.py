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
from rules.abracadabra.deal import parted
from rules.abracadabra.knowledge import tricks_of, voids
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
    known: Sequence[int]
    hidden: int
    lacking: int


class HiddenPlace(NamedTuple):
    """A hidden `place`: the bid cards known to be in it, the others that may be, and how many of those may be."""

    shown: int
    unknown: Sequence[int]
    numbers: Sequence[int]

    def draw(self, rng: Random) -> int:
        """Draw the placed bid cards: each set has equal chance, whatever its number."""
        ways = [comb(len(self.unknown), number) for number in self.numbers]
        number = rng.choices(self.numbers, ways)[0]
        return self.shown | sum(shuffled(self.unknown, rng)[:number])


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
        turned = [CARDS.bit[view["turn_up"]]] if view["turn_up"] else []
        self._order = [*[0] * (len(setup.pack) - len(turned)), *turned]
        self._holders = _holders(view, setup)
        seen = sum(turned) + sum(sum(holder.known) for holder in self._holders)
        hidden = each(CARDS.mask(setup.pack) & ~seen)
        # Hands that lack the same are alike, and share their hidden cards. A hand that is known takes no part.
        self._lacks = sorted({holder.lacking for holder in self._holders if holder.hidden})
        sizes = [sum(holder.hidden for holder in self._holders if holder.lacking == lack) for lack in self._lacks]
        allowed = [sum(1 << at for at, lack in enumerate(self._lacks) if not lack & card) for card in hidden]
        self._sharing = Sharing(hidden, allowed, sizes)

    def events(self, world: State) -> tuple[Event, ...]:
        """See `Worlds.events`."""
        assert isinstance(world, InHand)
        moves = world.hand.said
        return _deal(world.hand.deal.order), *moves, *self._moves[len(moves) :]

    def _drawn(self, rng: Random) -> Hidden:
        placed = {at: place.draw(rng) for at, place in self._places.items()}
        piles = {at: rng.random() < 0.5 for at in self._piles}
        return Hidden(*self._dealt(rng), placed, piles)

    def _logged(self, hidden: Hidden) -> tuple[Event, ...]:
        return _deal(hidden.order), *self._with(self._moves, hidden)

    def _holding(self, position: State, hidden: Hidden) -> State:
        assert isinstance(position, InHand)
        sheet, deal, moves = position.hand
        placed, piles = list(deal.placed), list(deal.piles)
        for at, bid_cards in hidden.placed.items():
            placed[moves[at].seat] = bid_cards
        for at, pile in hidden.piles.items():
            piles[moves[at].seat] = pile
        deal = deal._replace(order=hidden.order, hands=hidden.hands, placed=tuple(placed), piles=tuple(piles))
        return replace(position, hand=Hand(sheet, deal, tuple(self._with(moves, hidden))))

    def _with(self, moves: Sequence[Move], hidden: Hidden) -> list[Move]:
        """The moves with these choices."""
        new_moves = list(moves)
        for at, bid_cards in hidden.placed.items():
            new_moves[at] = Move(new_moves[at].seat, str(Place(bid_cards)))
        for at, pile in hidden.piles.items():
            new_moves[at] = Move(new_moves[at].seat, str(Exposure(0, pile)))
        return new_moves

    def _dealt(self, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """An order of the pack that agrees with the view, and the hands that it gives."""
        order, hands = self._order.copy(), list[int]()
        shares = dict(zip(self._lacks, map(iter, self._sharing.draw(rng)), strict=True))
        for places, known_cards, hidden, lacking in self._holders:
            cards = [*known_cards, *islice(shares[lacking], hidden)] if hidden else known_cards
            for place, card in zip(places, shuffled(cards, rng) if known_cards else cards, strict=True):
                order[place] = card
            hands.append(sum(cards))
        return tuple(order), tuple(hands)


def _deal(order: Sequence[int]) -> Chance:
    return Chance("deal", tuple([CARDS.text[card] for card in order]))


def _hidden_place(view: View, seat: int) -> HiddenPlace:
    """The bid cards that another seat placed, as far as the view tells."""
    open_cards = BIDS.mask((*view["won"][seat], *view["lost"][seat]))
    if seat == view["declarer"]:
        open_cards |= BIDS.mask((*view["right"], *view["turned"]))
    left, number = view["left"][seat], view["numbers"][seat]
    if left is not None:
        return HiddenPlace(open_cards | BIDS.mask(left), (), (0,))
    over = len(view["tricks"])
    unknown = [1 << trick for trick in range(over, view["length"]) if not 1 << trick & open_cards]
    if number is not None:
        return HiddenPlace(open_cards, unknown, (number - open_cards.bit_count(),))
    # A5.3: fewer than Declarer, and no trick is over yet
    return HiddenPlace(open_cards, unknown, range(view["numbers"][view["declarer"]]))


def _holders(view: View, setup: Setup) -> list[Holder]:
    """The hands of the seats, and the dummy's after them."""
    known_cards: list[list[int]] = [[] for _ in range(setup.holders)]
    for cards, dummy in tricks_of(view):
        for place, (seat, card) in enumerate(cards):
            known_cards[-1 if place == dummy else seat].append(CARDS.bit[card])
    if view["hand"]:
        known_cards[view["seat"]] += [CARDS.bit[card] for card in view["hand"]]
    if view["dummy"]:
        known_cards[-1] += [CARDS.bit[card] for card in view["dummy"]]
    places = parted(setup, view["dealer"], range(len(setup.pack)))
    rows = zip(places, known_cards, voids(view, setup.holders), strict=True)
    return [Holder(spots, cards, len(spots) - len(cards), lacking) for spots, cards, lacking in rows]
