"""K6 `imagine`: the hand in progress with hidden cards and choices filled in, uniform over all that agree."""

# Play shows of a hidden hand that a seat that did not follow has none of the suit led. The view shows of hidden bid
# cards: those whose tricks are over have been shown (A7.3), a pile that lies open leaves only one set (A6), and a
# number that is public fixes how many (A5.3).

from __future__ import annotations

from math import comb
from random import Random
from typing import Final

from rules.abracadabra.cards import BIDS, CARDS
from rules.abracadabra.deal import parted
from rules.abracadabra.knowledge import tricks_of, voids
from rules.abracadabra.moves import Exposure, Place
from rules.abracadabra.views import sheet_of
from rules.contract import Chance, Event, Move, View
from rules.dealing import deal_out

HIDDEN_PILE: Final = (Exposure(0, pile=False), Exposure(0, pile=True))
"""The secret choices of a seat other than Declarer (A6.2): it always has a pile."""


def imagine(view: View, rng: Random) -> tuple[Event, ...]:
    """The events of the hand in progress; see `Game.imagine`."""
    if not view["log"]:
        return ()
    events: list[Event] = [Chance("deal", tuple(_order(view, rng)))]
    for event in view["log"][1:]:
        text = event["move"]
        if event.get("hidden"):
            text = str(_placed(view, event["seat"], rng) if text == "place" else rng.choice(HIDDEN_PILE))
        events.append(Move(event["seat"], text))
    return tuple(events)


def _placed(view: View, seat: int, rng: Random) -> Place:
    """The seat's hidden `place`, drawn uniformly among the sets of bid cards that it may have placed."""
    shown = BIDS.mask((*view["won"][seat], *view["lost"][seat]))
    if seat == view["declarer"]:
        shown |= BIDS.mask((*view["right"], *view["turned"]))
    left, number = view["left"][seat], view["numbers"][seat]
    if left is not None:
        return Place(shown | BIDS.mask(left))
    over = len(view["tricks"])
    unknown = [1 << trick for trick in range(over, view["length"]) if not 1 << trick & shown]
    if number is None:  # A5.3: fewer than Declarer, and no trick is over yet
        most = view["numbers"][view["declarer"]] - 1
        ways = [comb(len(unknown), size) for size in range(most + 1)]
        number = rng.choices(range(most + 1), ways)[0]
    return Place(shown | sum(rng.sample(unknown, number - shown.bit_count())))


def _order(view: View, rng: Random) -> list[str]:
    """An order of the pack that agrees with the view."""
    setup = sheet_of(view).setup
    order = [""] * len(setup.pack)
    if view["turn_up"]:
        order[-1] = view["turn_up"]
    known = _known(view, setup.holders)
    spots = parted(setup, view["dealer"], range(len(order)))
    for spot, cards in zip(spots, known, strict=True):
        rng.shuffle(spot)
        for at, card in zip(spot, cards, strict=False):
            order[at] = card
        del spot[: len(cards)]
    seen = set(order)
    hidden = [card for card in setup.pack if card not in seen]
    lacks = voids(view, setup.holders)
    allowed = [sum(1 << holder for holder, lack in enumerate(lacks) if not lack & CARDS.bit[card]) for card in hidden]
    drawn = deal_out(hidden, allowed, [len(spot) for spot in spots], rng)
    for spot, cards in zip(spots, drawn, strict=True):
        for at, card in zip(spot, cards, strict=True):
            order[at] = card
    return order


def _known(view: View, holders: int) -> list[list[str]]:
    """For each holder the cards that it is known to have been dealt."""
    known: list[list[str]] = [[] for _ in range(holders)]
    for cards, dummy in tricks_of(view):
        for place, (seat, card) in enumerate(cards):
            known[-1 if place == dummy else seat].append(card)
    if view["hand"]:
        known[view["seat"]] += view["hand"]
    if view["dummy"]:
        known[-1] += view["dummy"]
    return known
