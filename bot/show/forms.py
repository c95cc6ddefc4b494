"""Forms for moves that are more than one choice: numbers, sets of cards, words (design.md, section 5).

A form is a value: its fields, and how what a person put into them becomes the text of a move. Nothing half-chosen is
kept in memory: what was chosen travels in custom ids as a short code, and is read back against the same fields. By
default a view's templates (K7.2) become forms of one field; a look that knows better gives its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from rules.contract import View

MOST_FIELDS: Final = 5
"""What one modal holds (discord/platform: modals)."""
MOST_OPTIONS: Final = 25
"""What one select of a modal holds."""


class NumberField(NamedTuple):
    """A whole number from `low` to `high`."""

    label: str
    low: int
    high: int
    hint: str = ""


class CardsField(NamedTuple):
    """So many of these cards, in the order to show, those of `must` among them. Copies of a card count each."""

    label: str
    cards: tuple[str, ...]
    fewest: int
    most: int
    must: tuple[str, ...] = ()
    hint: str = ""


class WordField(NamedTuple):
    """One of these words, each with what a person reads."""

    label: str
    words: tuple[tuple[str, str], ...]
    hint: str = ""


Field = NumberField | CardsField | WordField
Value = int | tuple[str, ...] | str
"""What a field holds once it is filled in: a number, the cards in the field's order, or a word."""
Values = tuple[Value, ...]


class Wrong(Exception):
    """What was put into a field cannot be: `sentence` tells the person."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Form(NamedTuple):
    """A form: its key (short, unique among the forms of a view), the button that opens it, its fields, and its move."""

    key: str
    button: str
    title: str
    fields: tuple[Field, ...]
    move: Callable[[Values], str]


def forms_of(view: View) -> tuple[Form, ...]:
    """The forms of a view's templates: one field each. A template with a form of its own is left to the look."""
    found: list[Form] = []
    for choice in view["choices"]:
        verb: str = choice["verb"]
        if set(choice) == {"verb", "range"}:
            low, high = choice["range"]
            found.append(one_field(verb, NumberField(f"{verb.capitalize()} how much?", low, high)))
        elif set(choice) - {"must"} == {"verb", "count", "cards"}:
            fewest, most = choice["count"]
            cards, must = tuple(choice["cards"]), tuple(choice.get("must", ()))
            found.append(one_field(verb, CardsField(f"{verb.capitalize()} which cards?", cards, fewest, most, must)))
    return tuple(found)


def one_field(verb: str, field: Field) -> Form:
    """The form of a verb with one field, whose move is the verb and what the field holds."""

    def move(values: Values) -> str:
        (value,) = values
        return " ".join((verb, *value)) if isinstance(value, tuple) else f"{verb} {value}"

    return Form(verb, f"{verb.capitalize()} …", verb.capitalize(), (field,), move)


# -- as a code that fits a custom id -----------------------------------------------------------------------------------


def code_of(form: Form, values: Values) -> str:
    """What was filled in, as letters and digits for a custom id: a number, a word's place, a set of cards as a mask."""
    return ".".join(_code(field, value) for field, value in zip(form.fields, values, strict=True))


def _code(field: Field, value: Value) -> str:
    if isinstance(field, CardsField):
        assert isinstance(value, tuple)
        mask, left = 0, list(value)
        for place, card in enumerate(field.cards):
            if card in left:
                left.remove(card)
                mask |= 1 << place
        return f"{mask:x}"
    if isinstance(field, WordField):
        return str([word for word, _ in field.words].index(str(value)))
    return str(value)


def values_of(form: Form, code: str) -> Values:
    """What a code stands for. Raises Wrong where it fits no such form (an old or a forged id)."""
    parts = code.split(".")
    if len(parts) != len(form.fields) or not all(part.isascii() and part.isalnum() for part in parts):
        raise Wrong(OLD)
    try:
        return tuple(_value(field, part) for field, part in zip(form.fields, parts, strict=True))
    except (ValueError, IndexError):
        raise Wrong(OLD) from None


def _value(field: Field, part: str) -> Value:
    if isinstance(field, CardsField):
        mask = int(part, 16)
        if mask >> len(field.cards):
            raise ValueError(part)
        return tuple(card for place, card in enumerate(field.cards) if mask >> place & 1)
    if isinstance(field, WordField):
        return field.words[int(part)][0]
    return int(part)


# -- as it comes from a modal ------------------------------------------------------------------------------------------


def checked(field: Field, values: Sequence[str]) -> Value:
    """What a person put into a field: texts for a number, places of cards (0-based), or a word. Raises Wrong."""
    if isinstance(field, CardsField):
        return _cards(field, values)
    if isinstance(field, WordField):
        if len(values) != 1 or values[0] not in dict(field.words):
            raise Wrong(f"{field.label} Choose one.")
        return values[0]
    text = values[0].strip() if values else ""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
    if number is None or not field.low <= number <= field.high:
        raise Wrong(f"{field.label} Type a whole number from {field.low} to {field.high}.")
    return number


def _cards(field: CardsField, values: Sequence[str]) -> tuple[str, ...]:
    places = sorted({int(value) for value in values if value.isascii() and value.isdigit()})
    cards = tuple(field.cards[place] for place in places if place < len(field.cards))
    if not field.fewest <= len(cards) <= field.most:
        wanted = str(field.fewest) if field.fewest == field.most else f"{field.fewest} to {field.most}"
        raise Wrong(f"{field.label} Choose {wanted}; you chose {len(cards)}.")
    return cards


OLD: Final = "That form is an old one. This is how things stand now."
