"""K6 `imagine`: the rest of the pack's order, and the dealer's discard, drawn uniformly."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from random import Random
from typing import Final

from rules.cards import each
from rules.contract import Chance, Event, Move, View
from rules.dealing import deal_out
from rules.mitigati.cards import SEATS
from rules.mitigati.deal import places
from rules.mitigati.knowledge import known
from rules.mitigati.records import Setup
from rules.tarot.cards import CARDS
from rules.tarot.discard import KEPT
from rules.tarot.moves import discard_text
from rules.views import pack_of

DISCARD: Final = SEATS
"""The discard as a holder of hidden cards, beside the seats."""
UNKNOWN: Final = -1
"""A place of the pack whose card is still to be drawn."""


def imagined(view: View, rng: Random) -> tuple[Event, ...]:
    """The events of the hand in progress, with the hidden cards drawn uniformly among all that agree with the view."""
    if not view["log"]:
        return ()
    setup = Setup.of(view["options"], pack_of(view))
    order = [UNKNOWN] * setup.pack.bit_count()
    seat, reached = view["seat"], view["reached"]
    if seat is not None:
        for packet, where in zip(view["packets"], places(setup, view["dealer"], seat, reached), strict=True):
            _lay((CARDS.bit[card] for card in packet), where, order, rng)
    discard = 0 if view["phase"] == "bargain" else _lay_others(view, setup, order, rng)
    hidden = each(setup.pack & ~_laid(order))
    _lay(hidden, [place for place, card in enumerate(order) if card == UNKNOWN], order, rng)
    moves = (
        Move(event["seat"], discard_text(discard) if "hidden" in event else event["move"]) for event in view["log"][1:]
    )
    return (Chance("deal", tuple(CARDS.text[card] for card in order)), *moves)


def _lay(cards: Iterable[int], where: Iterable[int], order: list[int], rng: Random) -> None:
    """Lays cards in a random order on places of the pack."""
    shuffled = list(cards)
    rng.shuffle(shuffled)
    for place, card in zip(where, shuffled, strict=True):
        order[place] = card


def _laid(order: list[int]) -> int:
    """The set of the cards that have their places."""
    return sum(card for card in order if card != UNKNOWN)


def _lay_others(view: View, setup: Setup, order: list[int], rng: Random) -> int:
    """Lays the other seats' cards, once all are dealt, on their places; gives the discard that was drawn, as a set."""
    dealer = view["dealer"]
    others = [seat for seat in range(SEATS) if seat != view["seat"]]
    played, shown, lacking = known(view)
    # How many cards of each holder nobody has seen, and which it cannot have.
    sizes = {seat: view["counts"][seat] - (shown[seat] & ~played[seat]).bit_count() for seat in others}
    unfit = {seat: lacking[seat] for seat in others}
    if any("hidden" in event for event in view["log"]):
        sizes[DISCARD] = setup.extra
        unfit[DISCARD] = KEPT
    seen = _laid(order)
    for seat in others:
        seen |= shown[seat]
    cards = each(setup.pack & ~seen)
    allowed = [sum(1 << at for at, mask in enumerate(unfit.values()) if not card & mask) for card in cards]
    drawn = dict(zip(sizes, deal_out(cards, allowed, list(sizes.values()), rng), strict=True))
    discard = drawn.get(DISCARD, [])
    for seat in others:
        dealt = each(shown[seat]) + drawn[seat] + (discard if seat == dealer else [])
        _lay(dealt, chain(*places(setup, dealer, seat, view["reached"])), order, rng)
    return sum(discard)
