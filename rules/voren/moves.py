"""The moves of Voren as text (K7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.cards import each, read_card, wrong_pack
from rules.contract import unreadable
from rules.voren.cards import CARDS

DECISIONS: Final = {
    "deal": (False, False),
    "deal poke": (True, False),
    "deal allplay": (False, True),
    "deal poke allplay": (True, True),
}
"""V3.4: the dealer's moves: whether a poke is dealt, whether all must play."""

STAY: Final = "stay"
FOLD: Final = "fold"
POKE: Final = "poke"

WORDS: Final = (*DECISIONS, STAY, FOLD, POKE)
"""The moves that name no card."""

PLAY: Final = "play "


def canonical(text: str) -> str:
    """The move as K7.1 writes it. Raises Refusal K7.1 if the text is no move of the game."""
    if text.isascii():
        lower = text.lower()
        if lower in WORDS:
            return lower
        card = lower.removeprefix(PLAY).upper()
        if lower.startswith(PLAY) and card in CARDS.bit:
            return PLAY + card
    raise unreadable(text)


def plays(cards: int) -> tuple[str, ...]:
    """The moves that play one of these cards, in canonical order."""
    return tuple(PLAY + CARDS.text[card] for card in each(cards))


def card_in(move: str) -> int | None:
    """The card that a move in canonical text plays; None for one that plays none."""
    return CARDS.bit.get(move.removeprefix(PLAY))


def read_pack(cards: Sequence[str], pack: Sequence[str]) -> tuple[int, ...]:
    """The cards of a chance event, top first, in any letter case.

    Raises Refusal `bad_cards` (K3.2) unless they are exactly those of `pack`.
    """
    order = [read_card(card) for card in cards]
    if sorted(order) != sorted(pack):
        raise wrong_pack(cards, pack)
    return tuple(CARDS.bit[card] for card in order)
