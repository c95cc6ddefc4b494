"""What the game asks of a hand: the points it leaves, what each discard would leave, and the melds as laid down."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.melds.hands import (
    CARDS,
    JOKER,
    JOKER_NUMBER,
    JOKER_POINTS,
    JOKERS,
    NATURAL,
    POINTS,
    RANK,
    SUIT_BITS,
    WILD_POINTS,
    texts_of,
)
from rules.melds.search import Removals, Search, suites_chosen, uncovered
from rules.melds.suites import forget

LONGEST: Final = 11
"""Cards in the longest suite (F4.3)."""


class Arrangement(NamedTuple):
    """Points left, the melds as they are laid down (wilds where they stand), and the cards that remain in hand."""

    left: int
    melds: tuple[tuple[str, ...], ...]
    rest: tuple[str, ...]


class Outcome(NamedTuple):
    """What a discard leads to: the points left by the best arrangement of the other cards, and whether that is none."""

    left: int
    goes_out: bool


class _Parts(NamedTuple):
    """A hand taken apart: naturals, wild cards of the wild rank, how many wilds, the naturals' points."""

    naturals: int
    ranked: int
    jokers: int
    wilds: int
    total: int


def _parts(hand: int, wild: int) -> _Parts:
    column = RANK[wild - 3]
    ranked = hand & column
    jokers = hand >> JOKERS
    naturals = hand & NATURAL & ~column
    total = 0
    points = POINTS[wild - 3]
    left = naturals
    while left:
        shift = (left & -left).bit_length() - 1 & ~3
        count = left >> shift & 15
        total += points[shift >> 2] * count
        left -= count << shift
    shift = 4 * (wild - 3)
    column_of = ranked >> shift
    wilds = jokers
    while column_of:
        wilds += column_of & 15
        column_of >>= SUIT_BITS
    return _Parts(naturals, ranked, jokers, wilds, total)


def _unplaced(best: int, jokers: int, ranked: int) -> int:
    """What the wilds count that no meld takes in: none once there is a meld, and three alone are one (F4.2)."""
    if best or jokers + ranked >= 3:
        return 0
    return JOKER_POINTS * jokers + WILD_POINTS * ranked


def least(hand: int, wild: int) -> int:
    """The points left by the best arrangement of `hand` when the rank with number `wild` is wild (F5.1)."""
    forget()
    parts = _parts(hand, wild)
    best = Search(parts.naturals, parts.wilds, parts.total).best
    return parts.total - best + _unplaced(best, parts.jokers, parts.wilds - parts.jokers)


def outcomes(hand: int, wild: int) -> dict[int, Outcome]:
    """For each distinct card number in `hand`: what is left when one copy is discarded (F3.3, F5.1)."""
    forget()
    naturals, ranked, jokers, wilds, total = _parts(hand, wild)
    points = POINTS[wild - 3]
    whole = Search(naturals, wilds, total)
    spare = uncovered(whole)
    found: dict[int, Outcome] = {}
    ceilings: dict[int, int] = {}
    covered: dict[int, int] = {}
    left = naturals
    while left:
        shift = (left & -left).bit_length() - 1 & ~3
        left &= ~(15 << shift)
        number = shift >> 2
        if spare >> shift & 15:
            covered[number] = whole.best
        else:
            ceilings[number] = min(whole.best, total - points[number])
    if ceilings:
        sought = list(ceilings)
        removals = Removals(naturals, wilds, ceilings, whole)
        for number in sought:
            covered[number] = removals.best[number]
    for number, best in covered.items():
        rest = total - points[number] - best + _unplaced(best, jokers, wilds - jokers)
        found[number] = Outcome(rest, rest == 0)
    if wilds:
        best = Search(naturals, wilds - 1, total).best
        while ranked:
            shift = (ranked & -ranked).bit_length() - 1 & ~3
            ranked &= ~(15 << shift)
            rest = total - best + _unplaced(best, jokers, wilds - jokers - 1)
            found[shift >> 2] = Outcome(rest, rest == 0)
        if jokers:
            rest = total - best + _unplaced(best, jokers - 1, wilds - jokers)
            found[JOKER_NUMBER] = Outcome(rest, rest == 0)
    return found


def arrange(hand: int, wild: int) -> Arrangement:
    """The arrangement of `hand` that leaves the fewest points, rank number `wild` (3 to 13) being wild (F5.1).

    `left` is what `rest` counts (F5.2). Each meld is given in the order in which it is laid down, a suite from its
    lowest card up with the wilds in their places; a card of the wild rank stands in its own place where it can.
    """
    forget()
    parts = _parts(hand, wild)
    search = Search(parts.naturals, parts.wilds, parts.total)
    rest = parts.naturals
    suites: list[_Suite] = []
    families: list[list[str]] = []
    wilds = _Wilds(parts.ranked, parts.jokers)
    for family in search.families:
        rest -= family.cards
        families.append(texts_of(family.cards))
    for suit, run in suites_chosen(search):
        rest -= run << SUIT_BITS * suit
        suites.append(_Suite(suit, run))
    if not families and not suites and parts.wilds < 3:
        left = parts.total + _unplaced(0, parts.jokers, parts.wilds - parts.jokers)
        return Arrangement(left, (), tuple(texts_of(hand)))
    laid = [suite.filled(wilds) for suite in suites]
    for cards in families:
        cards += wilds.take(max(0, 3 - len(cards)))
    if wilds.count:
        _spend(wilds, laid, families)
    melds = (*(tuple(cards) for _, _, cards in laid), *(tuple(cards) for cards in families))
    return Arrangement(parts.total - search.best, melds, tuple(texts_of(rest)))


def discards(hand: int, wild: int) -> dict[str, Outcome]:
    """`outcomes` by card text: for each distinct card of `hand` what is left when one copy of it is discarded."""
    found = outcomes(hand, wild)
    return {CARDS[number]: found[number] for number in sorted(found)}


class _Wilds:
    """The wild cards of a hand that are not yet in a meld."""

    __slots__ = ("cards",)

    def __init__(self, ranked: int, jokers: int) -> None:
        self.cards = [*texts_of(ranked), *[JOKER] * jokers]

    @property
    def count(self) -> int:
        return len(self.cards)

    def for_place(self, card: str) -> str:
        """A wild to stand for `card`: that very card where it is among them."""
        if card in self.cards:
            self.cards.remove(card)
            return card
        return self.cards.pop()

    def take(self, count: int) -> list[str]:
        """So many of them."""
        return [self.cards.pop() for _ in range(count)]


class _Suite(NamedTuple):
    suit: int
    run: int

    def filled(self, wilds: _Wilds) -> tuple[int, int, list[str]]:
        """Suit, lowest rank and cards of this suite, gaps and a shortage of cards made good with wilds."""
        low = ((self.run & -self.run).bit_length() - 1) >> 2
        high = (self.run.bit_length() - 1) >> 2
        high = max(high, min(low + 2, 10))
        low = min(low, high - 2)
        cards: list[str] = []
        for rank in range(low, high + 1):
            card = CARDS[11 * self.suit + rank]
            cards.append(card if self.run >> 4 * rank & 15 else wilds.for_place(card))
        return self.suit, low, cards


def _spend(wilds: _Wilds, suites: list[tuple[int, int, list[str]]], families: list[list[str]]) -> None:
    """Give every spare wild a place: there is a meld, or there are three of them (F4.2, F4.3)."""
    if families or wilds.count >= 3:
        if not families:
            families.append([])
        families[0] += wilds.take(wilds.count)
        return
    if sum(LONGEST - len(cards) for _, _, cards in suites) < wilds.count:
        # Only suites of eleven, or one of ten: two halves of it have room enough.
        suit, low, cards = max(suites, key=lambda suite: len(suite[2]))
        suites.remove((suit, low, cards))
        half = len(cards) // 2
        suites += [(suit, low, cards[:half]), (suit, low + half, cards[half:])]
    for suit, low, cards in suites:
        while wilds.count and low + len(cards) <= 10:
            cards.append(wilds.for_place(CARDS[11 * suit + low + len(cards)]))
        while wilds.count and low > 0:
            low -= 1
            cards.insert(0, wilds.for_place(CARDS[11 * suit + low]))
