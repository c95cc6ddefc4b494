"""C4.2: cards of the hired suit that stand in for the suit led. (C4.1 is in moves.py, C4.4 in scoring.py.)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.conference.cards import COURTS
from rules.conference.records import Laid
from rules.contract import Refusal
from rules.sentences import capital
from rules.tarot.cards import PLAIN, name


def hired_for(led: int, hired: int) -> int:
    """The cards of the gallowglass suit where they can stand in for the suit led: another plain one."""
    return hired if led & PLAIN and led != hired else 0


def opened(hand: int, led: int, hired: int) -> int:
    """The gallowglass cards that a seat with this hand may play as if they were of the suit led."""
    own = hand & led
    return hand & hired_for(led, hired) if own and not own & ~COURTS else 0


def stand_ins(cards: Iterable[Laid], hands: Sequence[int], led: int, hired: int) -> int:
    """The cards of a trick that stand in for the suit led: gallowglass cards of seats that still hold that suit.

    `hands` are the cards that the seats have left. From a seat that is void such a card stands for nothing.
    """
    hireable = hired_for(led, hired)
    return sum([card for seat, card in cards if card & hireable and hands[seat] & led])


def low_card_held(card: int) -> Refusal:
    """The refusal of a gallowglass card as a stand-in for the suit led."""
    sentence = "{card} can stand in only if you hold nothing but court cards of the suit led."
    return Refusal("illegal_move", "C4.2", sentence, card=capital(name(card)))
