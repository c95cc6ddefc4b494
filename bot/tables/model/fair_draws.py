"""The fair draws of a table (rules/shuffle.py): committed secrets, contributions and revealed secrets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from data.tables.events import ChancePayload, CommitSecret, EventKind
from data.tables.records import EventRecord
from rules.shuffle import commitment

DEALER: Final = "dealer"
"""The name of the draw that gives the first dealer; the others are named by their number, from 0."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A fair draw of this table: the secret is fixed; contributions are None until it is drawn."""

    name: str
    secret: bytes
    contributions: tuple[str, ...] | None = None
    shown: bool = False

    @property
    def commitment(self) -> str:
        """The commitment that the table is shown before the draw."""
        return commitment(self.secret)

    def __repr__(self) -> str:
        return f"Drawing({self.name!r})"


@dataclass(frozen=True, slots=True)
class Draws:
    """The draws of a table by name, and what the next one will be drawn from besides its secret."""

    drawings: Mapping[str, Drawing] = field(default_factory=dict[str, Drawing])
    contributions: tuple[str, ...] = ()

    def waiting(self) -> Drawing:
        """Return the draw that has its secret and has not been drawn; once the game has begun there is one."""
        return next(drawing for drawing in self.drawings.values() if drawing.contributions is None)

    def after(self, event: EventRecord) -> Draws:
        """Return the draws after an event of the log. Raises KeyError if the event names a draw without a secret."""
        match event.kind:
            case EventKind.COMMIT:
                secret = event.read_hidden(CommitSecret)["secret"]
                return self._with(Drawing(event.text, bytes.fromhex(secret)))
            case EventKind.REVEAL:
                return self._with(replace(self.drawings[event.text], shown=True))
            case EventKind.START:
                return self._drawn(DEALER)
            case EventKind.CHANCE:
                return replace(self._drawn(event.read(ChancePayload)["draw"]), contributions=())
            case EventKind.JOIN | EventKind.NEXT if event.interaction is not None:
                return replace(self, contributions=(*self.contributions, str(event.interaction)))
            case _:
                return self

    def without(self, name: str) -> Draws:
        """Return the draws without one whose secret is public. Raises KeyError if there is no such draw."""
        others = dict(self.drawings)
        del others[name]
        return replace(self, drawings=others)

    def _with(self, drawing: Drawing) -> Draws:
        return replace(self, drawings={**self.drawings, drawing.name: drawing})

    def _drawn(self, name: str) -> Draws:
        return self._with(replace(self.drawings[name], contributions=self.contributions))
