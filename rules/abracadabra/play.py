"""A7.1, A7.2: why a card may not be played."""

from __future__ import annotations

from rules.abracadabra.cards import CARDS, JOKER, SUIT_NAMES, leads, name_of, suit_of
from rules.abracadabra.records import Deal
from rules.contract import Refusal


def why_not(card: int, hand: int, own: int, led: int, deal: Deal, *, from_dummy: bool) -> Refusal:
    """The clause that forbids a seat to play this card now.

    `hand` are the cards it plays from, which are the dummy's if `from_dummy`; `own` those it holds itself; `led` is the
    card led, 0 before a lead.
    """
    name, text = name_of(card), CARDS.text[card]
    if not card & hand:
        if from_dummy and card & own:
            return Refusal("illegal_move", "A7.2", "This card comes from the dummy, not from your own hand.", card=text)
        sentence = (
            "The dummy does not hold the {name} ({card})." if from_dummy else "You do not hold the {name} ({card})."
        )
        return Refusal("illegal_move", "K4.3", sentence, name=name, card=text)
    sentence = "{suit} were led and {holder} one, so you must follow suit."
    follow = hand & leads(deal.turn_up, deal.trumps).suit[led]
    if JOKER & (follow | led):
        sentence += " The joker counts as the {turn_up}."
    return Refusal(
        "illegal_move",
        "A7.2" if from_dummy else "A7.1",
        sentence,
        suit=SUIT_NAMES[suit_of(deal.turn_up if led == JOKER else led)].capitalize(),
        holder="the dummy has" if from_dummy else "you have",
        turn_up=name_of(deal.turn_up) if deal.turn_up else "",
        card=text,
    )
