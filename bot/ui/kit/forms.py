"""Forms for moves that are more than one choice: numbers, sets of cards, words.

A draft is not kept in memory: it travels in custom ids as a short code. By default a template (K7.2) becomes a form of
one field.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final, NamedTuple

from bot.common.id_codes import checksum, decode_number, decode_set, encode_set
from bot.tables.model.move_tokens import CURRENT_STATE_TEXT

MAX_FIELDS: Final = 5
"""Fields of a modal (discord/platform: modals)."""
MAX_OPTIONS: Final = 25
"""Options of a modal's select."""

MAX_DIGITS: Final = 20
"""Digits that a number may have."""

MAX_NUMBER: Final = 10**MAX_DIGITS - 1

MAX_WORD_LETTERS: Final = 100
"""Letters of the value of a select's option."""

MAX_CODE_LETTERS: Final = 45
"""Letters that the longest ids leave for a form's key and its code (bot/ui/kit/modals.py)."""

OLD_FORM: Final = f"That form is an old one. {CURRENT_STATE_TEXT}"


class NumberField(NamedTuple):
    """A whole number from `low` to `high`."""

    label: str
    low: int
    high: int
    hint: str = ""


class CardsField(NamedTuple):
    """So many of these cards, in the order to show, those of `must` among them. Copies of a card count each. `worths`
    are the points of each, where its option is to say them.
    """

    label: str
    cards: tuple[str, ...]
    fewest: int
    most: int
    must: tuple[str, ...] = ()
    hint: str = ""
    worths: tuple[int, ...] = ()


class WordField(NamedTuple):
    """One of these words, each with what a person reads."""

    label: str
    words: tuple[tuple[str, str], ...]
    hint: str = ""


CardNamer = Callable[[str], str]
"""Gives the name of a card."""

Field = NumberField | CardsField | WordField
Value = int | tuple[str, ...] | str
"""The value of a field: a number, the cards in the field's order, or a word."""
Values = tuple[Value, ...]
Draft = tuple[Value | None, ...]
"""The values of a form before it is valid; None for a field without a valid value."""


class InvalidInput(Exception):
    """A value that its field does not allow: `sentence` is for the person, `value` is the one to reopen with."""

    def __init__(self, sentence: str, value: Value | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.value = value


class Preset(NamedTuple):
    """A form filled in beforehand: the button whose press is the move, and what the fields hold."""

    label: str
    values: Values


def _no_text(_values: Values) -> str:
    """Return no text, for any values."""
    return ""


class Form(NamedTuple):
    """A form for one kind of move."""

    key: str
    """A short word, unique among the forms of a view."""
    button: str
    """The label of the button that opens it; empty where the presets stand alone."""
    title: str
    fields: tuple[Field, ...]
    move: Callable[[Values], str]
    ready: tuple[Preset, ...] = ()
    """Presets: common moves, each a button."""
    begin: Values | None = None
    """The values with which it opens."""
    wrong: Callable[[Values], str] = _no_text
    """The reason why single values do not fit together, in a sentence; "" if they do."""
    brings: Callable[[Values], str] = _no_text
    """The sentence about the move's effect, beyond its description by the presenter."""
    in_hand: bool = False
    """Whether its one field of cards is a select of the hand's message, and the choice there is the move."""

    @property
    def mark(self) -> str:
        """A checksum of the fields, four hexadecimal digits.

        Where others' moves have changed what may be chosen while a decision stands, no code becomes another choice.
        """
        return checksum(repr(self.fields))


# -- filled in for a move ----------------------------------------------------------------------------------------------


def values_for_move(form: Form, move: str, canonical: Callable[[str], str]) -> Values | None:
    """Return the values with which a form makes `move`; None if it cannot. `canonical` writes a move as the rules do.

    Each field gets the value that brings the words of the form's move nearest to those of `move`.
    """
    move_words = set(move.split())

    def nearness(values: Values) -> int:
        words = set(form.move(values).split())
        return len(words & move_words) - len(words - move_words)

    def at(place: int, value: Value) -> Values:
        return (*values[:place], value, *values[place + 1 :])

    values: Values = tuple(_initial_value(field, move_words) for field in form.fields)
    for place, field in enumerate(form.fields):
        if isinstance(field, WordField):
            values = max([at(place, word) for word, _ in field.words], key=nearness)
        elif isinstance(field, CardsField):
            near = nearness(values)
            values = at(place, tuple([card for card in field.cards if nearness(at(place, (card,))) > near]))
    makes = form.move(values)
    is_whole = set(makes.split()) == move_words or canonical(makes) == move
    return values if is_whole and not form.wrong(values) else None


def _initial_value(field: Field, chosen: Collection[str]) -> Value:
    """Return the value of a field to begin with: a number that is wanted, no cards, the first word."""
    if isinstance(field, NumberField):
        numbers = (number for word in chosen if (number := decode_number(word, MAX_NUMBER)) is not None)
        return next((number for number in numbers if field.low <= number <= field.high), field.low)
    return () if isinstance(field, CardsField) else field.words[0][0]


# -- as a code that fits a custom id -----------------------------------------------------------------------------------


def encode(form: Form, draft: Draft) -> str:
    """Encode a draft for a custom id: numbers, places of words, sets of cards as masks."""
    return ".".join(_encode_value(field, value) for field, value in zip(form.fields, draft, strict=True))


def _encode_value(field: Field, value: Value | None) -> str:
    """Return a value as a part of a custom id."""
    if value is None:
        return ""
    if isinstance(field, CardsField):
        assert isinstance(value, tuple)
        places, cards = list[int](), list(value)
        for place, card in enumerate(field.cards):
            if card in cards:
                cards.remove(card)
                places.append(place)
        return encode_set(places)
    if isinstance(field, WordField):
        return str([word for word, _ in field.words].index(str(value)))
    return str(value)


def decode_draft(form: Form, code: str) -> Draft:
    """Decode a draft. Raises InvalidInput if the code does not fit the form: its id is old or forged."""
    parts = code.split(".")
    if len(parts) != len(form.fields):
        raise InvalidInput(OLD_FORM)
    try:
        return tuple(
            _decode_value(field, part) if part else None for field, part in zip(form.fields, parts, strict=True)
        )
    except IndexError:
        raise InvalidInput(OLD_FORM) from None


def decode_values(form: Form, code: str) -> Values:
    """Decode a code in which every field has a value. Raises InvalidInput as `decode_draft` does."""
    draft = decode_draft(form, code)
    values = tuple(value for value in draft if value is not None)
    if len(values) < len(draft):
        raise InvalidInput(OLD_FORM)
    return values


def _decode_value(field: Field, part: str) -> Value:
    """Return the value of a part of a custom id. Raises InvalidInput where the form has changed."""
    if isinstance(field, CardsField):
        places = decode_set(part)
        if places is None:
            raise InvalidInput(OLD_FORM)
        return tuple(field.cards[place] for place in sorted(places))
    number = decode_number(part, MAX_NUMBER)
    if number is None:
        raise InvalidInput(OLD_FORM)
    if isinstance(field, WordField):
        return field.words[number][0]
    if not field.low <= number <= field.high:
        raise InvalidInput(OLD_FORM)
    return number


def check_fits(form: Form) -> None:
    """Check that a form fits a modal, and every choice in it a custom id.

    Raises ValueError, which names the form: what does not fit is never cut, for it would be another move.
    """
    problem = next(_problems(form), None)
    if problem is not None:
        raise ValueError(f"the form {form.key!r} {problem}")


def _problems(form: Form) -> Iterator[str]:
    """Yield each reason why a form cannot be shown."""
    if not (form.key.isascii() and form.key.isalnum()):
        yield "has a key that is no word"
    if form.in_hand and [isinstance(field, CardsField) and _select_count(field) for field in form.fields] != [1]:
        yield "is no single select, which the hand could hold"
    labels = sum(_select_count(field) if isinstance(field, CardsField) else 1 for field in form.fields)
    if not 1 <= labels <= MAX_FIELDS:
        yield f"takes {labels} fields; a modal holds 1 to {MAX_FIELDS}"
    for field in form.fields:
        if isinstance(field, CardsField):
            possible = 0 <= field.fewest <= min(field.most, len(field.cards))
            if not possible or not field.cards or not field.most:
                yield f"asks for {field.fewest} to {field.most} of {len(field.cards)} cards"
        elif isinstance(field, WordField):
            words = [word for word, _ in field.words]
            if not 1 <= len(set(words)) == len(words) <= MAX_OPTIONS or max(map(len, words)) > MAX_WORD_LETTERS:
                yield f"asks for one of {len(words)} words; a select holds 1 to {MAX_OPTIONS} different short ones"
        elif not 0 <= field.low <= field.high <= MAX_NUMBER:
            yield f"asks for a number from {field.low} to {field.high}"
    longest = len(form.key) + len(form.fields) - 1 + sum(_max_code_letters(field) for field in form.fields)
    if longest > MAX_CODE_LETTERS:
        yield f"could need {longest} characters of a custom id; {MAX_CODE_LETTERS} are left for it"


def _select_count(field: CardsField) -> int:
    """Return the number of selects for the cards of a field."""
    return max(1, -(-len(field.cards) // MAX_OPTIONS))


def _max_code_letters(field: Field) -> int:
    """Return the length of the longest code of a field."""
    if isinstance(field, CardsField):
        return -(-len(field.cards) // 4)
    return len(str(len(field.words) - 1 if isinstance(field, WordField) else field.high))


# -- as it comes from a modal ------------------------------------------------------------------------------------------


def parse_value(field: Field, values: Sequence[str]) -> Value:
    """Parse the input of a field: a number, places of cards from 0, or a word. Raises InvalidInput."""
    if isinstance(field, CardsField):
        return _parse_cards(field, values)
    if isinstance(field, WordField):
        if len(values) != 1 or values[0] not in dict(field.words):
            raise InvalidInput(f"{field.label} Choose one.")
        return values[0]
    text = values[0].strip() if values else ""
    number = decode_number(text, MAX_NUMBER)
    if number is None or not field.low <= number <= field.high:
        raise InvalidInput(f"{field.label} Type a whole number from {field.low} to {field.high}.")
    return number


def _parse_cards(field: CardsField, values: Sequence[str]) -> tuple[str, ...]:
    places = sorted({place for place in map(decode_number, values) if place is not None})
    cards = tuple(field.cards[place] for place in places if place < len(field.cards))
    if not field.fewest <= len(cards) <= field.most:
        card_count = str(field.fewest) if field.fewest == field.most else f"{field.fewest} to {field.most}"
        raise InvalidInput(f"{field.label} Choose {card_count}; you chose {len(cards)}.", cards)
    return cards
