"""A7.1, A7.2: following suit, from the own hand and from the dummy: what may be played, and why not the rest."""

from __future__ import annotations

from collections.abc import Sequence

from rules.abracadabra.cards import CARDS, JOKER, SUIT_NAMES, name_of, resolve_joker, suit_led, suit_of
from rules.abracadabra.records import Trick
from rules.contract import Refusal


def playable(trick: Trick, cards: int) -> int:
    """Return which of these cards, a hand or the dummy (A7.2), may be played to the trick (A7.1)."""
    return cards & trick.suit or cards


def open_choices(dummy: Sequence[str], trick: Sequence[tuple[int, str]], turn_up: str | None) -> int:
    """Return the number of a dummy's cards that may be played to a trick in progress (A7.2), from a view."""
    turned = CARDS.bit[turn_up] if turn_up else 0
    suit = suit_led(CARDS.bit[trick[0][1]], turned) if trick else 0
    return playable(Trick(0, None, suit=suit), CARDS.mask(dummy)).bit_count()


def why_not_play(
    turn_up: int, trick: Trick, card: int, cards: int, own_cards: int, *, from_dummy: bool
) -> Refusal | None:
    """Return the refusal of a card from `cards`, a hand or the dummy; None if it may be played.

    `own_cards` are those of the seat to play, `turn_up` the card that was turned up.
    """
    if card & playable(trick, cards):
        return None
    name, text = name_of(card), CARDS.text[card]
    if not card & cards:
        if from_dummy and card & own_cards:
            return Refusal("illegal_move", "A7.2", "This card comes from the dummy, not from your own hand.", card=text)
        sentence = (
            "The dummy does not hold the {name} ({card})." if from_dummy else "You do not hold the {name} ({card})."
        )
        return Refusal("illegal_move", "K4.3", sentence, name=name, card=text)
    led_card = trick.cards[0]
    sentence = "{suit} were led and {holder} one, so you must follow suit."
    if JOKER & (led_card | cards & trick.suit):
        sentence += " The joker counts as the {turn_up}."
    return Refusal(
        "illegal_move",
        "A7.2" if from_dummy else "A7.1",
        sentence,
        suit=SUIT_NAMES[suit_of(resolve_joker(led_card, turn_up))].capitalize(),
        holder="the dummy has" if from_dummy else "you have",
        turn_up=name_of(turn_up) if turn_up else "",
        card=text,
    )
