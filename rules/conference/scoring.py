"""C4.4, C5.5, C7.6, C8: what the tricks of a hand score."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rules.conference.allegiance import Call
from rules.conference.match import SEATS, SIDE, Hand, side
from rules.tarot_tuned import BIT, CARDS, FOOL, FOOL_BIT, POINTS, WORTH, cheapest, points
from rules.tricks import make

TARGET: Final = 83
"""C8.2: the points that win a hand."""


_BIT_OF: Final = BIT.__getitem__


class Exchange(NamedTuple):
    """C5.5: the side that played the Fool gave the side that won that trick a card (the Fool itself: no trick won)."""

    giver: int
    taker: int
    given: int

    def shown(self) -> dict[str, Any]:
        """The exchange as views show it."""
        return {"from": self.giver, "to": self.taker, "given": CARDS[self.given]}


class Result(NamedTuple):
    """How a hand came out, by side: card points that count, tricks, and the cards of the trick piles and discard."""

    card_points: tuple[int, int]
    tricks: tuple[int, int]
    piles: tuple[int, int]
    exchange: Exchange | None


class Values:
    """Which cards count in each trick and in the discard, for each side (C4.4, C7.6)."""

    def __init__(self, hired: int, calls: tuple[Call, ...]):
        self._hired = hired
        self._calls = calls

    def counting(self, number: int | None, one: int, winning: int) -> int:
        """What counts for side `one` in trick `number`, which the card `winning` won, or in the discard (None)."""
        if number is not None and BIT[winning] & self._hired:
            return 0  # C4.4: a trick won by a card of the gallowglass suit
        return self.suits(number, one) & ~self._hired

    def suits(self, number: int | None, one: int) -> int:
        """C7.4, C7.6: the suits that count for side `one` in that trick under the calls; everything without a call."""
        if not self._calls:
            return -1
        call = self._calls[0]
        for later in self._calls[1:]:
            if number is not None and number >= later.trick:
                call = later
        return call.suits(one)


def result(hand: Hand, calls: tuple[Call, ...], cards: bytes, takers: bytes) -> Result:
    """C5.5, C8.1: what each side has when all cards are played (`cards` in the order in which they lie)."""
    second = takers.count(2) + takers.count(3)  # the seats of side 1
    tricks = len(takers) - second, second
    place = cards.find(FOOL)
    fool: tuple[int, int] | None = None
    if place >= 0:
        number, later = divmod(place, SEATS)
        leader = takers[number - 1] if number else hand.match.leader
        fool = side((leader + later * hand.step) % SEATS), side(takers[number])
    if hand.hired or calls:
        return _some(hand, calls, cards, takers, tricks, fool)
    return _all(hand, cards, takers, tricks, fool)


def _all(hand: Hand, cards: bytes, takers: bytes, tricks: tuple[int, int], fool: tuple[int, int] | None) -> Result:
    """The result where all cards count. `fool` are the sides that played the Fool and won that trick."""
    of = SIDE
    two = sum(map(_BIT_OF, b"".join([cards[4 * at : 4 * at + 4] for at, taker in enumerate(takers) if of[taker]])))
    if of[hand.match.dealer]:
        two |= hand.discard
    first, second, third, fourth = hand.dealt
    piles = [(first | second | third | fourth) & ~two, two]  # what was dealt lies in the one or in the other
    exchange: Exchange | None = None
    if fool and fool[0] != fool[1]:
        giver, taker = fool
        given = FOOL_BIT
        if tricks[giver]:  # else the Fool itself is given
            given = cheapest(piles[giver])
            piles[giver] ^= given | FOOL_BIT
            piles[taker] ^= given | FOOL_BIT
        exchange = Exchange(giver, taker, given.bit_length() - 1)
    one, two = piles
    return make(Result, ((points(one), points(two)), tricks, (one, two), exchange))


def _some(
    hand: Hand,
    calls: tuple[Call, ...],
    cards: bytes,
    takers: bytes,
    tricks: tuple[int, int],
    fool: tuple[int, int] | None,
) -> Result:
    """The result where a gallowglass suit or a call decides what counts (C4.4, C7.6)."""
    lots = _lots(hand, Values(hand.hired, calls), cards, takers)
    piles = [sum(lot.values()) for lot in lots]
    counted = [sum([points(lot & counting & ~FOOL_BIT) for counting, lot in own.items()]) for own in lots]
    exchange: Exchange | None = None
    if fool:
        giver, taker = fool
        counting = next(counting for counting, lot in lots[taker].items() if lot & FOOL_BIT)
        if giver == taker:
            counted[giver] += _fool(calls)
        elif not tricks[giver]:
            exchange = Exchange(giver, taker, FOOL)
            counted[taker] += points(FOOL_BIT & counting)  # C4.4: a card of the trick
        else:
            losses = [_least(lot, ours) for ours, lot in lots[giver].items() if lot]
            loss = min([value for value, _ in losses])
            gain, lot = _least(sum([lot for value, lot in losses if value == loss]), counting)
            given = lot & -lot
            exchange = Exchange(giver, taker, given.bit_length() - 1)
            counted[giver] += _fool(calls) - loss
            counted[taker] += gain
            piles[giver] ^= given | FOOL_BIT
            piles[taker] ^= given | FOOL_BIT
    return Result((counted[0], counted[1]), tricks, (piles[0], piles[1]), exchange)


def _lots(hand: Hand, values: Values, cards: bytes, takers: bytes) -> tuple[dict[int, int], dict[int, int]]:
    """Of each side: the cards that lie where the same cards count, by which count there."""
    match = hand.match
    attack = side(match.dealer)
    lots: tuple[dict[int, int], dict[int, int]] = {}, {}
    lots[attack][values.counting(None, attack, FOOL)] = hand.discard
    leader = match.leader
    for number, taker in enumerate(takers):
        trick = cards[SEATS * number : SEATS * (number + 1)]
        one = side(taker)
        counting = values.counting(number, one, trick[(taker - leader) * match.step % SEATS])
        first, second, third, fourth = trick
        lot = BIT[first] | BIT[second] | BIT[third] | BIT[fourth]
        lots[one][counting] = lots[one].get(counting, 0) | lot
        leader = taker
    return lots


def _least(lot: int, counting: int) -> tuple[int, int]:
    """The fewest points that a card of `lot` brings where the cards in `counting` count, and those that bring them."""
    worthless = lot & ~counting
    if worthless:
        return 0, worthless | lot & WORTH[0][1]
    given = cheapest(lot)
    value = POINTS[given.bit_length() - 1]
    return value, lot & WORTH[value][1]


def _fool(calls: tuple[Call, ...]) -> int:
    """C4.4: the Fool kept lies in no trick and keeps its points; C7.6: under a call it has none."""
    return 0 if calls else points(FOOL_BIT)


def hand_points(totals: tuple[int, int], dealer: int, hired: bool, called: bool) -> tuple[int, ...]:
    """C8.2 to C8.5: the points of the four seats, from the sides' card points with 1 for each trick."""
    attack = side(dealer)
    won = totals[0] - totals[1]
    if called:
        pass  # C8.4: the side with more points wins the difference
    elif hired and max(totals) < TARGET:
        won = (TARGET - totals[attack]) * (-1 if attack == 0 else 1)  # C8.3
    elif totals[0 if won > 0 else 1] < TARGET:
        won = 0  # C8.2: not with a whole pack, where one side always has enough
    gains = won, -won  # C8.5
    return tuple([gains[one] for one in SIDE])


def totals(found: Result) -> tuple[int, int]:
    """C8.1: card points, and 1 for each trick."""
    return found.card_points[0] + found.tricks[0], found.card_points[1] + found.tricks[1]
