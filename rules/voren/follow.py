"""V5.4, V5.5, V5.6: which cards may follow to a trick, and why not the others.

`led` is the card led, `best` is the card that is winning the trick so far, `trumps` are the cards of the trump suit.
"""

from __future__ import annotations

from rules.cards import each
from rules.contract import Refusal
from rules.voren.cards import CARDS, SUIT_OF, TREACHERY, UNSUITED, name_of, suit_name, with_unsuited
from rules.voren.trick import winning_card


def may_follow(hand: int, led: int, best: int, trumps: int) -> int:
    """The cards of `hand` that may be played to the trick."""
    if led & UNSUITED:
        return hand  # V5.6
    cards = suit_duty(hand, led, trumps)
    return winning_card(best | cards, led, trumps) & cards or cards  # V5.5


def suit_duty(hand: int, led: int, trumps: int) -> int:
    """V5.4: the cards of the suit led, else the trumps, else any."""
    return hand & suit_led(led, trumps) or hand & with_unsuited(trumps) or hand


def suit_led(led: int, trumps: int) -> int:
    """V5.4: the cards that count as the suit led: all trumps (V5.3) where one of them is led."""
    all_trumps = with_unsuited(trumps)
    return all_trumps if led & all_trumps else SUIT_OF[led]


def why_not_follow(card: int, hand: int, led: int, best: int, trumps: int) -> Refusal | None:
    """Why a card of `hand` may not be played to the trick; None if it may."""
    must = may_follow(hand, led, best, trumps)
    if card & must:
        return None
    text = CARDS.text[card]
    if card & suit_duty(hand, led, trumps):
        return Refusal(
            "illegal_move",
            "V5.5",
            "You can win this trick, so you must play your highest card that does: {name}.",
            name=_called(must),
            must=CARDS.text[must],
            card=text,
        )
    if led & with_unsuited(trumps):
        sentence = "Trumps were led and you hold one, so you must play {trump}."
        return Refusal("illegal_move", "V5.4", sentence, trump=_trump(hand, trumps), card=text)
    suit = suit_name(led)
    if hand & suit_led(led, trumps):
        sentence = "{suit} were led and you hold one, so you must play a {one}."
        return Refusal("illegal_move", "V5.4", sentence, suit=suit.capitalize(), one=suit.removesuffix("s"), card=text)
    sentence = "You have no {suit}, so you must play {trump}."
    return Refusal("illegal_move", "V5.4", sentence, suit=suit, trump=_trump(hand, trumps), card=text)


def _trump(hand: int, trumps: int) -> str:
    """The trumps of a hand that holds some, as what has to be played: the Wolf and Treachery do not look like one."""
    if hand & trumps:
        return "a trump"
    return f"a trump: {' or '.join(map(_called, each(hand & UNSUITED)))}"


def _called(card: int) -> str:
    """A card within a sentence: "the 5 of spades", "the Wolf", "Treachery"."""
    return name_of(card) if card == TREACHERY else f"the {name_of(card)}"
