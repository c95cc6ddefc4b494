"""K6 `imagine`: the order of the pack, the other hands and the dealer's discard, drawn uniformly."""

# A world is an order of the pack with a discard. Where the pack was shuffled, every way to share out the hidden cards
# has as many orders as any other, so the cards are drawn first. Where it was cut, an order decides all but the discard.

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, product
from math import comb
from random import Random
from typing import Any, Final

from rules.cards import each
from rules.conference import cut
from rules.conference.deal import dealt, given, places
from rules.conference.discard import discardable
from rules.conference.knowledge import DISCARD, Case, Known, known_from
from rules.conference.moves import is_before_deal, piles_of
from rules.conference.positions import Playing, first_lead
from rules.conference.records import SEATS, Sheet
from rules.conference.recut import Order, Recut
from rules.conference.views import sheet_of
from rules.contract import Chance, Event, Move, Refusal, State, View
from rules.dealing import Sharing
from rules.tarot.cards import CARDS
from rules.tarot.moves import discard_text

CASES: Final = 64
"""At most so many combinations of open questions are counted; what is left over is drawn and checked."""
DRAWS: Final = 1000
"""So many cuts are drawn before those that agree are listed one by one."""
World = tuple[Order, int]
"""An order of the pack, and the dealer's discard."""


def imagined(view: View, rng: Random) -> tuple[Event, ...]:
    """The events of the hand in progress, with the hidden cards drawn uniformly among all that agree with the view."""
    log: list[dict[str, Any]] = view["log"]
    opening = tuple(Move(event["seat"], event["move"]) for event in log if is_before_deal(event.get("move", "")))
    if len(log) == len(opening):
        return opening
    known = known_from(view, sheet_of(view))
    piles = piles_of(opening[0].text) if opening else 0
    order, discard = _cut(known, piles, rng) if piles else _shuffled(known, rng)
    deal = Chance("deal", tuple(CARDS.text[card] for card in order))
    return (*opening, deal, *_moves(log[len(opening) + 1 :], discard))


def _moves(log: list[dict[str, Any]], discard: int) -> Iterator[Move]:
    """The moves that the viewer knows, with the drawn discard where it was hidden."""
    for event in log:
        text = discard_text(discard) if event.get("hidden") else event["move"]
        yield Move(event["seat"], text)


def _shuffled(known: Known, rng: Random) -> World:
    """A world in which the pack may lie in any order."""
    for hands in _hands(known, rng):
        discard = known.held[DISCARD] | hands.get(DISCARD, 0)
        order = _laid(known.sheet, known.dealt(hands), rng)
        if _agrees(known, order, discard):
            return order, discard
    raise ValueError("no world agrees with this view")


def _hands(known: Known, rng: Random) -> Iterator[dict[int, int]]:
    """The hidden cards of each holder, drawn again and again, uniformly among those that answer the open questions."""
    size = 1
    counted: list[list[Case]] = []
    for cases in known.cases:
        if size * len(cases) <= CASES:
            size *= len(cases)
            counted.append(cases)
    drawers = [_Drawer(known, combined) for combined in product(*counted)]
    edges = list(accumulate(drawer.ways for drawer in drawers))
    while edges[-1]:
        pick = rng.randrange(edges[-1])
        hands = next(drawer for drawer, edge in zip(drawers, edges, strict=True) if pick < edge).draw(rng)
        if hands is not None:
            yield hands


class _Drawer:
    """Draws hidden cards where each open question is answered in one way."""

    def __init__(self, known: Known, cases: tuple[Case, ...]):
        self._holders = known.others
        without = list(known.voids)
        having = [0] * len(known.voids)
        self._some: list[tuple[int, int]] = []
        for case in cases:
            for holder, mask in case.without.items():
                without[holder] |= mask
            for holder, mask in case.having.items():
                having[holder] |= mask
            self._some += case.some.items()
        self._having = {holder: having[holder] for holder in self._holders}
        taken = sum(self._having.values())
        cards = each(known.hidden & ~taken)
        allowed = [
            sum(1 << at for at, holder in enumerate(self._holders) if not card & without[holder]) for card in cards
        ]
        sizes = [known.counts[holder] - (known.held[holder] | having[holder]).bit_count() for holder in self._holders]
        possible = min(sizes) >= 0 and all(allowed) and _apart(list(self._having.values()))
        possible = possible and not any(mask & without[holder] for holder, mask in self._having.items())
        self._sharing = Sharing(cards, allowed, sizes) if possible else None
        self.ways = self._sharing.ways if self._sharing else 0

    def draw(self, rng: Random) -> dict[int, int] | None:
        """The hidden cards by holder; None where a holder lacks what it needs one of."""
        drawn = self._sharing.draw(rng) if self._sharing else []
        hands = {holder: self._having[holder] | sum(cards) for holder, cards in zip(self._holders, drawn, strict=True)}
        return hands if all(hands[holder] & mask for holder, mask in self._some) else None


def _apart(masks: list[int]) -> bool:
    """Whether no card is in two of these sets."""
    return sum(mask.bit_count() for mask in masks) == sum(masks).bit_count() if masks else True


def _laid(sheet: Sheet, hands: list[int], rng: Random) -> Order:
    """An order of the pack from which these cards are dealt (C2.1), uniform among all."""
    out = given(sheet)
    left = [each(mask & ~sum(out)) for mask in hands]
    for cards in left:
        rng.shuffle(cards)
    order = [left[seat].pop() for seat in places(sheet)]
    for card in out:  # C2.2: they may have lain anywhere
        order.insert(rng.randint(0, len(order)), card)
    return tuple(order)


def _agrees(known: Known, order: Order, discard: int) -> bool:
    """Whether play from this deal and discard would have gone as it did."""
    if not known.hires:
        return True  # what play has shown is all in the voids
    hand = replace(dealt(known.sheet, (), order), discard=discard, gallowglass=known.gallowglass)
    state: State = first_lead(hand)
    try:
        for move in known.moves:
            state = state.apply(move.seat, move.text)
    except Refusal:
        return False
    return not isinstance(state, Playing) or state.tricks == known.tricks


def _cut(known: Known, piles: int, rng: Random) -> World:
    """A world in which the pack is the gathered one, cut."""
    sheet = known.sheet
    if sheet.last is None:
        raise ValueError("there is no pack to cut before the first hand")
    may = [known.gone[seat] | known.held[seat] for seat in range(SEATS)]
    for holder in known.others:
        seat = sheet.dealer if holder == DISCARD else holder
        may[seat] |= known.hidden & ~known.voids[holder]
    may[sheet.dealer] |= known.held[DISCARD]
    recut = Recut(sheet, cut.gathered(sheet.last), piles, may)
    most = comb(known.counts[sheet.dealer] + known.counts[DISCARD], known.counts[DISCARD])
    for _ in range(DRAWS):
        order = recut.draw(rng)
        if order:
            discards = _Discards(known, order)
            if rng.randrange(most) < discards.ways:
                discard = discards.draw(rng)
                if _agrees(known, order, discard):
                    return order, discard
    found = [(order, _Discards(known, order)) for order in recut.all()]
    edges = list(accumulate(discards.ways for _, discards in found))
    while edges and edges[-1]:
        pick = rng.randrange(edges[-1])
        order, discards = next(candidate for candidate, edge in zip(found, edges, strict=True) if pick < edge)
        discard = discards.draw(rng)
        if _agrees(known, order, discard):
            return order, discard
    raise ValueError("no world agrees with this view")


class _Discards:
    """The discards that agree with what is known when the pack lay in this order: these cards, and some of the rest."""

    def __init__(self, known: Known, order: Order):
        dealer = known.sheet.dealer
        hands = dealt(known.sheet, (), order).dealt
        self.ways = 1
        self._sure = known.held[DISCARD]
        self._free: list[int] = []
        self._more = 0
        if any(known.held[seat] & ~hands[seat] for seat in range(SEATS)):
            self.ways = 0
        if DISCARD not in known.others:
            return
        count = known.counts[DISCARD]
        can = discardable(hands[dealer], count)
        unknown = hands[dealer] & known.hidden
        self._sure = can.must | unknown & known.voids[dealer]
        if self._sure & ~(can.may & unknown) or self._sure.bit_count() > count:
            self.ways = 0
            return
        self._free = each(can.may & unknown & ~self._sure)
        self._more = count - self._sure.bit_count()
        self.ways *= comb(len(self._free), self._more)

    def draw(self, rng: Random) -> int:
        """One of them, uniformly."""
        return self._sure | sum(card for card in rng.sample(self._free, self._more))
