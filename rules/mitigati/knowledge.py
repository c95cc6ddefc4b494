"""Facts about the cards of each seat that play and declarations have shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.contract import View
from rules.mitigati.cards import SEATS
from rules.tarot.cards import CARDS, FOOL, LED, TRUMPS


class Known(NamedTuple):
    """Sets of cards by seat: those it has played, those it is known to have had, and those it cannot hold."""

    played: tuple[int, ...]
    shown: tuple[int, ...]
    lacking: tuple[int, ...]


def known(view: View) -> Known:
    """Facts about the cards of each seat that everybody knows.

    A seat showed the cards of its declaration (M5.1), and the suits that it did not follow (M6.2, M6.4).
    """
    played = [0] * SEATS
    lacking = [0] * SEATS
    for trick in [*(trick["cards"] for trick in view["tricks"]), view["trick"]]:
        led = 0
        for seat, text in trick:
            card = CARDS.bit[text]
            played[seat] |= card
            if led and not card & (led | FOOL):
                lacking[seat] |= led if card & TRUMPS else led | TRUMPS
            led = led or LED[card]
    open_cards = [played[seat] | _declared(view["declarations"][seat]) for seat in range(SEATS)]
    return Known(tuple(played), tuple(open_cards), tuple(lacking))


def _declared(declaration: Mapping[str, Any] | None) -> int:
    """The cards of a declaration as views show it."""
    cards = 0
    for item in declaration["items"] if declaration else ():
        cards |= CARDS.mask(item["cards"])
    return cards
