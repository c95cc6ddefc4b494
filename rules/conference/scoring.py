"""C3.2, C4.4, C7.4, C7.6, C8: what the tricks of a hand score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.conference import allegiance, fool
from rules.conference.fool import Lot
from rules.conference.records import SEATS, SIDES, Call, Hand, Result, Sheet, Trick, side
from rules.contract import Score
from rules.sheets import score_of
from rules.tarot.cards import FOOL, points

TARGET: Final = 83
"""C8.2: the points that win a hand."""
ALL: Final = -1
"""Every card, as a set."""


def result(hand: Hand, tricks: Sequence[Trick], calls: Sequence[Call]) -> Result:
    """C5.5, C8.1: what each side has when all cards are played."""
    lots = _lots(hand, tricks, calls)
    winners = [lot.side for lot in lots[1:]]
    won = tuple(winners.count(side_index) for side_index in range(SIDES))
    piles = [sum([lot.cards for lot in lots if lot.side == side_index]) for side_index in range(SIDES)]
    counted = [sum([lot.cards & lot.counting for lot in lots if lot.side == side_index]) for side_index in range(SIDES)]
    owner = next((side(seat) for trick in tricks for seat, card in trick.cards if card == FOOL), None)
    exchange = None
    if owner is not None:
        place = next(lot for lot in lots if lot.cards & FOOL)
        exchange = fool.exchange(place, owner, piles[owner], counted[owner], won[owner] > 0)
        replacement = exchange.given if exchange else 0
        if replacement != FOOL:
            piles[place.side] ^= FOOL | replacement
            piles[owner] ^= FOOL | replacement
            counted[place.side] = counted[place.side] & ~FOOL | replacement & place.counting
            # C4.4: kept it lies in no trick and has its points; C7.6: not under a call.
            counted[owner] = counted[owner] & ~replacement | (0 if calls else FOOL)
    return Result((points(counted[0]), points(counted[1])), won, tuple(piles), exchange)


def _lots(hand: Hand, tricks: Sequence[Trick], calls: Sequence[Call]) -> list[Lot]:
    """The cards of both sides where they lie: first the discard with the dealer's side (C3.2), then the tricks."""
    dealers, hired = side(hand.sheet.dealer), hand.hired
    lots = [Lot(dealers, hand.discard, suits_counting(calls, None, dealers) & ~hired)]
    for number, trick in enumerate(tricks):
        laid = dict(trick.cards)
        assert trick.winner is not None, "a finished trick has a winner"
        side_index = side(trick.winner)
        counting = suits_counting(calls, number, side_index) & ~hired
        if laid[trick.winner] & hired:
            counting = 0  # C4.4: a trick won by a card of the gallowglass suit
        lots.append(Lot(side_index, sum(laid.values()), counting))
    return lots


def suits_counting(calls: Sequence[Call], trick: int | None, side_index: int) -> int:
    """C7.4, C7.6: the suits that count for a side in this trick, or in the discard (None); all without a call.

    The discard and the tricks before the first call are under the first one, the later tricks under the latest so far.
    """
    if not calls:
        return ALL
    first, *later = calls
    standing = first
    for call in later:
        if trick is not None and trick >= call.trick:
            standing = call
    return allegiance.suits(standing, side_index)


def side_totals(outcome: Result) -> tuple[int, ...]:
    """C8.1: card points, and 1 for each trick, by side."""
    return tuple(counted + won for counted, won in zip(outcome.card_points, outcome.won, strict=True))


def hand_points(side_totals: Sequence[int], dealer: int, hired: bool, called: bool) -> tuple[int, ...]:
    """C8.2 to C8.5: the points of the four seats, from the sides' card points with 1 for each trick."""
    attack = side(dealer)
    difference = abs(side_totals[0] - side_totals[1])
    ahead = 0 if side_totals[0] > side_totals[1] else 1
    if called:
        winners, won = ahead, difference  # C8.4: the side with more points wins the difference
    elif max(side_totals) >= TARGET:
        winners, won = ahead, difference  # C8.2
    elif hired:
        winners, won = 1 - attack, TARGET - side_totals[attack]  # C8.3
    else:
        winners, won = ahead, 0  # not with a whole pack, where one side always has enough
    return tuple(won if side(seat) == winners else -won for seat in range(SEATS))  # C8.5


def score(sheet: Sheet) -> Score:
    """C8.5: the higher total wins, partners together; equal totals win together (K8.2)."""
    return score_of(sheet, max)
