"""The forms for a hand of a score pad, and their input."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bot.common.text import name_of
from rules.contract import OptionValue, Refusal
from rules.sentences import listed

_FIELD: Final = re.compile(r"\{(\w+)\}")


_SEATS: Final = re.compile(r"[Ss]eat \{\w+\}|[Ss]eats \{\w+\} and \{\w+\}")


Typed = Mapping[str, Mapping[str, Sequence[str]]]
"""The input of forms, by keys of forms and fields: a text as one value, a choice as each of its values."""


class TextField(NamedTuple):
    """A text field, on several `lines` or one. It opens with `value`; without one it shows `sample` in grey."""

    key: str
    label: str
    value: str = ""
    hint: str = ""
    lines: bool = False
    required: bool = True
    sample: str = ""


class PickField(NamedTuple):
    """A choice of `fewest` to `most` of up to 25 options (value and label); `chosen` are selected as the form opens."""

    key: str
    label: str
    options: tuple[tuple[str, str], ...]
    chosen: tuple[str, ...] = ()
    fewest: int = 1
    most: int = 1
    hint: str = ""


EntryField = TextField | PickField


class EntryForm(NamedTuple):
    """One form of an entry method: its key (unique in the method), the button that opens it, its fields."""

    key: str
    button: str
    title: str
    fields: tuple[EntryField, ...]


class EntryMethod(NamedTuple):
    """One entry method: its button and its forms, all of which are needed. Without forms the button itself is the
    answer.
    """

    key: str
    button: str
    forms: tuple[EntryForm, ...]


class EntryContext(NamedTuple):
    """The hand that is entered: the pad's options, its players' names in seat order, the dealer's seat, and how many
    hands count before it.
    """

    options: Mapping[str, OptionValue]
    names: tuple[str, ...]
    dealer: int
    before: int

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat."""
        return name_of(self.names[seat], seat)

    def player_names(self) -> tuple[str, ...]:
        """Return all players' names, by seat."""
        return tuple(self.name(seat) for seat in range(len(self.names)))

    def player_options(self) -> tuple[tuple[str, str], ...]:
        """Return the players as options of a field, with seats as values."""
        return tuple((str(seat), name) for seat, name in enumerate(self.player_names()))


class UnclearInput(Exception):
    """Input that cannot be read; `sentence` says what and where."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def describe_refusal(refusal: Refusal, context: EntryContext) -> str:
    """Return the sentence of a refusal, with the players' names in place of their seats."""

    def named(match: re.Match[str]) -> str:
        seats = [refusal.fields.get(field) for field in _FIELD.findall(match[0])]
        if not all(isinstance(seat, int) and 0 <= seat < len(context.names) for seat in seats):
            return match[0]
        names = listed([context.name(seat) for seat in seats if isinstance(seat, int)])
        return names.replace("{", "{{").replace("}", "}}")

    return _SEATS.sub(named, refusal.sentence).format(**refusal.fields)
