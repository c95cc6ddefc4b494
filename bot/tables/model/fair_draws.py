"""The fair draws of a table (rules/shuffle.py): which secret is fixed, what is mixed in, what has been shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from data.records import EventRecord, NewEvent
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
        """What the table is shown before the draw."""
        return commitment(self.secret)

    def __repr__(self) -> str:
        return f"Drawing({self.name!r})"


@dataclass(slots=True)
class Draws:
    """The draws of a table by name, and what the next one will be drawn from besides its secret."""

    drawings: dict[str, Drawing]
    contributions: tuple[str, ...] = ()

    def waiting(self) -> Drawing:
        """The draw that has its secret and has not been drawn; once the game has begun there is one."""
        return next(one for one in self.drawings.values() if one.contributions is None)

    def take(self, event: EventRecord | NewEvent) -> None:
        """Take an event of the log in. Raises KeyError where it is about a draw that nobody fixed."""
        match event.kind:
            case "commit":
                secret: str = (event.hidden or {})["secret"]
                self.drawings[event.text] = Drawing(event.text, bytes.fromhex(secret))
            case "reveal":
                self.drawings[event.text] = replace(self.drawings[event.text], shown=True)
            case "start":
                self._drawn(DEALER)
            case "chance":
                self._drawn(str(event.public["draw"]))
                self.contributions = ()
            case "word":
                self.contributions = (*self.contributions, event.text)
            case "join" | "next" if event.interaction is not None:
                self.contributions = (*self.contributions, str(event.interaction))
            case _:
                pass

    def _drawn(self, name: str) -> None:
        self.drawings[name] = replace(self.drawings[name], contributions=self.contributions)
