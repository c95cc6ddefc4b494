"""What a view leaves open: the rest of the pack's order, and the dealer's discard, drawn uniformly (the contract)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from rules.contract import Chance, Event, Move, Pack, State, View
from rules.dealing import deal_out
from rules.mitigati.deal import Dealing, Finished
from rules.mitigati.match import SEATS, Hand, Match, Setup
from rules.tarot_tuned import BIT, CARDS, FOOL_BIT, HONOURS, INDEX, KINGS, LED, TRUMPS, Told, indices, mask_of, texts

DISCARD: Final = SEATS
"""The discard as a holder of hidden cards, beside the seats."""


def started(view: View) -> State:
    """The position before the deal of the hand that `view` shows."""
    shrunk = view["pack"]
    pack = Pack(tuple(shrunk["cards"]), tuple(shrunk["packets"])) if shrunk else None
    points = tuple(tuple(hand) for hand in view["points"])
    last = Told(view["last"]) if view["last"] else None
    match = Match(Setup.of(view["options"], pack), view["number"], view["dealer"], points, last)
    return Finished(match) if view["finished"] else Dealing(match)


def imagined(view: View, rng: Random) -> tuple[Event, ...]:
    """The events of the hand in progress, with the hidden cards drawn uniformly among all that agree with the view."""
    if not view["log"]:
        return ()
    shrunk = view["pack"]
    pack = Pack(tuple(shrunk["cards"]), tuple(shrunk["packets"])) if shrunk else None
    setup = Setup.of(view["options"], pack)
    # A pack that lies in the order of its places: its packets are the places that each seat's cards came from.
    size = setup.pack.bit_count()
    places = Hand(Match(setup, view["number"], view["dealer"]), tuple(range(size)), (0, 0, 0))
    order = [-1] * size
    packets: list[list[str]] = view["packets"] or []
    for packet, where in zip(packets, _packets(places, view["seat"], view["reached"]), strict=True):
        _lay([INDEX[card] for card in packet], where, order, rng)
    discard = ()
    if view["phase"] != "bargain":
        discard = _others(view, setup, places, order, rng)
    hidden = indices(setup.pack & ~sum(BIT[card] for card in order if card >= 0))
    _lay(hidden, [place for place, card in enumerate(order) if card < 0], order, rng)
    return (Chance("deal", tuple(CARDS[card] for card in order)), *_moves(view["log"], discard))


def _packets(places: Hand, seat: int | None, reached: int) -> list[tuple[int, ...]]:
    return [] if seat is None else places.packets(seat, reached)


def _lay(cards: list[int], where: Any, order: list[int], rng: Random) -> None:
    """Lays cards in a random order on places of the pack."""
    rng.shuffle(cards)
    for place, card in zip(where, cards, strict=True):
        order[place] = card


def _moves(log: list[dict[str, Any]], discard: tuple[str, ...]) -> Iterator[Move]:
    """The moves that the viewer knows, with the drawn discard where it was hidden."""
    for event in log[1:]:
        text = " ".join(("discard", *discard)) if event.get("hidden") else event["move"]
        yield Move(event["seat"], text)


def _others(view: View, setup: Setup, places: Hand, order: list[int], rng: Random) -> tuple[str, ...]:
    """Lays the other seats' cards, once all are dealt, on their places; returns the discard that was drawn."""
    dealer = view["dealer"]
    others = [seat for seat in range(SEATS) if seat != view["seat"]]
    gone, voids = _shown_by_play(view)
    shown = list(gone)
    for seat in others:
        for item in (view["declarations"][seat] or {"items": ()})["items"]:
            shown[seat] |= mask_of(item["cards"])
    hidden = any(event.get("hidden") for event in view["log"])
    holders = [*others, DISCARD] if hidden else others
    sizes = [view["counts"][seat] - (shown[seat] & ~gone[seat]).bit_count() for seat in others]
    if hidden:
        sizes.append(setup.pack.bit_count() - SEATS * sum(setup.packets))
    known = sum(BIT[card] for card in order if card >= 0)
    for seat in others:
        known |= shown[seat]
    cards = indices(setup.pack & ~known)
    barred = [KINGS | HONOURS if holder == DISCARD else voids[holder] for holder in holders]
    allowed = [sum(1 << at for at, mask in enumerate(barred) if not BIT[card] & mask) for card in cards]
    drawn = dict(zip(holders, deal_out(cards, allowed, sizes, rng), strict=True))
    laid_away = drawn.get(DISCARD, [])
    for seat in others:
        dealt = indices(shown[seat]) + drawn[seat] + (laid_away if seat == dealer else [])
        where = [place for packet in places.packets(seat, view["reached"]) for place in packet]
        _lay(dealt, where, order, rng)
    return tuple(texts(sum(BIT[card] for card in laid_away)))


def _shown_by_play(view: View) -> tuple[list[int], list[int]]:
    """The cards that each seat has played, and those that it is known not to have kept (M6.2, M6.4)."""
    gone = [0] * SEATS
    voids = [0] * SEATS
    for trick in [*(trick["cards"] for trick in view["tricks"]), view["trick"]]:
        led = 0
        for seat, text in trick:
            card = INDEX[text]
            gone[seat] |= BIT[card]
            if led and not BIT[card] & (led | FOOL_BIT):
                voids[seat] |= led if BIT[card] & TRUMPS else led | TRUMPS
            led = led or LED[card]
    return gone, voids
