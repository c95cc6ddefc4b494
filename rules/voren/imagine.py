"""K6 `imagine`: the hand in progress with its hidden cards filled in, uniform over the orders of the pack.

What play shows of a hidden hand is always of one kind: had the seat held a certain other card, it could not have
played the card that it did. So each play gives a set of cards that the seat does not hold, and `dealing.deal_out` draws
uniformly.
"""

from __future__ import annotations

from random import Random

from rules.contract import Chance, Event, Move, View
from rules.dealing import deal_out
from rules.voren.cards import CARDS, LEADS, NO_TRUMPS, SUITS
from rules.voren.play import may_follow, may_lead, tricks_of
from rules.voren.records import places
from rules.voren.view import said_of, sheet_of


def shown_by_play(first: int, stayed: tuple[int, ...], trumps: int, plays: tuple[int, ...]) -> dict[int, int]:
    """For each seat still in the cards that it cannot hold any more, as its plays have shown (V5.2-V5.8)."""
    lacks = dict.fromkeys(stayed, 0)
    played = 0
    for number, trick in enumerate(tricks_of(first, stayed, trumps, plays)):
        led = best = 0
        for seat, card in trick.cards:
            played |= card
            beats = LEADS[trumps][led].beats[best] if led else 0
            for other in CARDS.text:
                if not other & played:
                    pair = card | other
                    allowed = may_follow(pair, trumps, led, beats) if led else may_lead(pair, trumps, number)
                    if not card & allowed:
                        lacks[seat] |= other
            if not led:
                led = best = card
            elif card & beats:
                best = card
    return lacks


def imagine(view: View, rng: Random) -> tuple[Event, ...]:
    """The events of the hand in progress; see `Game.imagine`."""
    if not view["log"]:
        return ()
    moves = tuple(Move(event["seat"], event["move"]) for event in view["log"] if "move" in event)
    return Chance("deal", tuple(_order(view, rng))), *moves


def _order(view: View, rng: Random) -> list[str]:
    """An order of the pack that agrees with the view."""
    setup, said = sheet_of(view).setup, said_of(view)
    dealt, place = places(setup.seats, view["dealer"], setup.packets)
    held = [list(cards) for cards in dealt]
    order = [""] * len(setup.cards)
    order[place] = view["turn_up"]
    poke: list[int] = list(range(place + 1, place + 4))

    known: dict[int, list[str]] = {seat: [] for seat in range(setup.seats)}
    plays: list[int] = []
    for trick in (*view["tricks"], {"cards": view["trick"]}):
        for seat, card in trick["cards"]:
            known[seat].append(card)
            plays.append(CARDS.bit[card])
    if view["hand"]:
        known[view["seat"]] += view["hand"]
    lacks: dict[int, int] = {}
    if plays:
        trumps = SUITS.index(view["trumps"]) if view["trumps"] else NO_TRUMPS
        lacks = shown_by_play(view["first"], said.stayed, trumps, tuple(plays))

    seen = {view["turn_up"], *(view["laid"] or ()), *(card for cards in known.values() for card in cards)}
    hidden = [card for card in setup.cards if card not in seen]
    unseen = CARDS.mask(hidden)
    places_by_lack: dict[int, list[int]] = {}
    """The places of hidden cards of hands in play, by what may not lie there: seats that lack the same are alike."""
    for seat, cards in known.items():
        spot = poke if seat == said.taker else held[seat]
        rng.shuffle(spot)
        for at, card in zip(spot, cards, strict=False):
            order[at] = card
        lack = lacks.get(seat, 0) & unseen
        if lack:
            places_by_lack.setdefault(lack, []).extend(spot[len(cards) :])
    if view["laid"] and said.taker is not None:
        rng.shuffle(held[said.taker])
        for at, card in zip(held[said.taker], view["laid"], strict=True):
            order[at] = card
    taken = {at for spots in places_by_lack.values() for at in spots}
    places_by_lack[0] = [at for at, card in enumerate(order) if not card and at not in taken]

    allowed = [
        sum(1 << holder for holder, lack in enumerate(places_by_lack) if not lack & CARDS.bit[card]) for card in hidden
    ]
    sizes = [len(spots) for spots in places_by_lack.values()]
    for spots, cards in zip(places_by_lack.values(), deal_out(hidden, allowed, sizes, rng), strict=True):
        for at, card in zip(spots, cards, strict=True):
            order[at] = card
    return order
