"""M1.4, M2: who deals, and which cards of the pack are dealt to whom in which packet."""

from __future__ import annotations

from collections.abc import Sequence

from rules.mitigati.cards import SEATS
from rules.mitigati.records import Hand, Setup, Sheet


def next_dealer(sheet: Sheet) -> int:
    """Return the next dealer, also after a hand bought off (M1.4)."""
    return dealer_after(sheet.dealer, sheet.setup.rotation)


def dealer_after(dealer: int, rotation: str) -> int:
    """Return who deals after `dealer` (M1.4)."""
    return (dealer + (1 if rotation == "left" else -1)) % SEATS


def places(setup: Setup, dealer: int, seat: int, packets_dealt: int) -> list[range]:
    """Return the places in the pack of the first `packets_dealt` packets to `seat`, packet by packet.

    With the last packet come the cards left over, which are the dealer's (M2.1).
    """
    ranges: list[range] = []
    start = 0
    for size in setup.packets[:packets_dealt]:
        first = start + size * ((seat - dealer - 1) % SEATS)
        ranges.append(range(first, first + size))
        start += SEATS * size
    if seat == dealer and packets_dealt == len(setup.packets) and setup.extra_cards:
        ranges.append(range(start, start + setup.extra_cards))
    return ranges


def packets(hand: Hand, seat: int, packets_dealt: int) -> list[int]:
    """Return the cards of the first `packets_dealt` packets to `seat`, a set a packet: all that it has seen by
    then (M2.2).
    """
    return _packets(hand.sheet, hand.order, seat, packets_dealt)


def cards_dealt(sheet: Sheet, order: Sequence[int], packets_dealt: int) -> tuple[int, ...]:
    """Return the cards of each seat's first `packets_dealt` packets from a pack in this order."""
    return tuple(sum(_packets(sheet, order, seat, packets_dealt)) for seat in range(SEATS))


def deal_hand(sheet: Sheet, order: tuple[int, ...]) -> Hand:
    """Return the hand that is dealt from a pack in this order. M2.2: all is dealt at once."""
    return Hand(sheet, order, cards_dealt(sheet, order, len(sheet.setup.packets)))


def _packets(sheet: Sheet, order: Sequence[int], seat: int, packets_dealt: int) -> list[int]:
    packet_places = places(sheet.setup, sheet.dealer, seat, packets_dealt)
    return [sum([order[place] for place in packet]) for packet in packet_places]
