"""Facts about the hidden hands of Voren that play has shown.

All are of one kind: had the seat held a certain other card, it could not have played the card that it did.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.voren.follow import followable
from rules.voren.lead import leadable
from rules.voren.records import Trick
from rules.voren.trick import winning_card


def find_lacked_cards(tricks: Sequence[Trick], trumps: int, hidden: Sequence[int]) -> dict[int, int]:
    """Return the `hidden` cards that each seat cannot hold, as its plays show (V5.2 to V5.8).

    `tricks` are those of the hand, the last of them perhaps in progress; `trumps` are the cards of the trump suit.
    """
    lacked: dict[int, int] = {}
    for number, trick in enumerate(tricks):
        winning = 0
        for seat, card in trick.cards:
            for hidden_card in hidden:
                pair = card | hidden_card
                allowed = (
                    followable(pair, trick.led_card, winning, trumps) if winning else leadable(pair, trumps, number)
                )
                if not card & allowed:
                    lacked[seat] = lacked.get(seat, 0) | hidden_card
            winning = winning_card(winning | card, trick.led_card, trumps)
    return lacked
