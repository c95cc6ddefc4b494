"""Placing and exposing bid cards as forms (A5, A6): tricks by their numbers, and what most will want as a button."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.kit.forms import CardsField, Field, Form, Preset, Values, WordField
from cogs.games.abracadabra.cards import bid_card, plural, rank_named, tricks, worth
from rules.contract import View

NONE: Final = "none"
PILE: Final = "pile"
CLOSED: Final = "closed"

PLACE_NONE: Final = "Name no trick"
EXPOSE_NONE: Final = "Expose nothing"
EXPOSE_PILE: Final = "Expose the pile"
CLOSED_PILE: Final = "Keep the pile hidden"


def forms(view: View) -> tuple[Form, ...]:
    """Return the form of the view's templates: number of cards, bid cards, and pile."""
    return tuple(_place(choice) if choice["verb"] == "place" else _expose(choice) for choice in view["choices"])


def _named_ranks(arguments: str) -> tuple[list[str], bool]:
    """Return the ranks of bid cards that a `place` or `expose` names after its verb, and whether the pile is
    exposed.
    """
    words = arguments.upper().split()
    return [word for word in words if word not in {NONE.upper(), PILE.upper()}], PILE.upper() in words


def _place(choice: Mapping[str, Any]) -> Form:
    """Return the form of bid cards: Declarer's number (A5.1), or fewer for another (A5.3), who has a button for
    none.
    """
    fewest, most = choice["count"]
    if not most:
        none_field = WordField("Tricks", ((NONE, "None: Declarer named 1"),))
        return Form("place", "", "Name no trick", (none_field,), _placing, (Preset(PLACE_NONE, (NONE,)),))
    cards = tuple(bid_card(rank) for rank in choice["cards"])
    all_of = f"Choose {most}" if fewest == most else f"Up to {most}, or none"
    hint = f"{all_of}. Each named trick you win scores its number."
    field = CardsField("Which tricks will you win?", cards, fewest, most, hint=hint)
    ready = () if fewest else (Preset(PLACE_NONE, ((),)),)
    button = f"Name {plural(most, 'trick')} …" if fewest else f"Name up to {plural(most, 'trick')} …"
    return Form("place", button, "Name tricks", (field,), _placing, ready, brings=_gain_of_placing, in_hand=True)


def _ranks(values: Values) -> list[str]:
    return [rank_named(card) for card in values[0]] if isinstance(values[0], tuple) else []


def _placing(values: Values) -> str:
    return " ".join(("place", *_ranks(values)))


def _gain_of_placing(values: Values) -> str:
    """Return the possible gain from the chosen tricks."""
    ranks = _ranks(values)
    return f"+{worth(ranks)} if you win {_them(ranks)}." if ranks else ""


def _them(ranks: Sequence[str]) -> str:
    return "it" if len(ranks) == 1 else "them all"


def _expose(choice: Mapping[str, Any]) -> Form:
    """Return Declarer's placed cards, and its pile if it has one (A6.1)."""
    cards = tuple(bid_card(rank) for rank in choice["cards"])
    hint = "Win its trick: plus twice its number. Lose it: minus twice its number."
    fields: list[Field] = [CardsField("Which bid cards do you expose?", cards, 0, len(cards), hint=hint)]
    ready = [Preset(EXPOSE_NONE, ((), CLOSED) if choice["pile"] else ((),))]
    if choice["pile"]:
        words = ((CLOSED, "Keep it hidden"), (PILE, "Expose it: each card of your suit scores 4, not 2"))
        fields.append(WordField("Your pile (bid cards you did not use)", words))
        ready.append(Preset(EXPOSE_PILE, ((), PILE)))
    begin = ready[0].values
    return Form(
        "expose",
        "Expose bid cards …",
        "Expose bid cards",
        tuple(fields),
        _exposing,
        tuple(ready),
        begin=begin,
        brings=_doubled,
    )


def _exposing(values: Values) -> str:
    pile = [PILE] if values[1:] == (PILE,) else []
    return " ".join(("expose", *(_ranks(values) + pile or [NONE])))


def _doubled(values: Values) -> str:
    """Return the possible gain and loss of the cards that are turned up."""
    ranks = _ranks(values)
    most = 2 * worth(ranks)
    return f"+{most} if you win {_them(ranks)}, \N{MINUS SIGN}{most} if you lose {_them(ranks)}." if ranks else ""


def placed_text(arguments: str) -> str:
    """Return the tricks that a `place` names after its verb."""
    ranks, _ = _named_ranks(arguments)
    return tricks(ranks) if ranks else "no trick"


def exposed(arguments: str) -> str:
    """Return the bid cards that an `expose` names after its verb, and the pile."""
    ranks, pile = _named_ranks(arguments)
    return " and ".join([*([tricks(ranks)] if ranks else []), *(["your pile"] if pile else [])]) or "nothing"
