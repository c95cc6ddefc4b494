"""The dealer's discard in the tarot games as a form (M4.1, C3.1): a select a suit, so many cards in all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.ui.game.moves import Verb
from bot.ui.kit.forms import CardsField, Form, Preset, Values
from cogs.games.tarot.cards import KINDS, all_named, by_kind, of_points, worth_of
from rules.sentences import capital

NUMBERS: Final = ("none", "one", "two", "three", "four")
"""Words for how many cards go."""


def form(cards: Sequence[str], count: int, must: Sequence[str] = ()) -> Form:
    """Return a form that picks `count` of these cards, all of `must` among them.

    Where that leaves no choice, it is a button that picks them.

    A hand of 28 has more cards than one select holds, so each suit has its own, and trumps have one.
    """
    free_cards = [card for card in cards if card not in must]
    free_count = count - len(must)
    wholly = f"Discard {_cards(count)}"
    if not free_count or len(cards) == count:
        all_cards = tuple(cards)
        field = CardsField("Must go", all_cards, count, count, must=all_cards)
        return Form(
            "discard", "", wholly, (field,), _discarded, (Preset(f"Discard {all_named(all_cards)}", (all_cards,)),)
        )
    fields = tuple(
        CardsField(
            _label(kind, most, len(kind_cards)),
            tuple(kind_cards),
            0,
            most,
            worths=tuple(worth_of([card]) for card in kind_cards),
        )
        for kind, kind_cards in by_kind(free_cards).items()
        for most in (min(free_count, len(kind_cards)),)
    )

    def move(values: Values) -> str:
        return _discarded((tuple(must), *values))

    def wrong(values: Values) -> str:
        chosen_cards = _chosen(values)
        if len(chosen_cards) == free_count:
            return ""
        besides = f" besides {all_named(must)}" if must else ""
        return f"Choose {_cards(free_count)}{besides}: you chose {len(chosen_cards) or 'none'}."

    return Form("discard", f"{wholly} …", wholly, fields, move, wrong=wrong)


def discard(whose: str) -> Verb:
    """Return the verb of the discard; its points are for `whose`: "you", "your side"."""
    return Verb(
        "discarded {}.",
        f"discard {{}}: {{detail}} for {whose}.",
        words=lambda cards: all_named(cards.split(" ")),
        detail=lambda cards: of_points(worth_of(cards.split(" "))),
    )


def _cards(number: int) -> str:
    return f"{number} card{'s' * (number != 1)}"


def _label(kind: str, most: int, card_count: int) -> str:
    """Return a suit with how many of its cards may go, and of how many."""
    return f"{capital(KINDS[kind])}: up to {most}" + (
        f" of {card_count} that you may discard" if card_count > most else ""
    )


def _chosen(values: Values) -> list[str]:
    return [card for value in values if isinstance(value, tuple) for card in value]


def _discarded(values: Values) -> str:
    return " ".join(("discard", *_chosen(values)))
