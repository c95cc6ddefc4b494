"""Why cards of a hand of Conference may not go now: by group, with the clause and the card that forces it."""

from __future__ import annotations

from cogs.games.tarot.cards import KINDS, TRUMPS, all_named, kind_of, named
from cogs.games.tarot.tricks import must_follow, some
from rules.conference.cards import COURTS
from rules.contract import View
from rules.sentences import capital
from rules.tarot.cards import BIT, HONOURS, INDEX


def notes(view: View) -> tuple[str, ...]:
    """Why the cards that `barred` names may not be laid away (C3.1) or played (C4.2, C5.2, C7.3)."""
    if view["phase"] == "discard":
        return _kept(view)
    if not view["barred"]:
        return _stands_in(view)
    clauses = {why[0] for why in view["barred"].values()}
    if "C7.3" in clauses:
        (card,) = next(iter(view["barred"].values()))[2]
        called = f"Your partner has called, so {named(card)} must go out now, whatever was led"
        return (f"{called}; no other card may be played (C7.3).",)
    told = [must_follow(view, "C5.2", "C5.4")] if "C5.2" in clauses else []
    if "C4.2" in clauses:
        told.append(_low_card(view))
    return (*told, *_stands_in(view))


def _kept(view: View) -> tuple[str, ...]:
    """C3.1: Kings and Honours always stay; trumps while there are enough other cards, and else all of those go."""
    trumps = [card for card in view["barred"] if kind_of(card) == TRUMPS and not BIT[INDEX[card]] & HONOURS]
    kept = all_named(card for card in view["barred"] if card not in trumps)
    several = len(view["barred"]) - len(trumps) > 1
    told = [
        f"{capital(kept)} {'stay' if several else 'stays'}: Kings and Honours may not be laid away (C3.1)."
        if kept
        else "Kings and Honours may not be laid away (C3.1)."
    ]
    must = view["choices"][0].get("must", ()) if view["choices"] else ()
    if trumps:
        told.append("Trumps stay too while enough other cards may go (C3.1).")
    elif must:
        goes = "goes" if len(must) == 1 else "go"
        told.append(f"{capital(all_named(must))} {goes} in any case: trumps alone may fill up what is missing (C3.1).")
    return tuple(told)


def _low_card(view: View) -> str:
    """C4.2: a card of the hired suit stands in only for court cards."""
    led, hired = KINDS[view["led"]], KINDS[view["gallowglass"]]
    low = [card for card in view["hand"] if kind_of(card) == view["led"] and not BIT[INDEX[card]] & COURTS]
    only = f"only where all your cards of {led} are court cards"
    return f"{hired}, the hired suit, may stand in for {led} {only}; you hold {some(low)} (C4.2)."


def _stands_in(view: View) -> tuple[str, ...]:
    """C4.2: that cards of the hired suit may be played as if of the suit led."""
    led, hired = view["led"], view["gallowglass"]
    if hired in {None, "none"} or led in {None, TRUMPS, hired}:
        return ()
    cards = [move.removeprefix("play ").split(" ")[0] for move in view["moves"]]
    kinds = {kind_of(card) for card in cards}
    if not {led, hired} <= kinds:
        return ()
    return (
        f"All you hold of {KINDS[led]} are court cards, so {KINDS[hired]}, the hired suit, may stand in for it (C4.2).",
    )
