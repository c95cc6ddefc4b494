"""Q5: what a hand of Quince brings."""

from __future__ import annotations

from collections.abc import Sequence

from rules.quince.cards import rank
from rules.quince.moves import Laid
from rules.quince.records import Sheet

from rules.contract import Score
from rules.sheets import score_of


def total(laid: Sequence[Laid | None]) -> int:
    """Q4.3: what all cards laid count together."""
    return sum(rank(card) for each_card in laid if each_card for card in each_card.cards)


def side(seat: int, seats: int) -> int:
    """Q1.3: with four seats, those opposite are partners."""
    return seat % 2 if seats == 4 else seat


def points(guesses: Sequence[int], laid: Sequence[Laid | None], seats: int) -> tuple[int, ...]:
    """What a hand brings whose cards and bets are known."""
    count = total(laid)
    return scored(guesses, [_bet(card, count) if card else 0 for card in laid], count, seats)


def scored(guesses: Sequence[int], won: Sequence[int], count: int, seats: int) -> tuple[int, ...]:
    """Q5.1, Q5.2: 10 less the distance of the guess (never below 0), and the bet won or lost; partners share."""
    own = [max(0, 10 - abs(guess - count)) + bet for guess, bet in zip(guesses, won, strict=True)]
    sides = {
        each_seat: sum(own[seat] for seat in range(seats) if side(seat, seats) == each_seat)
        for each_seat in range(seats)
    }
    return tuple(sides[side(seat, seats)] for seat in range(seats))


def _bet(laid: Laid, count: int) -> int:
    return laid.bet if (laid.word == "high") == is_high(count) else -laid.bet


def is_high(count: int) -> bool:
    """Q5.2: whether bets on a high count are won."""
    return count > 10


def score(sheet: Sheet) -> Score:
    """Q5.3: most points win."""
    return score_of(sheet, max)
