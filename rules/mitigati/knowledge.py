"""Facts about the cards of each seat that play and declarations have shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.contract import View
from rules.mitigati.cards import SEATS
from rules.tarot.cards import CARDS, FOOL, LED, TRUMPS


class Knowledge(NamedTuple):
    """Sets of cards by seat: those it has played, those it is known to have had, and those it cannot hold."""

    played_cards: tuple[int, ...]
    shown_cards: tuple[int, ...]
    lacked_cards: tuple[int, ...]


def read_knowledge(view: View) -> Knowledge:
    """Return facts about the cards of each seat that everybody knows.

    A seat showed the cards of its declaration (M5.1), and the suits that it did not follow (M6.2, M6.4).
    """
    played_cards = [0] * SEATS
    lacked_cards = [0] * SEATS
    for trick in [*(trick["cards"] for trick in view["tricks"]), view["trick"]]:
        led_suit = 0
        for seat, text in trick:
            card = CARDS.bit[text]
            played_cards[seat] |= card
            if led_suit and not card & (led_suit | FOOL):
                lacked_cards[seat] |= led_suit if card & TRUMPS else led_suit | TRUMPS
            led_suit = led_suit or LED[card]
    open_cards = [played_cards[seat] | _declared_cards(view["declarations"][seat]) for seat in range(SEATS)]
    return Knowledge(tuple(played_cards), tuple(open_cards), tuple(lacked_cards))


def _declared_cards(declaration: Mapping[str, Any] | None) -> int:
    """Return the cards of a declaration as views show it."""
    cards = 0
    for item in declaration["items"] if declaration else ():
        cards |= CARDS.mask(item["cards"])
    return cards
