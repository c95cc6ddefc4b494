"""C1.1, C2.1, C2.2: the pack, and who is dealt which of its cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.conference.cards import CATCHER, DRIVER
from rules.conference.records import SEATS, Hand, Setup, Sheet, partner, side
from rules.contract import Move, OptionValue, Pack
from rules.tarot.cards import BIT, PACK_78, PACK_80, mask_of

PACKETS: Final = (4, 5, 5, 5)
"""C2.1: the packets to each seat; what is left over goes to the dealer."""


def pack_for(good_evil: str) -> tuple[str, ...]:
    """C1.1: without Good and Evil the pack has 78 cards, else 80."""
    return PACK_78 if good_evil == "none" else PACK_80


def set_up(options: Mapping[str, OptionValue], shrunk: Pack | None) -> Setup:
    """The setup with these resolved options, and the pack of a test if there is one."""
    good_evil = str(options["good_evil"])
    pack = shrunk or Pack(pack_for(good_evil), PACKETS)
    return Setup(
        good_evil=good_evil,
        league=bool(options["league"]),
        gallowglass=bool(options["gallowglass"]),
        between_hands=str(options["between_hands"]),
        hands=int(options["hands"]),
        shrunk=shrunk,
        pack=mask_of(pack.cards),
        packets=pack.packets,
        extra=len(pack.cards) - SEATS * sum(pack.packets),
    )


def given(sheet: Sheet) -> dict[int, int]:
    """C2.2: in League, card -> the seat that everybody knows it went to."""
    if not sheet.setup.league:
        return {}
    return {DRIVER: sheet.dealer, CATCHER: partner(sheet.dealer)}


def places(sheet: Sheet) -> list[int]:
    """The seats that the cards of the pack go to, from the top; in League without the cards that are taken out."""
    setup = sheet.setup
    seats: list[int] = []
    for number, size in enumerate(setup.packets):
        for step in range(1, SEATS + 1):
            seat = (sheet.dealer + step) % SEATS
            fewer = setup.league and number == 0 and side(seat) == side(sheet.dealer)
            seats += [seat] * (size - fewer)  # C2.2: three cards in the first packet, not four
    return seats + [sheet.dealer] * setup.extra


def seats_dealt(sheet: Sheet, order: tuple[int, ...]) -> list[int]:
    """The seat that each card of a pack in this order goes to (C2.1, C2.2)."""
    known = given(sheet)
    free = iter(places(sheet))
    return [known[card] if card in known else next(free) for card in order]


def dealt(sheet: Sheet, opening: tuple[Move, ...], order: tuple[int, ...]) -> Hand:
    """The hand that is dealt from a pack in this order."""
    hands = [0] * SEATS
    for card, seat in zip(order, seats_dealt(sheet, order), strict=True):
        hands[seat] |= BIT[card]
    return Hand(sheet, opening, order, tuple(hands))
