"""V5.4, V5.5, V5.6: which cards may follow to a trick, and why not the others.

`led_card` is the card led, `winning` is the card that wins so far, `trumps` are the cards of the trump suit.
"""

from __future__ import annotations

from rules.cards import each
from rules.contract import Refusal
from rules.voren.cards import CARDS, SUIT_OF, TREACHERY, UNSUITED, name_of, suit_name, with_unsuited
from rules.voren.trick import winning_card


def followable(hand: int, led_card: int, winning: int, trumps: int) -> int:
    """Return the cards of `hand` that may be played to the trick."""
    if led_card & UNSUITED:
        return hand  # V5.6
    cards = suit_duty(hand, led_card, trumps)
    return winning_card(winning | cards, led_card, trumps) & cards or cards  # V5.5


def suit_duty(hand: int, led_card: int, trumps: int) -> int:
    """Return the cards of the suit led, else the trumps, else any (V5.4)."""
    return hand & led_suit(led_card, trumps) or hand & with_unsuited(trumps) or hand


def led_suit(led_card: int, trumps: int) -> int:
    """Return the cards that count as the suit led: all trumps (V5.3) where one of them is led (V5.4)."""
    all_trumps = with_unsuited(trumps)
    return all_trumps if led_card & all_trumps else SUIT_OF[led_card]


def why_not_follow(card: int, hand: int, led_card: int, winning: int, trumps: int) -> Refusal | None:
    """Return why a card of `hand` may not be played to the trick; None if it may."""
    allowed = followable(hand, led_card, winning, trumps)
    if card & allowed:
        return None
    text = CARDS.text[card]
    if card & suit_duty(hand, led_card, trumps):
        return Refusal(
            "illegal_move",
            "V5.5",
            "You can win this trick, so you must play your highest card that does: {name}.",
            name=_name_with_article(allowed),
            must=CARDS.text[allowed],
            card=text,
        )
    if led_card & with_unsuited(trumps):
        sentence = "Trumps were led and you hold one, so you must play {trump}."
        return Refusal("illegal_move", "V5.4", sentence, trump=_trump(hand, trumps), card=text)
    suit = suit_name(led_card)
    if hand & led_suit(led_card, trumps):
        sentence = "{suit} were led and you hold one, so you must play a {one}."
        return Refusal("illegal_move", "V5.4", sentence, suit=suit.capitalize(), one=suit.removesuffix("s"), card=text)
    sentence = "You have no {suit}, so you must play {trump}."
    return Refusal("illegal_move", "V5.4", sentence, suit=suit, trump=_trump(hand, trumps), card=text)


def _trump(hand: int, trumps: int) -> str:
    """Return the trumps of a hand that holds some, as what has to be played: the Wolf and Treachery do not look
    like one.
    """
    if hand & trumps:
        return "a trump"
    return f"a trump: {' or '.join(map(_name_with_article, each(hand & UNSUITED)))}"


def _name_with_article(card: int) -> str:
    """Return a card within a sentence: "the 5 of spades", "the Wolf", "Treachery"."""
    return name_of(card) if card == TREACHERY else f"the {name_of(card)}"
