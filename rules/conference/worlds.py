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
from rules.conference.allegiance import OTHER
from rules.conference.deal import dealt, given, places
from rules.conference.discard import discardable
from rules.conference.knowledge import DISCARD, Case, Known, known_from
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

CASES: Final = 64
"""At most so many combinations of open questions are counted; what is left over is drawn and checked."""
DRAWS: Final = 1000
"""So many cuts are drawn before those that agree are listed one by one."""
Drawn = tuple[Order, list[int]]
"""An order of the pack, and the cards that each holder has now."""


class ConferenceWorlds(HandWorlds[Drawn]):
    """The orders of the pack, with the discard, that agree with a view of a dealt hand; see `HandWorlds`."""

    def __init__(self, view: View, start: State) -> None:
        super().__init__(start)
        self._opening = opening_of(view)
        self._said = view["log"][len(self._opening) + 1 :]
        self._known = known_from(view, sheet_of(view))
        piles = piles_of(self._opening[0].text) if self._opening else 0
        self._sampler = _Cuts(self._known, piles) if piles else _Shuffles(self._known)

    def events(self, world: State) -> tuple[Event, ...]:
        """See `Worlds.events`."""
        assert isinstance(world, InHand | Playing)
        return self._events(world.hand.order, world.hand.discard)

    def _events(self, order: Order, discard: int) -> tuple[Event, ...]:
        deal = Chance("deal", tuple([CARDS.text[card] for card in order]))
        texts = [discard_text(discard) if event.get("hidden") else event["move"] for event in self._said]
        moves = [Move(event["seat"], text) for event, text in zip(self._said, texts, strict=True)]
        return (*self._opening, deal, *moves)

    def _drawn(self, rng: Random) -> Drawn:
        return self._sampler.draw(rng)

    def _logged(self, hidden: Drawn) -> tuple[Event, ...]:
        order, hands = hidden
        return self._events(order, hands[DISCARD])

    def _holding(self, position: State, hidden: Drawn) -> State:
        assert isinstance(position, InHand | Playing)
        order, hands = hidden
        all_dealt = tuple(self._known.dealt(hands))
        hand = replace(position.hand, order=order, dealt=all_dealt, discard=hands[DISCARD])
        if not isinstance(position, Playing):
            return replace(position, hand=hand)
        pact = position.pact._replace(forced=self._forced(hands))
        return position._replace(hand=hand, hands=tuple(hands[:SEATS]), pact=pact)

    def _forced(self, hands: Sequence[int]) -> int | None:
        """C7.3: the partner of a seat that has made the first call in this trick, if it is still to play and must bring
        out the other card; None if not.
        """
        knowledge = self._known
        if not knowledge.calls or knowledge.calls[0].trick < len(knowledge.tricks):
            return None
        call = knowledge.calls[0]
        mate = partner(call.seat)
        has_played = any(seat == mate for seat, _ in knowledge.lying[-1])
        return mate if hands[mate] & OTHER[call.card] and not has_played else None


def opening_of(view: View) -> tuple[Move, ...]:
    """The moves of the hand before its deal (C2.3)."""
    return tuple(Move(event["seat"], event["move"]) for event in view["log"] if is_before_deal(event.get("move", "")))


class _Shuffles:
    """Worlds in which the pack may lie in any order."""

    def __init__(self, knowledge: Known) -> None:
        self._known = knowledge
        size = 1
        counted: list[list[Case]] = []
        self._left: list[list[Case]] = []
        for cases in knowledge.cases:
            if size * len(cases) <= CASES:
                size *= len(cases)
                counted.append(cases)
            else:
                self._left.append(cases)
        self._shares = [_Shares(knowledge, cases) for cases in product(*counted)]
        self._edges = list(accumulate(shares.ways for shares in self._shares))
        self._given = given(knowledge.sheet)
        self._places = places(knowledge.sheet)
        seen = knowledge.dealt(knowledge.held)
        self._seen = [each(cards & ~sum(self._given)) for cards in seen]

    def draw(self, rng: Random) -> Drawn:
        """One of them, uniformly."""
        while self._edges[-1]:
            shares = self._shares[bisect(self._edges, rng.randrange(self._edges[-1]))]
            drawn = shares.draw(rng)
            hands = [hand | sum(cards) for hand, cards in zip(self._known.held, drawn, strict=True)]
            if shares.suffice(hands) and _answers(hands, self._left):
                return self._laid(drawn, rng), hands
        raise ValueError("no world agrees with this view")

    def _laid(self, drawn: list[list[int]], rng: Random) -> Order:
        """An order of the pack from which the seats are dealt these cards (C2.1) and those seen, uniform among all."""
        drawn[self._known.sheet.dealer] += drawn[DISCARD]
        piles = [shuffled(seen + hidden, rng) for seen, hidden in zip(self._seen, drawn, strict=False)]
        order = [piles[seat].pop() for seat in self._places]
        for card in self._given:  # C2.2: they may have lain anywhere
            order.insert(rng.randint(0, len(order)), card)
        return tuple(order)


class _Shares:
    """The ways to share out the hidden cards where each open question is answered by one of these cases."""

    def __init__(self, knowledge: Known, cases: Sequence[Case]) -> None:
        self._some = [need for case in cases for need in case.some.items()]
        lacking, having, fixed = list(knowledge.voids), [0] * len(knowledge.voids), 0
        for case in cases:
            for holder, mask in case.without.items():
                lacking[holder] |= mask
            for holder, mask in case.having.items():
                having[holder] |= mask
                fixed |= mask
        self._having = having
        self._holders = knowledge.others
        self.ways = 0
        sizes = [
            knowledge.counts[holder] - (knowledge.held[holder] | having[holder]).bit_count() for holder in self._holders
        ]
        is_twice = sum(mask.bit_count() for mask in having) > fixed.bit_count()
        if min(sizes) < 0 or is_twice or any(mask & lacks for mask, lacks in zip(having, lacking, strict=True)):
            return
        cards = each(knowledge.hidden & ~fixed)
        allowed = [
            sum(1 << at for at, holder in enumerate(self._holders) if not card & lacking[holder]) for card in cards
        ]
        self._sharing = Sharing(cards, allowed, sizes)
        self.ways = self._sharing.ways

    def draw(self, rng: Random) -> list[list[int]]:
        """The hidden cards of each holder; those that no case gives it are in random order."""
        drawn = [each(mask) for mask in self._having]
        for holder, cards in zip(self._holders, self._sharing.draw(rng), strict=True):
            drawn[holder] += cards
        return drawn

    def suffice(self, hands: Sequence[int]) -> bool:
        """Whether each holder that needs one of some cards has one."""
        return all(hands[holder] & mask for holder, mask in self._some)


def _answers(hands: Sequence[int], questions: Sequence[Sequence[Case]]) -> bool:
    """Whether one case of each question holds where the holders have these cards now."""
    return all(any(case.holds(hands) for case in cases) for cases in questions)


class _Cuts:
    """Worlds in which the pack is the gathered one, cut into so many `piles`."""

    def __init__(self, knowledge: Known, piles: int) -> None:
        sheet = knowledge.sheet
        if sheet.last is None:
            raise ValueError("there is no pack to cut before the first hand")
        self._known = knowledge
        may = [knowledge.gone[seat] | knowledge.held[seat] for seat in range(SEATS)]
        for holder in knowledge.others:
            seat = sheet.dealer if holder == DISCARD else holder
            may[seat] |= knowledge.hidden & ~knowledge.voids[holder]
        may[sheet.dealer] |= knowledge.held[DISCARD]
        self._recut = Recut(sheet, cut.gathered(sheet.last), piles, may)
        self._most = comb(knowledge.counts[sheet.dealer] + knowledge.counts[DISCARD], knowledge.counts[DISCARD])
        self._listed: list[tuple[Order, _Discards]] = []

    def draw(self, rng: Random) -> Drawn:
        """One of them, uniformly."""
        while True:
            order, discards = self._drawn(rng)
            hands = discards.draw(rng)
            if _answers(hands, self._known.cases):
                return order, hands

    def _drawn(self, rng: Random) -> tuple[Order, _Discards]:
        """An order that agrees with the cards seen, with a chance in proportion to its discards."""
        for _ in range(0 if self._listed else DRAWS):
            order = self._recut.draw(rng)
            if order:
                discards = _Discards(self._known, order)
                if rng.randrange(self._most) < discards.ways:
                    return order, discards
        if not self._listed:
            every = [(order, _Discards(self._known, order)) for order in self._recut.all()]
            self._listed = [(order, discards) for order, discards in every if discards.ways]
        edges = list(accumulate(discards.ways for _, discards in self._listed))
        if not edges:
            raise ValueError("no world agrees with this view")
        return self._listed[bisect(edges, rng.randrange(edges[-1]))]


class _Discards:
    """The discards that agree with what is known when the pack lay in this order: these cards, and some of the rest."""

    def __init__(self, knowledge: Known, order: Order) -> None:
        self._known = knowledge
        dealer = knowledge.sheet.dealer
        self._dealt = dealt(knowledge.sheet, (), order).dealt
        self.ways = 1
        self._sure = knowledge.held[DISCARD]
        self._free: list[int] = []
        self._more = 0
        if any(knowledge.held[seat] & ~self._dealt[seat] for seat in range(SEATS)):
            self.ways = 0
        if DISCARD not in knowledge.others:
            return
        count = knowledge.counts[DISCARD]
        can = discardable(self._dealt[dealer], count)
        unknown = self._dealt[dealer] & knowledge.hidden
        self._sure = can.must | unknown & knowledge.voids[dealer]
        if self._sure & ~(can.may & unknown) or self._sure.bit_count() > count:
            self.ways = 0
            return
        self._free = each(can.may & unknown & ~self._sure)
        self._more = count - self._sure.bit_count()
        self.ways *= comb(len(self._free), self._more)

    def draw(self, rng: Random) -> list[int]:
        """The cards that each holder has now, with one of these discards, uniformly."""
        discard = self._sure | sum(rng.sample(self._free, self._more))
        hands = [cards & ~past & ~discard for cards, past in zip(self._dealt, self._known.gone, strict=True)]
        return [*hands, discard]
