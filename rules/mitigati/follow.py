"""M6.2, M6.4: which cards may be played to a trick, and why not the rest."""

from __future__ import annotations

from rules.contract import Barred, Refusal
from rules.mitigati.records import Trick
from rules.mitigati.trick import suit_asked
from rules.tarot import follow
from rules.tarot.cards import BIT, CARDS, indices, texts


def playable(trick: Trick, held: int) -> int:
    """The cards among `held` that may be played to the trick (M6.2, M6.4)."""
    return follow.playable(held, suit_asked(trick))


def why_not(trick: Trick, held: int, card: int) -> Refusal:
    """Why a card that is not `playable` may not be played."""
    return follow.undutiful(held, suit_asked(trick), card, "M6.2") if BIT[card] & held else follow.not_held(card)


def barred(trick: Trick, held: int) -> dict[str, Barred]:
    """The cards among `held` that may not be played to the trick."""
    may = playable(trick, held)
    instead = tuple(texts(may))
    return {CARDS[card]: Barred(why_not(trick, held, card), instead) for card in indices(held & ~may)}
