"""Packs of all games: the canonical list of their cards (K2.8), and cards as bits.

A pack without equal cards keeps its hands as bit masks: bit i is the i-th card in canonical order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from rules.contract import Refusal


def suited(ranks: Iterable[str], suits: Iterable[str]) -> tuple[str, ...]:
    """Return the suited cards in canonical order: suit by suit, ranks as given, which is low to high."""
    ranks = tuple(ranks)
    return tuple(rank + suit for suit in suits for rank in ranks)


class Bits:
    """The cards of a pack as bits. `texts` are in canonical order; `bit` and `text` lead from one form to the other."""

    __slots__ = ("_listed", "bit", "text", "texts")

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)
        self.bit = {text: 1 << index for index, text in enumerate(texts)}
        self.text = {1 << index: text for index, text in enumerate(texts)}
        self._listed = lru_cache(maxsize=4096)(self._list)  # views list the same hands and tricks again and again

    def mask(self, cards: Iterable[str]) -> int:
        """Return the set of these cards, in canonical case. Raises KeyError for a text that is no card of the pack."""
        total = 0
        for card in cards:
            total |= self.bit[card]
        return total

    def listed(self, mask: int) -> list[str]:
        """Return the cards of a set in canonical order."""
        return list(self._listed(mask))

    def _list(self, mask: int) -> tuple[str, ...]:
        return tuple([text for bit, text in self.text.items() if bit & mask])

    def order(self, cards: Sequence[str], pack: Sequence[str]) -> tuple[int, ...]:
        """Return the cards of a chance event, top first, in any letter case.

        Raises Refusal `bad_cards` (K3.2) unless they are exactly those of `pack`, which has each of its cards once.
        """
        bit = self.bit
        card_texts = [card if card in bit else read_card(card) for card in cards]
        if len(card_texts) != len(pack) or not set(card_texts).issuperset(pack):
            raise wrong_pack(cards, pack)
        return tuple([bit[card] for card in card_texts])


def each(mask: int) -> list[int]:
    """Return the single bits of a set, in canonical order."""
    cards: list[int] = []
    while mask:
        bit = mask & -mask
        cards.append(bit)
        mask ^= bit
    return cards


def read_card(text: str) -> str:
    """Return a card's text in canonical case (K2.1), empty if it is not even ASCII.

    Whether the pack has it is not asked.
    """
    return text.upper() if text.isascii() else ""


def wrong_pack(cards: Sequence[str], expected: Sequence[str]) -> Refusal:
    """Return the refusal of an order of cards that is not exactly the expected pack (K3.2), saying where it goes
    wrong.
    """
    cards_given = [read_card(card) for card in cards]
    for card, card_text in zip(cards, cards_given, strict=True):
        if card_text not in expected:
            return Refusal("bad_cards", "K3.2", "“{card}” is not a card of this pack.", card=card[:20])
    if len(cards) != len(expected):
        return Refusal(
            "bad_cards", "K3.2", "The pack has {expected} cards, not {given}.", expected=len(expected), given=len(cards)
        )
    missing_card = next(iter(Counter(expected) - Counter(cards_given)))
    return Refusal("bad_cards", "K3.2", "A card is there too often, and {card} is missing.", card=missing_card)
