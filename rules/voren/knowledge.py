"""Facts about the hidden hands of Voren that play has shown.

All are of one kind: had the seat held a certain other card, it could not have played the card that it did.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.voren.follow import may_follow
from rules.voren.lead import may_lead
from rules.voren.records import Trick
from rules.voren.trick import winning_card


def lacking(tricks: Sequence[Trick], trumps: int, hidden: Sequence[int]) -> dict[int, int]:
    """For each seat that has played those of the `hidden` cards that it cannot hold (V5.2 to V5.8).

    `tricks` are those of the hand, the last of them perhaps in progress; `trumps` are the cards of the trump suit.
    """
    lacks: dict[int, int] = {}
    for number, trick in enumerate(tricks):
        best = 0
        for seat, card in trick.cards:
            for other in hidden:
                pair = card | other
                allowed = may_follow(pair, trick.led, best, trumps) if best else may_lead(pair, trumps, number)
                if not card & allowed:
                    lacks[seat] = lacks.get(seat, 0) | other
            best = winning_card(best | card, trick.led, trumps)
    return lacks
