"""The memory of a player that forgets: which of the cards played it takes for unseen ones."""

from __future__ import annotations

from typing import Final

from rules.contract import View

RECALLED_TRICKS: Final = 1
"""How many of the finished tricks it remembers: the last ones."""


def with_forgotten_cards(view: View) -> View:
    """Return a view, with the others' cards of all but the last tricks as forgotten ones."""
    early = view.get("tricks", ())[:-RECALLED_TRICKS]
    forgotten = [card for trick in early for seat, card in trick["cards"] if seat != view["seat"]]
    return {**view, "forgotten": forgotten} if forgotten else view


def forgotten_cards(view: View) -> tuple[str, ...]:
    """Return the cards that the view's seat has seen and forgotten."""
    return tuple(view.get("forgotten", ()))
