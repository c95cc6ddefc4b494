"""Facts about the hidden hands of Abracadabra: a seat that did not follow suit has none of it (A7.1)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.abracadabra.cards import CARDS, suit_led
from rules.contract import View


def find_lacked_cards(view: View, holders: int) -> list[int]:
    """Return the cards that each holder cannot have any more, since it did not follow suit (A7.1)."""
    lacked = [0] * holders
    turn_up = CARDS.bit[view["turn_up"]] if view["turn_up"] else 0
    for cards, dummy in tricks_of(view):
        led_card = CARDS.bit[cards[0][1]]
        suit = suit_led(led_card, turn_up)
        for place, (seat, text) in enumerate(cards):
            if not CARDS.bit[text] & suit and place != dummy:
                lacked[seat] |= suit
    return lacked


def tricks_of(view: View) -> Iterator[tuple[list[tuple[int, str]], int | None]]:
    """Yield the cards of each trick of a view, the one in progress included, and the place of the dummy's among
    them.
    """
    for trick in view["tricks"]:
        yield trick["cards"], trick["dummy"]
    if view["trick"]:
        dummy = 0 if view["lead_from"] == "dummy" else 2
        yield view["trick"], dummy if view["with_dummy"] else None
