"""C3.2, C4.4, C7.4, C7.6, C8: what the tricks of a hand score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.conference import allegiance, fool
from rules.conference.fool import Lot
from rules.conference.records import SEATS, SIDES, Call, Hand, Result, Trick, side
from rules.tarot.cards import BIT, FOOL, FOOL_BIT, points

TARGET: Final = 83
"""C8.2: the points that win a hand."""
ALL: Final = -1
"""Every card, as a set."""


def result(hand: Hand, tricks: Sequence[Trick], calls: Sequence[Call]) -> Result:
    """C5.5, C8.1: what each side has when all cards are played."""
    lots = _lots(hand, tricks, calls)
    winners = [side(winner) for winner in _winners(tricks)]
    won = tuple(winners.count(one) for one in range(SIDES))
    owner = next((side(seat) for trick in tricks for seat, card in trick.cards if card == FOOL), None)
    exchange = None
    if owner is not None:
        exchange = fool.exchange(lots, owner, won[owner] > 0)
        kept = 0 if calls else FOOL_BIT  # C4.4: kept it lies in no trick and has its points; C7.6: not under a call
        lots = fool.lots_after(lots, exchange, owner, kept)
    piles = tuple(sum(lot.cards for lot in lots if lot.side == one) for one in range(SIDES))
    counted = tuple(points(sum(lot.cards & lot.counting for lot in lots if lot.side == one)) for one in range(SIDES))
    return Result(counted, won, piles, exchange)


def _winners(tricks: Sequence[Trick]) -> list[int]:
    return [trick.winner for trick in tricks if trick.winner is not None]


def _lots(hand: Hand, tricks: Sequence[Trick], calls: Sequence[Call]) -> list[Lot]:
    """The cards of both sides where they lie: the discard with the dealer's side (C3.2), and the tricks."""
    dealers = side(hand.sheet.dealer)
    lots = [Lot(dealers, hand.discard, suits_counting(calls, None, dealers) & ~hand.hired)]
    for number, (trick, winner) in enumerate(zip(tricks, _winners(tricks), strict=True)):
        laid = dict(trick.cards)
        counting = suits_counting(calls, number, side(winner)) & ~hand.hired
        if BIT[laid[winner]] & hand.hired:
            counting = 0  # C4.4: a trick won by a card of the gallowglass suit
        lots.append(Lot(side(winner), sum([BIT[card] for card in laid.values()]), counting))
    return lots


def suits_counting(calls: Sequence[Call], trick: int | None, one: int) -> int:
    """C7.4, C7.6: the suits that count for side `one` in this trick, or in the discard (None); all without a call.

    The discard and the tricks before the first call are under the first one, the later tricks under the latest so far.
    """
    if not calls:
        return ALL
    first, *later = calls
    standing = first
    for call in later:
        if trick is not None and trick >= call.trick:
            standing = call
    return allegiance.suits(standing, one)


def totals(found: Result) -> tuple[int, ...]:
    """C8.1: card points, and 1 for each trick, by side."""
    return tuple(counted + won for counted, won in zip(found.card_points, found.won, strict=True))


def hand_points(totals: Sequence[int], dealer: int, hired: bool, called: bool) -> tuple[int, ...]:
    """C8.2 to C8.5: the points of the four seats, from the sides' card points with 1 for each trick."""
    attack = side(dealer)
    difference = abs(totals[0] - totals[1])
    ahead = 0 if totals[0] > totals[1] else 1
    if called:
        winners, won = ahead, difference  # C8.4: the side with more points wins the difference
    elif max(totals) >= TARGET:
        winners, won = ahead, difference  # C8.2
    elif hired:
        winners, won = 1 - attack, TARGET - totals[attack]  # C8.3
    else:
        winners, won = ahead, 0  # not with a whole pack, where one side always has enough
    return tuple(won if side(seat) == winners else -won for seat in range(SEATS))  # C8.5
