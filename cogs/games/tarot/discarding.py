"""The dealer's discard in the tarot games as a form (M4.1, C3.1): a select a suit, so many cards in all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.ui.kit.forms import CardsField, Form, Ready, Values
from cogs.games.tarot.cards import KINDS, all_named, by_kind
from rules.sentences import capital

NUMBERS: Final = ("none", "one", "two", "three", "four")
"""Words for how many cards go."""


def form(cards: Sequence[str], count: int, clause: str, must: Sequence[str] = ()) -> Form:
    """`count` of these cards, all that `must` go among them; where that leaves no choice, a button that does it.

    A hand of 28 has more cards than one select holds, so each suit has its own, and trumps have one.
    """
    free = [card for card in cards if card not in must]
    left = count - len(must)
    wholly = f"Lay away {NUMBERS[count]} cards"
    if not left or len(cards) == count:
        only = tuple(cards)
        field = CardsField("These must go", only, count, count, must=only)
        return Form("discard", "", wholly, (field,), _laid_away, (Ready(f"Lay away {all_named(only)}", (only,)),))
    fields = tuple(
        CardsField(capital(KINDS[kind]), tuple(own), 0, most, hint=_so_many(most))
        for kind, own in by_kind(free).items()
        for most in (min(left, len(own)),)
    )

    def move(values: Values) -> str:
        return _laid_away((tuple(must), *values))

    def wrong(values: Values) -> str:
        chosen = _chosen(values)
        if len(chosen) == left:
            return ""
        besides = f" besides {all_named(must)}" if must else ""
        named_them = f": {all_named(chosen)}" if chosen else ""
        return f"Choose {NUMBERS[left]} {_cards(left)} in all{besides}; you chose {len(chosen)}{named_them} ({clause})."

    return Form("discard", f"{wholly} …", wholly, fields, move, wrong=wrong)


def _cards(number: int) -> str:
    return "card" if number == 1 else "cards"


def _so_many(most: int) -> str:
    return ("None, or this one", "None, one or both", "None, or up to three", "None, or up to four")[most - 1]


def _chosen(values: Values) -> list[str]:
    return [card for value in values if isinstance(value, tuple) for card in value]


def _laid_away(values: Values) -> str:
    return " ".join(("discard", *_chosen(values)))
