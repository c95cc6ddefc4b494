"""K6 `imagine`: the hand in progress with its hidden cards filled in, uniform over the orders of the pack.

Each play gives a set of cards that the seat does not hold (`knowledge`), and `dealing.deal_out` draws uniformly.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.contract import Chance, Event, Move, View
from rules.dealing import deal_out
from rules.voren.cards import CARDS
from rules.voren.deal import parted
from rules.voren.knowledge import lacking
from rules.voren.records import Trick
from rules.voren.views import said_of, sheet_of, tricks_in, trumps_of


def imagine(view: View, rng: Random) -> tuple[Event, ...]:
    """The events of the hand in progress; see `Game.imagine`."""
    if not view["log"]:
        return ()
    moves = tuple(Move(event["seat"], event["move"]) for event in view["log"] if "move" in event)
    return Chance("deal", tuple(_order(view, rng))), *moves


def _order(view: View, rng: Random) -> list[str]:
    """An order of the pack that agrees with the view."""
    setup, poke_taker = sheet_of(view).setup, said_of(view).poke_taker
    where = parted(setup, view["dealer"], range(len(setup.pack)))
    tricks = tricks_in(view)
    known = _known(view, tricks)
    laid: list[str] = view["laid"] or []
    seen = {view["turn_up"], *laid, *(card for cards in known for card in cards)}
    hidden = [card for card in setup.pack if card not in seen]

    order = [""] * len(setup.pack)
    order[where.turn_up] = view["turn_up"]
    if laid:
        viewer: int = view["seat"]
        _put(order, where.hands[viewer], laid, rng)
    lacks = lacking(tricks, trumps_of(view), [CARDS.bit[card] for card in hidden])
    free_by_lack: dict[int, list[int]] = {0: []}
    """The places of hidden cards, by what may not lie there: seats that lack the same are alike."""
    for seat, held in enumerate(where.hands):
        free = _put(order, where.poke if seat == poke_taker else held, known[seat], rng)
        free_by_lack.setdefault(lacks.get(seat, 0), []).extend(free)
    in_hands = {place for free in free_by_lack.values() for place in free}
    free_by_lack[0] += [place for place, card in enumerate(order) if not card and place not in in_hands]

    allowed = [
        sum(1 << holder for holder, lack in enumerate(free_by_lack) if not lack & CARDS.bit[card]) for card in hidden
    ]
    sizes = [len(free) for free in free_by_lack.values()]
    for free, cards in zip(free_by_lack.values(), deal_out(hidden, allowed, sizes, rng), strict=True):
        for place, card in zip(free, cards, strict=True):
            order[place] = card
    return order


def _known(view: View, tricks: Sequence[Trick]) -> list[list[str]]:
    """For each seat those of its cards that are known: what it played, and the viewer's own."""
    known: list[list[str]] = [[] for _ in range(view["seats"])]
    for trick in tricks:
        for seat, card in trick.cards:
            known[seat].append(CARDS.text[card])
    if view["hand"]:
        known[view["seat"]] += view["hand"]
    return known


def _put(order: list[str], where: Sequence[int], cards: Sequence[str], rng: Random) -> list[int]:
    """Put these cards into places of the pack that are drawn from `where`. Gives the places that stay free."""
    drawn = rng.sample(where, len(cards))
    for place, card in zip(drawn, cards, strict=True):
        order[place] = card
    return [place for place in where if place not in drawn]
