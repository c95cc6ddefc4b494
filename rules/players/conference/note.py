"""The note of a computer player to its partner with the hand that it shows (C1.6): its winners, in a sentence."""

from __future__ import annotations

from typing import Final

from rules.cards import each
from rules.contract import View
from rules.players.words import many
from rules.sentences import listed
from rules.tarot.cards import CARDS, EVIL, FOOL, GOOD, KINGS, MAGICIAN, NUMBERED, PLACE, TRUMPS

HIGH: Final = PLACE[CARDS.bit["17"]]
"""The place of the lowest trump that is named."""
NAMED: Final = ((GOOD, "Good"), (EVIL, "Evil"), (MAGICIAN, "the Magician"), (FOOL, "the Fool"))


def note(view: View) -> str:
    """Return the sentence that goes with the hand of a view's seat, at most 80 letters; empty before the first
    trick.
    """
    if view["phase"] != "play":
        return ""
    hand = CARDS.mask(view["hand"])
    high = [CARDS.text[card] for card in reversed(each(hand & NUMBERED)) if PLACE[card] >= HIGH]
    trumps = many((hand & TRUMPS).bit_count(), "trump") + (f" with {listed(high)}" if high else "")
    kings = (hand & KINGS).bit_count()
    words_told = [trumps, *(words for card, words in NAMED if hand & card)]
    return f"I hold {listed([*words_told, many(kings, 'King')] if kings else words_told)}."
