"""The order of tarot cards for those who leave a rule for their next turn (rules/orders.py)."""

from __future__ import annotations

from rules.tarot.cards import BIT, IN_SUIT, PLAIN


def height(card: int) -> tuple[int, ...]:
    """How high a card stands: by its rank in its suit, of equals in canonical order; above those the trumps (M6.3,
    C5.3), and the Fool, which wins nothing, above all.
    """
    return (0, card % IN_SUIT, card) if BIT[card] & PLAIN else (1, card)
