"""The dealer's discard in the tarot games (M4.1, C3.1): what may go, what must, and why the rest stays in the hand."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.cards import each
from rules.contract import Barred, Legal, Refusal
from rules.sentences import capital
from rules.tarot.cards import CARDS, HONOURS, KINGS, name
from rules.templates import Cards

NEVER_DISCARDED: Final = KINGS | HONOURS
"""Cards that are never discarded (M4.1, C3.1)."""


class Discardable(NamedTuple):
    """The discard open to a dealer: `size` of the `allowed_cards`, all `required_cards` among them (`clause`).

    In Conference alone some must go: the other cards before any trump (C3.1).
    """

    size: int
    clause: str
    allowed_cards: int
    required_cards: int = 0

    def legal(self) -> Legal:
        """Return the discards, as a template."""
        return Legal(
            (),
            (
                Cards(
                    "discard",
                    self.size,
                    self.size,
                    tuple(CARDS.listed(self.allowed_cards)),
                    tuple(CARDS.listed(self.required_cards)),
                ),
            ),
        )

    def why_not(self, cards: int) -> Refusal | None:
        """Return why the dealer may not discard these of its cards; None if it may."""
        if cards & ~self.allowed_cards:
            return self._why_kept(each(cards & ~self.allowed_cards)[0])
        if cards.bit_count() != self.size:
            sentence = "Discard {count} cards. You chose {given}."
            return Refusal("illegal_move", self.clause, sentence, count=self.size, given=cards.bit_count())
        if self.required_cards & ~cards:
            sentence = "Trumps may only fill up the discard, so you must discard {card} first."
            return Refusal("illegal_move", self.clause, sentence, card=name(each(self.required_cards & ~cards)[0]))
        return None

    def barred(self, hand: int) -> dict[str, Barred]:
        """Return which of the cards `hand` may not be discarded, and why."""
        instead = tuple(CARDS.listed(self.allowed_cards))
        return {CARDS.text[card]: Barred(self._why_kept(card), instead) for card in each(hand & ~self.allowed_cards)}

    def _why_kept(self, card: int) -> Refusal:
        """Return why a card that may not be discarded stays in the hand."""
        if card & NEVER_DISCARDED:
            sentence = "{card} may not be discarded: keep Kings and Honours."
        else:
            sentence = "{card} may not be discarded: you have enough other cards."
        return Refusal("illegal_move", self.clause, sentence, card=capital(name(card)))
