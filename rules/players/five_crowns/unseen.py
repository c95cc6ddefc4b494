"""The cards that a seat has not seen, and the hands that the others may hold, from its view alone."""

from __future__ import annotations

from collections import Counter
from random import Random

from rules.contract import View
from rules.five_crowns.views import setup_of
from rules.melds import NUMBER


def unseen(view: View) -> list[int]:
    """Return the numbers of the cards that lie in the stock or in the others' hands, unknown to the seat."""
    counts = Counter(setup_of(view).pack)
    counts.subtract(NUMBER[card] for card in [*view["hand"], *view["pile"]])
    for seat in range(view["seats"]):
        if seat != view["seat"]:
            counts.subtract(held(view, seat))
    return sorted(counts.elements())


def held(view: View, seat: int) -> list[int]:
    """Return the cards that another seat is known to hold: those that it has shown, or taken and not discarded
    since.
    """
    if seat == view["out"]:
        return [NUMBER[card] for meld in view["shown"] for card in meld]
    counts = Counter[int]()
    for event in view["log"]:
        if event.get("seat") != seat:
            continue
        if event["move"] == "take":
            counts[NUMBER[event["card"]]] += 1
        elif event["move"] != "draw":
            counts[NUMBER[event["move"].split(" ")[1]]] -= 1
            counts += Counter[int]()  # a discard of a card that it had not taken leaves none
    return list(counts.elements())


def turns(view: View, seat: int) -> int:
    """Return the number of turns that a seat has had in this deal."""
    return sum(event.get("seat") == seat and event["move"] in ("draw", "take") for event in view["log"])


def hand_for(view: View, seat: int, cards: list[int], rng: Random) -> tuple[int, ...]:
    """Return a possible hand of another seat: the cards that it is known to hold, and a sample of unseen ones."""
    known_cards = held(view, seat)
    return (*known_cards, *rng.sample(cards, view["size"] + turns(view, seat) - len(known_cards)))
