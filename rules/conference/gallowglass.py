"""C4.2: cards of the hired suit that stand in for the suit led. (C4.1 is in moves.py, C4.4 in scoring.py.)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.conference.cards import COURTS
from rules.conference.records import LaidCard
from rules.contract import Refusal
from rules.sentences import capital
from rules.tarot.cards import PLAIN, name


def hireable_cards(led_suit: int, hired_suit: int) -> int:
    """Return the cards of the gallowglass suit where they can stand in for the suit led: another plain one."""
    return hired_suit if led_suit & PLAIN and led_suit != hired_suit else 0


def usable_stand_ins(hand: int, led_suit: int, hired_suit: int) -> int:
    """Return the gallowglass cards that a seat with this hand may play as if they were of the suit led."""
    own_cards = hand & led_suit
    return hand & hireable_cards(led_suit, hired_suit) if own_cards and not own_cards & ~COURTS else 0


def stand_ins(cards: Iterable[LaidCard], hands: Sequence[int], led_suit: int, hired_suit: int) -> int:
    """Return the cards of a trick that stand in for the suit led: gallowglass cards of seats that still hold that suit.

    `hands` are the cards that the seats have left. From a seat that is void such a card stands for nothing.
    """
    hireable = hireable_cards(led_suit, hired_suit)
    return sum([card for seat, card in cards if card & hireable and hands[seat] & led_suit])


def low_card_held(card: int) -> Refusal:
    """Return the refusal of a gallowglass card as a stand-in for the suit led."""
    sentence = "{card} can stand in only if you hold nothing but court cards of the suit led."
    return Refusal("illegal_move", "C4.2", sentence, card=capital(name(card)))
