"""The forms that ask for a hand of a score pad, and what was put into them."""

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
"""What was put into forms, by their keys and those of their fields: a text as one, a choice as each of its values."""


class TextField(NamedTuple):
    """Something that is typed: on one line or, `lines`, on several. `value` stands there as the form opens, or, while
    nothing does, `sample` in grey.
    """

    key: str
    label: str
    value: str = ""
    hint: str = ""
    lines: bool = False
    required: bool = True
    sample: str = ""


class PickField(NamedTuple):
    """From `fewest` to `most` of up to 25 options, each a value and what people read; `chosen` as the form opens."""

    key: str
    label: str
    options: tuple[tuple[str, str], ...]
    chosen: tuple[str, ...] = ()
    fewest: int = 1
    most: int = 1
    hint: str = ""


EntryField = TextField | PickField


class EntryForm(NamedTuple):
    """One form of a way to tell of a hand: a key that is unique in its way, the button that opens it, its fields."""

    key: str
    button: str
    title: str
    fields: tuple[EntryField, ...]


class Way(NamedTuple):
    """One way to tell of a hand: the button that begins it, and its forms, of which all are needed. With none the name
    says it all, and is asked about.
    """

    key: str
    button: str
    forms: tuple[EntryForm, ...]


class Asked(NamedTuple):
    """A hand that is told of: the pad's options, who played by name in the order in which they sat, which of them
    dealt, and how many hands of the pad count before it.
    """

    options: Mapping[str, OptionValue]
    names: tuple[str, ...]
    dealer: int
    before: int

    def name(self, seat: int) -> str:
        """What the player in a seat is called."""
        return name_of(self.names[seat], seat)

    def called(self) -> tuple[str, ...]:
        """What all players are called, by seat."""
        return tuple(self.name(seat) for seat in range(len(self.names)))

    def picks(self) -> tuple[tuple[str, str], ...]:
        """The players as options of a field: their seats as values."""
        return tuple((str(seat), name) for seat, name in enumerate(self.called()))


class Unclear(Exception):
    """What was typed cannot be read: `sentence` tells the person what and where."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def in_words(refusal: Refusal, asked: Asked) -> str:
    """Why the rules do not take an entry: its sentence, with the players' names in place of their seats."""

    def named(found: re.Match[str]) -> str:
        seats = [refusal.fields.get(field) for field in _FIELD.findall(found[0])]
        if not all(isinstance(seat, int) and 0 <= seat < len(asked.names) for seat in seats):
            return found[0]
        names = listed([asked.name(seat) for seat in seats if isinstance(seat, int)])
        return names.replace("{", "{{").replace("}", "}}")

    return _SEATS.sub(named, refusal.sentence).format(**refusal.fields)
