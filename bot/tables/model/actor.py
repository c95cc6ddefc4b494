"""The actor of a command: a person who acts at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from data.tables.events import EventKind
from data.tables.records import NewEvent


@dataclass(frozen=True, slots=True)
class Actor:
    """A person who acts at a table, and the interaction by which they do; None where no interaction asked for it."""

    id: int
    display_name: str
    """The name shown to others; empty where only the id is at hand: the name stays what it was."""
    interaction: int | None

    def new_event(
        self,
        kind: EventKind,
        seat: int | None = None,
        public: Mapping[str, Any] | None = None,
        *,
        text: str = "",
        hidden: Mapping[str, Any] | None = None,
    ) -> NewEvent:
        """Return an event by this person. Only one event of a step may be: an interaction makes one."""
        return NewEvent(kind, seat, text, public or {}, hidden, self.interaction, self.id, self.display_name)
