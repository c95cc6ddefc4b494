"""Reasons why cards of a hand of Conference may not be played now, with the cards to play and the clause."""

from __future__ import annotations

from cogs.games.tarot.cards import KINDS, TRUMPS, all_named, card_text, kind_of
from cogs.games.tarot.tricks import must_follow, some_cards
from rules.conference.cards import COURTS
from rules.contract import View
from rules.sentences import capital
from rules.tarot.cards import CARDS, HONOURS


def notes(view: View) -> tuple[str, ...]:
    """Return the reasons why the `barred` cards may not be discarded (C3.1) or played (C4.2, C5.2, C7.3)."""
    if not view["barred"]:
        return ()
    if view["phase"] == "discard":
        return _kept_cards(view)
    clauses = {reason[0] for reason in view["barred"].values()}
    if "C7.3" in clauses:
        (card,) = next(iter(view["barred"].values()))[2]
        return (f"Your partner called, so you must play {card_text(card)} now. (C7.3)",)
    texts = [must_follow(view, "C5.2", "C5.4", _stand_in_note(view))] if "C5.2" in clauses else []
    return (*texts, _low_card(view)) if "C4.2" in clauses else tuple(texts)


def _kept_cards(view: View) -> tuple[str, ...]:
    """Return kings and Honours always stay (C3.1); trumps while there are enough other cards, and else all of
    those go.
    """
    trumps = [card for card in view["barred"] if kind_of(card) == TRUMPS and not CARDS.bit[card] & HONOURS]
    sentences: list[str] = []
    if len(trumps) < len(view["barred"]):
        sentences.append("Kings and Honours may not be discarded, so you must discard other cards.")
    required_cards = view["choices"][0].get("must", ()) if view["choices"] else ()
    if trumps:
        sentences.append("You have enough other cards, so you must keep your trumps.")
    elif required_cards:
        sentences.append(f"Trumps go last, so you must discard {all_named(required_cards)} first.")
    return (f"{' '.join(sentences)} (C3.1)",)


def _low_card(view: View) -> str:
    """Return the reason why a card of the hired suit may not stand in (C4.2)."""
    led_suit, hired = KINDS[view["led"]], KINDS[view["gallowglass"]]
    low = [card for card in view["hand"] if kind_of(card) == view["led"] and not CARDS.bit[card] & COURTS]
    cards = some_cards(low)
    return f"{capital(hired)} stands in only for court cards and you hold {cards}, so you must play {led_suit}. (C4.2)"


def _stand_in_note(view: View) -> str:
    """Return the hired suit where its cards may be played for the suit led (C4.2)."""
    hired = view["gallowglass"]
    kinds = {kind_of(move.removeprefix("play ").split(" ")[0]) for move in view["moves"]}
    return KINDS[hired] if hired in kinds and hired != view["led"] and view["led"] in kinds else ""
