"""Reading a pad entry (6-pads): one reader for all games, so that the same fault has the same words."""

# A field that is missing, unknown or of the wrong type, and a seat that does not exist, are `bad_request`; what cannot
# have happened is `bad_entry`. Both name the pad's clause.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from rules.contract import Refusal


class Entry:
    """An entry, or an object within one, that has all fields of `required`, and otherwise only fields of `optional`.

    `clause` is the pad's. Raises Refusal `bad_request`, as all its readers do.
    """

    def __init__(self, clause: str, fields: object, required: Sequence[str], optional: Sequence[str] = ()) -> None:
        self._clause = clause
        if not isinstance(fields, dict):
            raise self.malformed("An entry is an object of fields and values.")
        self._fields = cast("Mapping[Any, object]", fields)
        for name in self._fields:
            if name not in required and name not in optional:
                raise self.malformed("There is no field {name} in this entry.", name=str(name)[:40])
        for name in required:
            if name not in self._fields:
                raise self.malformed("The field {name} is missing.", name=name)

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def malformed(self, sentence: str, **fields: object) -> Refusal:
        """Return the refusal of an entry that cannot be read (`bad_request`)."""
        return Refusal("bad_request", self._clause, sentence, **fields)

    def impossible(self, sentence: str, **fields: object) -> Refusal:
        """Return the refusal of what cannot have happened (`bad_entry`)."""
        return Refusal("bad_entry", self._clause, sentence, **fields)

    def whole(self, name: str, default: int | None = None) -> int:
        """Return a whole number, negative ones too; `true` is none. `default` is for a field left out."""
        return self._whole(name, self._fields.get(name, default))

    def _whole(self, name: str, value: object) -> int:
        if type(value) is not int:
            raise self.malformed("The field {name} takes whole numbers.", name=name)
        return value

    def wholes(self, name: str, count: int, default: int | None = None) -> list[int]:
        """Return `count` whole numbers, or `count` times `default` if the field is left out."""
        values: list[object] = [default] * count if name not in self and default is not None else self.members(name)
        numbers = [self._whole(name, value) for value in values]
        if len(numbers) != count:
            raise self.malformed("The field {name} takes {count} whole numbers.", name=name, count=count)
        return numbers

    def flag(self, name: str, default: bool | None = None) -> bool:
        """Whether the field is true; `default` is for a field left out."""
        value = self._fields.get(name, default)
        if not isinstance(value, bool):
            raise self.malformed("The field {name} is true or false.", name=name)
        return value

    def word(self, name: str, words: Sequence[str]) -> str:
        """Return one of these words."""
        value = self._fields[name]
        if not isinstance(value, str) or value not in words:
            raise self.malformed("The field {name} is one of {words}.", name=name, words=", ".join(words))
        return value

    def members(self, name: str) -> list[object]:
        """Return the members of a list, whatever they are; of a field left out none."""
        value = self._fields.get(name, [])
        if not isinstance(value, list):
            raise self.malformed("The field {name} is a list.", name=name)
        return cast("list[object]", value)

    def value(self, name: str) -> object:
        """Return a field as it stands, for what only its game can read."""
        return self._fields[name]

    def seat(self, name: str, seats: int) -> int:
        """Return a seat of a table with so many."""
        return self._seat(name, self._fields[name], seats)

    def seat_or_none(self, name: str, seats: int) -> int | None:
        """Return a seat, or null."""
        return None if self._fields[name] is None else self.seat(name, seats)

    def seat_list(self, name: str, seats: int) -> list[int]:
        """Return a list of seats. One that is named twice cannot be (`bad_entry`)."""
        listed = self.seats_named(name, seats)
        for place, seat in enumerate(listed):
            if seat in listed[:place]:
                raise self.impossible("The field {name} names seat {seat} twice.", name=name, seat=seat)
        return listed

    def seats_named(self, name: str, seats: int) -> list[int]:
        """Return a list of seats, any of them as often as it may be; of a field left out none."""
        return [self._seat(name, value, seats) for value in self.members(name)]

    def _seat(self, name: str, value: object, seats: int) -> int:
        seat = self._whole(name, value)
        if not 0 <= seat < seats:
            raise self.malformed(
                "The field {name} names seat {seat}, which is not at this table.", name=name, seat=seat
            )
        return seat
