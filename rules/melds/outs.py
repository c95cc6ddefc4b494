"""Which discards go out (F3.3), asked in every turn, so answered at once where the answer is plainly none."""

from __future__ import annotations

from typing import Final

from rules.melds.hands import JOKER_NUMBER, JOKERS, NATURAL, RANK, ROW, SUIT_BITS
from rules.melds.search import families_of
from rules.melds.suites import TABLES, forget, table_of

_ONES: Final = sum(1 << 4 * number for number in range(55))
_SPREAD: Final = sum(1 << SUIT_BITS * suit for suit in range(5))
_LAST_SUIT: Final = 4 * SUIT_BITS
_NATURALS: Final = tuple(NATURAL & ~column for column in RANK)
"""For each wild rank the cards that are not wild."""
_NOT_TOP: Final = _ONES & ~RANK[10]
_NOT_TOP_TWO: Final = _NOT_TOP & ~RANK[9]
_SINGLE: Final = 2
"""The wilds that a natural by itself needs: the most that leaving one out can save."""
_REMEMBERED: Final = 200_000


def outs(hand: int, wild: int) -> list[int]:
    """The numbers of the cards in `hand` that leave nothing when one copy is discarded, in canonical order.

    `hand` has four cards or more, as any hand has after the first move of a turn, and three copies of a card at most.
    """
    naturals = hand & _NATURALS[wild - 3]
    wilds = hand >> JOKERS
    ranked = hand & RANK[wild - 3]
    if ranked:
        wilds += (ranked >> 4 * (wild - 3)) * _SPREAD >> _LAST_SUIT & 15
    ranks = naturals * _SPREAD >> _LAST_SUIT & ROW  # five suits added up: no rank has more than fifteen cards
    many = ranks >> 2 | ranks >> 3
    held = (naturals | naturals >> 1) & _ONES
    fellows = ((many | ranks & ranks >> 1) & _ONES) * _SPREAD & held
    next_up = held & held >> 4 & _NOT_TOP
    runs = next_up & next_up >> 4
    dear = held ^ (fellows | runs | runs << 4 | runs << 8 if runs else fellows)
    if dear.bit_count() - 1 > 4 * wilds:  # as `_too_dear` reckons, each of them costs a quarter or more
        return []
    fellow = ((many | ranks >> 1) & _ONES) * _SPREAD & held
    if _too_dear(held, fellow, next_up, dear, 4 * wilds):
        return []
    # Each suit by itself, as if every family that its cards could be in were there: a bound on the wilds they need.
    marked = naturals | fellow << 2 | fellows << 3
    one = marked & ROW
    two = marked >> SUIT_BITS & ROW
    three = marked >> 2 * SUIT_BITS & ROW
    four = marked >> 3 * SUIT_BITS & ROW
    five = marked >> 4 * SUIT_BITS
    spare = _FEWEST[one] + _FEWEST[two] + _FEWEST[three] + _FEWEST[four] + _FEWEST[five] - 2 * wilds
    if spare > 0 and (
        spare > 2 * _SINGLE or spare > max(_SAVED[one], _SAVED[two], _SAVED[three], _SAVED[four], _SAVED[five])
    ):
        return []
    forget()
    walk = _Walk(naturals, wilds, ranks, (many | ranks >> 1) & _ONES)
    found = walk.found
    if walk.least < wilds:
        while ranked:
            shift = (ranked & -ranked).bit_length() - 1 & ~3
            ranked &= ~(15 << shift)
            found.append(shift >> 2)
        if hand >> JOKERS:
            found.append(JOKER_NUMBER)
    found.sort()
    return found


def _too_dear(held: int, fellow: int, next_up: int, dear: int, quarters: int) -> bool:
    """Whether it is plain that the naturals, any one left out, need more wilds than these, counted in quarters.

    `held` has the cards that there are, `fellow` those with another of their rank, `next_up` those with the one above
    them, `dear` those that no family or suite without wilds could hold. Wilds are shared out: a suite's gap costs the
    unbroken cards on its two sides half each. A card that is not dear costs nothing; one of two neighbours at least a
    quarter; a card with a fellow, or with one two places off, at least a half; any other at least one.
    """
    near = dear & (next_up | next_up << 4)
    apart = dear ^ near
    needed = near.bit_count() - 1
    if apart:
        two_up = held & held >> 8 & _NOT_TOP_TWO
        lone = apart & ~(two_up | two_up << 8 | fellow)
        needed += 2 * (apart.bit_count() + lone.bit_count()) - (3 if lone else 1)
    return needed > quarters


class _Fewest(dict[int, int]):
    """How many half wilds one suit's marked naturals need at least, all of them in melds.

    Two bits of a card say how many copies there are; the third that the hand has another card of its rank, the fourth
    that it has two more: in a family such a card has its share in one wild, or needs none. What is known is kept.
    """

    def __missing__(self, row: int) -> int:
        if not row:
            return 0
        if len(self) >= _REMEMBERED:
            self.clear()
        low = (row & -row).bit_length() - 1 & ~3
        mark = row >> low >> 2 & 3
        fewest = (mark == 1) + self[_less(row, low)] if mark else 99
        # As in `table_of` a suite takes every natural that it passes.
        rest, count = row, 0
        for shift in range(low, SUIT_BITS, 4):
            if rest >> shift & 3:
                rest = _less(rest, shift)
                count += 1
                fewest = min(fewest, 2 * (max(3, (shift - low >> 2) + 1) - count) + self[rest])
        self[row] = fewest
        return fewest


class _Saved(dict[int, int]):
    """How many half wilds fewer, at most, one suit's marked naturals need when one of them is left out."""

    def __missing__(self, row: int) -> int:
        if len(self) >= _REMEMBERED:
            self.clear()
        saved, left = 0, row
        while left:
            shift = (left & -left).bit_length() - 1 & ~3
            left &= ~(15 << shift)
            saved = max(saved, _FEWEST[row] - _FEWEST[_less(row, shift)])
        self[row] = saved
        return saved


_FEWEST: Final = _Fewest()
_SAVED: Final = _Saved()


def _less(row: int, shift: int) -> int:
    """A marked row without one copy of a card."""
    row -= 1 << shift
    return row if row >> shift & 3 else row & ~(15 << shift)


class _Walk:
    """A walk over the families: the fewest wilds with which all naturals are in melds, and all but each one of them.

    When everything must be in melds the suits do not compete for wilds: each takes as many as its table has steps.
    """

    __slots__ = ("found", "least", "options", "saved", "sought", "wilds")

    def __init__(self, naturals: int, wilds: int, ranks: int, many: int) -> None:
        self.wilds = wilds
        self.found: list[int] = []
        """The naturals that go out."""
        self.sought: list[int] | None = None
        """The naturals of which that is not known yet; None until one choice has come near enough to ask."""
        self.least = 99
        """The wilds for all naturals."""
        needed = self.weigh(naturals, naturals, 0)
        self.options: list[list[tuple[int, int, int]]] = []
        """The families of each rank: the wilds they take, those they may save the suits, their cards."""
        self.saved = [0]
        """The wilds that the families of a rank and of all later ones may save, less those they take."""
        bits: list[int] = []
        while many:
            bit = (many & -many).bit_length() - 1
            many &= many - 1
            size = ranks >> bit & 15
            bits.append(bit)
            self.saved.append(self.saved[-1] + _SINGLE * size - (1 if size == 2 else 0))
        self.saved.reverse()
        if needed - self.saved[0] - _SINGLE <= wilds:
            for bit in reversed(bits):
                rank = bit >> 2
                families = families_of((naturals & RANK[rank]) >> bit, rank)
                self.options.append(
                    [(cost, _SINGLE * (points // (rank + 3)), cards) for cost, points, cards in families]
                )
            self.descend(0, naturals, naturals, 0, needed)

    def weigh(self, naturals: int, pool: int, spent: int) -> int:
        """Weigh one choice of families, which leaves `pool` to the suites; returns the wilds for all naturals."""
        needed = spent
        left = pool
        while left:
            row = left & ROW
            if row:
                needed += len(TABLES.get(row) or table_of(row)) - 1
            left >>= SUIT_BITS
        self.least = min(self.least, needed)
        if needed - _SINGLE <= self.wilds:
            if self.sought is None:
                self.sought = _distinct(naturals)
            for number in self.sought[:]:
                if pool >> 4 * number & 15:
                    row = pool >> SUIT_BITS * (number // 11) & ROW
                    less = table_of(row - (1 << 4 * (number % 11)))
                    if needed - len(table_of(row)) + len(less) <= self.wilds:
                        self.sought.remove(number)
                        self.found.append(number)
        return needed

    def descend(self, index: int, naturals: int, pool: int, spent: int, needed: int) -> None:
        """Try more families, of the ranks from `index` on. A natural in a family saves its suit two wilds at most."""
        enough = self.wilds + _SINGLE
        for place in range(index, len(self.options)):
            for cost, saved, cards in self.options[place]:
                if needed + cost - saved - self.saved[place + 1] <= enough and spent + cost <= enough:
                    rest = self.weigh(naturals, pool - cards, spent + cost)
                    if place + 1 < len(self.options):
                        self.descend(place + 1, naturals, pool - cards, spent + cost, rest)
                    if self.least < self.wilds and not self.sought:
                        return


def _distinct(hand: int) -> list[int]:
    """The numbers of the naturals in a hand."""
    numbers: list[int] = []
    while hand:
        shift = (hand & -hand).bit_length() - 1 & ~3
        hand &= ~(15 << shift)
        numbers.append(shift >> 2)
    return numbers
