"""The players at a table, by the names that sentences have for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.common.text import name_of
from bot.tables.model.table_state import TableState
from data.tables.records import SeatRecord
from rules.sentences import listed


@dataclass(frozen=True, slots=True)
class Players:
    """The players of a table: their names by seat, as plain text, and which seats a computer plays.

    `reader` is the seat that reads the text, or None for everybody.
    """

    names: tuple[str, ...]
    computers: frozenset[int] = field(default_factory=frozenset[int])
    reader: int | None = None

    def name(self, seat: int) -> str:
        """Return the name of a seat's player."""
        return name_of(self.names[seat] if 0 <= seat < len(self.names) else "", seat)

    @property
    def everybody(self) -> tuple[str, ...]:
        """The names of all players, by seat."""
        return tuple(self.name(seat) for seat in range(len(self.names)))

    def who(self, seat: int) -> str:
        """Return the subject of a sentence about a seat, in the past tense that "You" and a name share."""
        return "You" if seat == self.reader else self.name(seat)

    def whom(self, seat: int) -> str:
        """Return a seat within a sentence: "you" or its name."""
        return "you" if seat == self.reader else self.name(seat)

    def list(self, seats: Sequence[int]) -> str:
        """Return the names as a list in a sentence: "Ada, Bela and Cleo"."""
        return listed([self.name(seat) for seat in seats])

    def each(self, amounts: Sequence[int]) -> str:
        """Return amounts by seat, without zeros: "Ada 5, Cleo 10"; empty where all are 0."""
        return ", ".join(f"{self.whom(seat)} {amount}" for seat, amount in enumerate(amounts) if amount)


def players_of(table: TableState, reader: int | None = None) -> Players:
    """Return the players at a table, for the seat `reader` or, with None, for everybody."""
    return players_in(table.record.seats, reader)


def players_in(seats: Sequence[SeatRecord], reader: int | None) -> Players:
    """Return the players in these seats, for the seat `reader` or, with None, for everybody."""
    names = tuple(seat.name for seat in seats)
    return Players(names, frozenset(seat.seat for seat in seats if seat.kind != "person"), reader)
