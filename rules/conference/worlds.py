"""The worlds that agree with a view of Conference: orders of the pack with a discard."""

# Where the pack was shuffled, every way to share out the hidden cards has as many orders as any other, so the cards are
# drawn first. Where it was cut, an order decides all but the discard.

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, product
from math import comb
from random import Random
from typing import Final

from rules.cards import each
from rules.conference import cut
from rules.conference.allegiance import OTHER_SPIRIT
from rules.conference.deal import deal_hand, league_cards, seats_by_place
from rules.conference.discard import discardable
from rules.conference.knowledge import DISCARD, Case, Knowledge, read_knowledge
from rules.conference.moves import is_before_deal, piles_of
from rules.conference.positions import InHand, Playing
from rules.conference.records import SEATS, partner
from rules.conference.recut import Order, Recut
from rules.conference.views import sheet_of
from rules.contract import Chance, Event, Move, State, View
from rules.dealing import Sharing, shuffled
from rules.tarot.cards import CARDS
from rules.tarot.moves import discard_text
from rules.worlds import HandWorlds

MAX_CASES: Final = 64
"""At most so many combinations of open questions are counted; what is left over is drawn and checked."""
MAX_DRAWS: Final = 1000
"""So many cuts are drawn before those that agree are listed one by one."""
Drawn = tuple[Order, list[int]]
"""An order of the pack, and the cards that each holder has now."""


class ConferenceWorlds(HandWorlds[Drawn]):
    """The orders of the pack, with the discard, that agree with a view of a dealt hand; see `HandWorlds`."""

    def __init__(self, view: View, start: State) -> None:
        super().__init__(start)
        self._opening = opening_of(view)
        self._log = view["log"][len(self._opening) + 1 :]
        self._knowledge = read_knowledge(view, sheet_of(view))
        piles = piles_of(self._opening[0].text) if self._opening else 0
        self._sampler = _Cuts(self._knowledge, piles) if piles else _Shuffles(self._knowledge)

    def events(self, world: State) -> tuple[Event, ...]:
        """See `Worlds.events`."""
        assert isinstance(world, InHand | Playing)
        return self._events(world.hand.order, world.hand.discard)

    def _events(self, order: Order, discard: int) -> tuple[Event, ...]:
        deal = Chance("deal", tuple([CARDS.text[card] for card in order]))
        texts = [discard_text(discard) if event.get("hidden") else event["move"] for event in self._log]
        moves = [Move(event["seat"], text) for event, text in zip(self._log, texts, strict=True)]
        return (*self._opening, deal, *moves)

    def _draw_hidden(self, rng: Random) -> Drawn:
        return self._sampler.draw(rng)

    def _events_with(self, hidden: Drawn) -> tuple[Event, ...]:
        order, hands = hidden
        return self._events(order, hands[DISCARD])

    def _position_with(self, position: State, hidden: Drawn) -> State:
        assert isinstance(position, InHand | Playing)
        order, hands = hidden
        all_dealt = tuple(self._knowledge.cards_dealt(hands))
        hand = replace(position.hand, order=order, dealt_cards=all_dealt, discard=hands[DISCARD])
        if not isinstance(position, Playing):
            return replace(position, hand=hand)
        pact = position.pact._replace(forced_seat=self._forced_seat(hands))
        return position._replace(hand=hand, hands=tuple(hands[:SEATS]), pact=pact)

    def _forced_seat(self, hands: Sequence[int]) -> int | None:
        """Return the partner of a seat that has made the first call in this trick, if it is still to play and
        must bring out the other card (C7.3); None if not.
        """
        knowledge = self._knowledge
        if not knowledge.calls or knowledge.calls[0].trick < len(knowledge.tricks):
            return None
        call = knowledge.calls[0]
        mate = partner(call.seat)
        has_played = any(seat == mate for seat, _ in knowledge.tricks_as_they_lie[-1])
        return mate if hands[mate] & OTHER_SPIRIT[call.card] and not has_played else None


def opening_of(view: View) -> tuple[Move, ...]:
    """Return the moves of the hand before its deal (C2.3)."""
    return tuple(Move(event["seat"], event["move"]) for event in view["log"] if is_before_deal(event.get("move", "")))


class _Shuffles:
    """Worlds in which the pack may lie in any order."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        size = 1
        counted_cases: list[list[Case]] = []
        self._open_cases: list[list[Case]] = []
        for cases in knowledge.cases:
            if size * len(cases) <= MAX_CASES:
                size *= len(cases)
                counted_cases.append(cases)
            else:
                self._open_cases.append(cases)
        self._shares = [_Shares(knowledge, cases) for cases in product(*counted_cases)]
        self._edges = list(accumulate(shares.ways for shares in self._shares))
        self._league_cards = league_cards(knowledge.sheet)
        self._places = seats_by_place(knowledge.sheet)
        seen_cards = knowledge.cards_dealt(knowledge.held_cards)
        self._seen_by_seat = [each(cards & ~sum(self._league_cards)) for cards in seen_cards]

    def draw(self, rng: Random) -> Drawn:
        """Return one of them, uniformly."""
        while self._edges[-1]:
            shares = self._shares[bisect(self._edges, rng.randrange(self._edges[-1]))]
            hidden_cards = shares.draw(rng)
            hands = [hand | sum(cards) for hand, cards in zip(self._knowledge.held_cards, hidden_cards, strict=True)]
            if shares.are_needs_met(hands) and _agree_with_cases(hands, self._open_cases):
                return self._draw_order(hidden_cards, rng), hands
        raise ValueError("no world agrees with this view")

    def _draw_order(self, hidden_cards: list[list[int]], rng: Random) -> Order:
        """Return an order of the pack from which the seats are dealt these cards (C2.1) and those seen, uniform
        among all.
        """
        hidden_cards[self._knowledge.sheet.dealer] += hidden_cards[DISCARD]
        piles = [
            shuffled(seen_cards + hidden, rng)
            for seen_cards, hidden in zip(self._seen_by_seat, hidden_cards, strict=False)
        ]
        order = [piles[seat].pop() for seat in self._places]
        for card in self._league_cards:  # C2.2: they may have lain anywhere
            order.insert(rng.randint(0, len(order)), card)
        return tuple(order)


class _Shares:
    """The ways to share out the hidden cards where each open question is answered by one of these cases."""

    def __init__(self, knowledge: Knowledge, cases: Sequence[Case]) -> None:
        self._needs = [need for case in cases for need in case.one_of.items()]
        lacked_cards, case_cards, fixed_cards = list(knowledge.lacked_cards), [0] * len(knowledge.lacked_cards), 0
        for case in cases:
            for holder, mask in case.lacked_cards.items():
                lacked_cards[holder] |= mask
            for holder, mask in case.held_cards.items():
                case_cards[holder] |= mask
                fixed_cards |= mask
        self._case_cards = case_cards
        self._holders = knowledge.unknown_holders
        self.ways = 0
        sizes = [
            knowledge.counts[holder] - (knowledge.held_cards[holder] | case_cards[holder]).bit_count()
            for holder in self._holders
        ]
        is_twice = sum(mask.bit_count() for mask in case_cards) > fixed_cards.bit_count()
        if (
            min(sizes) < 0
            or is_twice
            or any(mask & lacked for mask, lacked in zip(case_cards, lacked_cards, strict=True))
        ):
            return
        cards = each(knowledge.hidden_cards & ~fixed_cards)
        allowed = [
            sum(1 << at for at, holder in enumerate(self._holders) if not card & lacked_cards[holder]) for card in cards
        ]
        self._sharing = Sharing(cards, allowed, sizes)
        self.ways = self._sharing.ways

    def draw(self, rng: Random) -> list[list[int]]:
        """Return the hidden cards of each holder; those that no case gives it are in random order."""
        hidden_cards = [each(mask) for mask in self._case_cards]
        for holder, cards in zip(self._holders, self._sharing.draw(rng), strict=True):
            hidden_cards[holder] += cards
        return hidden_cards

    def are_needs_met(self, hands: Sequence[int]) -> bool:
        """Whether each holder that needs one of some cards has one."""
        return all(hands[holder] & mask for holder, mask in self._needs)


def _agree_with_cases(hands: Sequence[int], questions: Sequence[Sequence[Case]]) -> bool:
    """Whether one case of each question holds where the holders have these cards now."""
    return all(any(case.holds(hands) for case in cases) for cases in questions)


class _Cuts:
    """Worlds in which the pack is the gathered one, cut into so many `piles`."""

    def __init__(self, knowledge: Knowledge, piles: int) -> None:
        sheet = knowledge.sheet
        if sheet.last is None:
            raise ValueError("there is no pack to cut before the first hand")
        self._knowledge = knowledge
        possible_cards = [knowledge.cards_in_tricks[seat] | knowledge.held_cards[seat] for seat in range(SEATS)]
        for holder in knowledge.unknown_holders:
            seat = sheet.dealer if holder == DISCARD else holder
            possible_cards[seat] |= knowledge.hidden_cards & ~knowledge.lacked_cards[holder]
        possible_cards[sheet.dealer] |= knowledge.held_cards[DISCARD]
        self._recut = Recut(sheet, cut.gathered_pack(sheet.last), piles, possible_cards)
        self._max_discards = comb(knowledge.counts[sheet.dealer] + knowledge.counts[DISCARD], knowledge.counts[DISCARD])
        self._listed: list[tuple[Order, _Discards]] = []

    def draw(self, rng: Random) -> Drawn:
        """Return one of them, uniformly."""
        while True:
            order, discards = self._draw_order(rng)
            hands = discards.draw(rng)
            if _agree_with_cases(hands, self._knowledge.cases):
                return order, hands

    def _draw_order(self, rng: Random) -> tuple[Order, _Discards]:
        """Return an order that agrees with the cards seen, with a chance in proportion to its discards."""
        for _ in range(0 if self._listed else MAX_DRAWS):
            order = self._recut.draw(rng)
            if order:
                discards = _Discards(self._knowledge, order)
                if rng.randrange(self._max_discards) < discards.ways:
                    return order, discards
        if not self._listed:
            all_orders = [(order, _Discards(self._knowledge, order)) for order in self._recut.every_order()]
            self._listed = [(order, discards) for order, discards in all_orders if discards.ways]
        edges = list(accumulate(discards.ways for _, discards in self._listed))
        if not edges:
            raise ValueError("no world agrees with this view")
        return self._listed[bisect(edges, rng.randrange(edges[-1]))]


class _Discards:
    """The discards that agree with what is known when the pack lay in this order: these cards, and some of the rest."""

    def __init__(self, knowledge: Knowledge, order: Order) -> None:
        self._knowledge = knowledge
        dealer = knowledge.sheet.dealer
        self._dealt = deal_hand(knowledge.sheet, (), order).dealt_cards
        self.ways = 1
        self._sure_cards = knowledge.held_cards[DISCARD]
        self._possible_cards: list[int] = []
        self._free_count = 0
        if any(knowledge.held_cards[seat] & ~self._dealt[seat] for seat in range(SEATS)):
            self.ways = 0
        if DISCARD not in knowledge.unknown_holders:
            return
        count = knowledge.counts[DISCARD]
        discardable_cards = discardable(self._dealt[dealer], count)
        unknown_cards = self._dealt[dealer] & knowledge.hidden_cards
        self._sure_cards = discardable_cards.required_cards | unknown_cards & knowledge.lacked_cards[dealer]
        if (
            self._sure_cards & ~(discardable_cards.allowed_cards & unknown_cards)
            or self._sure_cards.bit_count() > count
        ):
            self.ways = 0
            return
        self._possible_cards = each(discardable_cards.allowed_cards & unknown_cards & ~self._sure_cards)
        self._free_count = count - self._sure_cards.bit_count()
        self.ways *= comb(len(self._possible_cards), self._free_count)

    def draw(self, rng: Random) -> list[int]:
        """Return the cards that each holder has now, with one of these discards, uniformly."""
        discard = self._sure_cards | sum(rng.sample(self._possible_cards, self._free_count))
        hands = [
            cards & ~past & ~discard for cards, past in zip(self._dealt, self._knowledge.cards_in_tricks, strict=True)
        ]
        return [*hands, discard]
