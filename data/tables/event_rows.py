"""Events as they are read: the columns of an EventRecord."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import case, func, literal, null, select
from sqlmodel import col

from data.people.models import PersonRow
from data.tables.events import PLAYED
from data.tables.models import EventRow
from data.tables.records import EventRecord


def _with(text: Any, hidden: Any) -> Any:
    """Return the columns of an EventRecord, by its names, with the person's number and name from their row."""
    doer_id, doer = col(EventRow.person_id), col(PersonRow.id)
    table_id: Any = col(EventRow.table_id)
    before = table_id.label("table"), col(EventRow.seq), col(EventRow.kind), col(EventRow.seat)
    after = col(EventRow.interaction), PersonRow.user.label("user"), col(EventRow.at)
    parts = text.label("text"), col(EventRow.public), hidden.label("hidden")
    return select(*before, *parts, *after, func.coalesce(PersonRow.name, "").label("name")).join_from(
        EventRow, PersonRow, doer == doer_id, isouter=True
    )


EVENTS: Final = _with(col(EventRow.text), col(EventRow.hidden))
"""Whole events."""

HAPPENED: Final = _with(case((col(EventRow.kind).in_(PLAYED), literal("")), else_=col(EventRow.text)), null())
"""Public columns of events: none with hidden content, and none with the text of the game's events."""


def event_of(row: Any) -> EventRecord:
    """Return the event that a row of these columns holds."""
    return EventRecord(**row._asdict())
