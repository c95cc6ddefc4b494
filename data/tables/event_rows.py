"""Events as they are read: the columns of an EventRecord."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import case, func, literal, null, select
from sqlmodel import col

from data.people.models import PersonRow, user_id_column
from data.tables.events import PLAYED
from data.tables.models import EventRow


def _with(text: Any, hidden: Any) -> Any:
    """The columns of an EventRecord, with the person's number and name from their row."""
    there, doer = col(EventRow.person_id), col(PersonRow.id)
    before = col(EventRow.table_id), col(EventRow.seq), col(EventRow.kind), col(EventRow.seat)
    after = col(EventRow.interaction), user_id_column(), col(EventRow.at), func.coalesce(PersonRow.name, "")
    return select(*before, text, col(EventRow.public), hidden, *after).join_from(
        EventRow, PersonRow, doer == there, isouter=True
    )


EVENTS: Final = _with(col(EventRow.text), col(EventRow.hidden))
"""Whole events."""

HAPPENED: Final = _with(case((col(EventRow.kind).in_(PLAYED), literal("")), else_=col(EventRow.text)), null())
"""Columns of events that may be told: the game's without their text, none with what is hidden."""
