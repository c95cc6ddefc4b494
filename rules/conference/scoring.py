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
ALL_CARDS: Final = -1
"""Every card, as a set."""


def hand_result(hand: Hand, tricks: Sequence[Trick], calls: Sequence[Call]) -> Result:
    """Return what each side has when all cards are played (C5.5, C8.1)."""
    lots = _lots(hand, tricks, calls)
    winners = [lot.side for lot in lots[1:]]
    tricks_won = tuple(winners.count(side_index) for side_index in range(SIDES))
    piles = [sum([lot.cards for lot in lots if lot.side == side_index]) for side_index in range(SIDES)]
    counting_cards = [
        sum([lot.cards & lot.counting for lot in lots if lot.side == side_index]) for side_index in range(SIDES)
    ]
    owner = next((side(seat) for trick in tricks for seat, card in trick.cards if card == FOOL), None)
    exchange = None
    if owner is not None:
        place = next(lot for lot in lots if lot.cards & FOOL)
        exchange = fool.exchange(place, owner, piles[owner], counting_cards[owner], tricks_won[owner] > 0)
        replacement = exchange.given_card if exchange else 0
        if replacement != FOOL:
            piles[place.side] ^= FOOL | replacement
            piles[owner] ^= FOOL | replacement
            counting_cards[place.side] = counting_cards[place.side] & ~FOOL | replacement & place.counting
            # C4.4: kept it lies in no trick and has its points; C7.6: not under a call.
            counting_cards[owner] = counting_cards[owner] & ~replacement | (0 if calls else FOOL)
    return Result((points(counting_cards[0]), points(counting_cards[1])), tricks_won, tuple(piles), exchange)


def _lots(hand: Hand, tricks: Sequence[Trick], calls: Sequence[Call]) -> list[Lot]:
    """Return the cards of both sides where they lie: first the discard with the dealer's side (C3.2), then the
    tricks.
    """
    dealers, hired_suit = side(hand.sheet.dealer), hand.hired_suit
    lots = [Lot(dealers, hand.discard, suits_counting(calls, None, dealers) & ~hired_suit)]
    for number, trick in enumerate(tricks):
        trick_cards = dict(trick.cards)
        assert trick.winner is not None, "a finished trick has a winner"
        side_index = side(trick.winner)
        counting = suits_counting(calls, number, side_index) & ~hired_suit
        if trick_cards[trick.winner] & hired_suit:
            counting = 0  # C4.4: a trick won by a card of the gallowglass suit
        lots.append(Lot(side_index, sum(trick_cards.values()), counting))
    return lots


def suits_counting(calls: Sequence[Call], trick: int | None, side_index: int) -> int:
    """Return the suits that count for a side in this trick, or in the discard (None) (C7.4, C7.6); all without a call.

    The discard and the tricks before the first call are under the first one, the later tricks under the latest so far.
    """
    if not calls:
        return ALL_CARDS
    first, *later_calls = calls
    standing_call = first
    for call in later_calls:
        if trick is not None and trick >= call.trick:
            standing_call = call
    return allegiance.counting_suits(standing_call, side_index)


def side_totals(outcome: Result) -> tuple[int, ...]:
    """Return card points, and 1 for each trick, by side (C8.1)."""
    return tuple(
        card_points + tricks_won
        for card_points, tricks_won in zip(outcome.card_points, outcome.tricks_won, strict=True)
    )


def hand_points(side_totals: Sequence[int], dealer: int, is_hired: bool, is_called: bool) -> tuple[int, ...]:
    """Return the points of the four seats, from the sides' card points with 1 for each trick (C8.2 to C8.5)."""
    attack = side(dealer)
    difference = abs(side_totals[0] - side_totals[1])
    leading_side = 0 if side_totals[0] > side_totals[1] else 1
    if is_called:
        winning_side, points = leading_side, difference  # C8.4: the side with more points wins the difference
    elif max(side_totals) >= TARGET:
        winning_side, points = leading_side, difference  # C8.2
    elif is_hired:
        winning_side, points = 1 - attack, TARGET - side_totals[attack]  # C8.3
    else:
        winning_side, points = leading_side, 0  # not with a whole pack, where one side always has enough
    return tuple(points if side(seat) == winning_side else -points for seat in range(SEATS))  # C8.5


def score(sheet: Sheet) -> Score:
    """Return the score: the higher total wins, partners together; equal totals win together (C8.5, K8.2)."""
    return score_of(sheet, max)
