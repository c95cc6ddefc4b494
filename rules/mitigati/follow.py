"""M6.2, M6.4: which cards may be played to a trick, and why not the rest."""

from __future__ import annotations

from rules.cards import each
from rules.contract import Barred, Refusal
from rules.mitigati.records import Trick
from rules.mitigati.trick import suit_asked
from rules.tarot import follow
from rules.tarot.cards import CARDS


def playable(trick: Trick, held: int) -> int:
    """The cards among `held` that may be played to the trick (M6.2, M6.4)."""
    return follow.playable(held, suit_asked(trick))


def why_not_play(trick: Trick, held: int, card: int) -> Refusal | None:
    """Why a card may not be played; None if it may."""
    if card & playable(trick, held):
        return None
    return follow.undutiful(held, suit_asked(trick), card, "M6.2") if card & held else follow.not_held(card)


def barred(trick: Trick, held: int) -> dict[str, Barred]:
    """The cards among `held` that may not be played to the trick."""
    instead = tuple(CARDS.listed(playable(trick, held)))
    return {CARDS.text[card]: Barred(why, instead) for card in each(held) if (why := why_not_play(trick, held, card))}
