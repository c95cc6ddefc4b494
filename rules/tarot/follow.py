"""Following suit in the tarot games (M6.2, M6.4; C5.2, C5.4): what may be played, and why not the rest."""

from __future__ import annotations

from rules.contract import Refusal
from rules.tarot.cards import FOOL, TRUMPS, name, suit_name


def playable(hand: int, led_suit: int) -> int:
    """Return which cards of `hand` may be played when `led_suit` is the suit to follow (0: none yet).

    Follow suit; if void play a trump; with neither, play anything (M6.2, C5.2). The Fool may always be played and is no
    trump (M6.4, C5.4).
    """
    if not led_suit:
        return hand
    duty = hand & led_suit or hand & TRUMPS
    return duty | hand & FOOL if duty else hand


def must_follow_refusal(hand: int, led_suit: int, card: int, clause: str) -> Refusal:
    """Return why a `card` of `hand` that is not `playable` may not be played. `clause` is the game's duty to follow."""
    if hand & led_suit:
        sentence = "You hold {suit}, so you must follow suit."
    else:
        sentence = "You hold no {suit} but trumps, so you must play a trump."
    return Refusal("illegal_move", clause, sentence, suit=suit_name(led_suit), card=name(card))


def not_held_refusal(card: int) -> Refusal:
    """Return the refusal of a card that is not in the mover's hand (K4.3)."""
    return Refusal("illegal_move", "K4.3", "You do not hold {card}.", card=name(card))
