"""K6 `imagine`: the hand in progress with hidden cards and choices filled in, uniform over all that agree.

What play shows of a hidden hand is that a seat that did not follow has none of the suit led. What it shows of hidden
bid cards is told by the view: those whose tricks are over have been shown (A7.3), a pile that lies open leaves only
one set (A6), and a number that is public fixes how many (A5.3).
"""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any

from rules.abracadabra.cards import BIDS, CARDS, NO_TRUMPS, SUITS, Leads, leads
from rules.abracadabra.records import places
from rules.abracadabra.view import NONE, sheet_of
from rules.abracadabra.words import NOTHING_EXPOSED, PILE_EXPOSED, Words, write
from rules.contract import Chance, Event, Move, View
from rules.dealing import deal_out


def imagine(view: View, rng: Random) -> tuple[Event, ...]:
    """The events of the hand in progress; see `Game.imagine`."""
    if not view["log"]:
        return ()
    events: list[Event] = [Chance("deal", tuple(_order(view, rng)))]
    for event in view["log"][1:]:
        text = event["move"]
        if event.get("hidden"):
            text = _placed(view, event["seat"], rng) if text == "place" else rng.choice(HIDDEN_PILE)
        events.append(Move(event["seat"], text))
    return tuple(events)


HIDDEN_PILE = (NOTHING_EXPOSED, PILE_EXPOSED)
"""What a seat other than Declarer may have chosen in secret (A6.2): it always has a pile."""


def _placed(view: View, seat: int, rng: Random) -> str:
    """The seat's hidden `place`, drawn uniformly among the sets of bid cards that it may have placed."""
    shown = BIDS.mask((*view["won"][seat], *view["lost"][seat]))
    if seat == view["declarer"]:
        shown |= BIDS.mask((*view["right"], *view["turned"]))
    left, number = view["left"][seat], view["numbers"][seat]
    if left is not None:
        return _place(shown | BIDS.mask(left))
    over = len(view["tricks"])
    unknown = [card for card in (1 << bit for bit in range(over, view["length"])) if not card & shown]
    if number is None:  # A5.3: fewer than Declarer, and no trick is over yet
        most = view["numbers"][view["declarer"]] - 1
        sizes = [comb(len(unknown), size) for size in range(most + 1)]
        number = rng.choices(range(most + 1), sizes)[0]
    return _place(shown | sum(rng.sample(unknown, number - shown.bit_count())))


def _place(cards: int) -> str:
    return write(Words(("place", cards, False)))


def voids(view: View, table: Leads) -> list[int]:
    """For each seat the cards that it cannot hold any more, since it did not follow suit (A7.1)."""
    lacks = [0] * view["seats"]
    for trick in _tricks(view):
        suit = 0
        for place, (seat, text) in enumerate(trick["cards"]):
            card = CARDS.bit[text]
            suit = suit or table.suit[card]
            if not card & suit and place != trick["dummy"]:
                lacks[seat] |= suit
    return lacks


def _order(view: View, rng: Random) -> list[str]:
    """An order of the pack that agrees with the view."""
    setup = sheet_of(view).setup
    held = places(setup.seats, setup.holders, view["dealer"], setup.packets)
    order = [""] * len(setup.cards)
    if view["turn_up"]:
        order[-1] = view["turn_up"]
    known: list[list[str]] = [[] for _ in held]
    for trick in _tricks(view):
        for place, (seat, card) in enumerate(trick["cards"]):
            known[-1 if place == trick["dummy"] else seat].append(card)
    if view["hand"]:
        known[view["seat"]] += view["hand"]
    if view["dummy"]:
        known[-1] += view["dummy"]
    lacks = [0] * setup.holders
    if view["phase"] == "play":
        trumps = NO_TRUMPS if view["trumps"] == NONE else SUITS.index(view["trumps"])
        table = leads(CARDS.bit[view["turn_up"]] if view["turn_up"] else 0, trumps)
        lacks[: setup.seats] = voids(view, table)
    spots: list[list[int]] = []
    for places_held, cards in zip(held, known, strict=True):
        spot = list(places_held)
        rng.shuffle(spot)
        for at, card in zip(spot, cards, strict=False):
            order[at] = card
        spots.append(spot[len(cards) :])
    seen = set(order)
    hidden = [card for card in setup.cards if card not in seen]
    allowed = [sum(1 << holder for holder, lack in enumerate(lacks) if not lack & CARDS.bit[card]) for card in hidden]
    drawn = deal_out(hidden, allowed, [len(spot) for spot in spots], rng)
    for spot, cards in zip(spots, drawn, strict=True):
        for at, card in zip(spot, cards, strict=True):
            order[at] = card
    return order


def _tricks(view: View) -> list[dict[str, Any]]:
    """The tricks of a view, the one in progress included, each with the place of the dummy's card in it (A7.2)."""
    dummy = None
    if view["with_dummy"]:
        dummy = 0 if view["lead_from"] == "dummy" else 2
    return [*view["tricks"], {"cards": view["trick"], "dummy": dummy}]
