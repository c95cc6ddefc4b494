"""Work as it is read: the columns of records.Work."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import select
from sqlmodel import col

from data.tables.models import WorkRow
from data.tables.records import Work

WORK_ROWS: Final = select(
    *(col(WorkRow.id), col(WorkRow.table_id), col(WorkRow.pad_id), col(WorkRow.night_id)),
    *(col(WorkRow.guild), col(WorkRow.kind), col(WorkRow.key)),
    *(col(WorkRow.seq), col(WorkRow.payload), col(WorkRow.due), col(WorkRow.tries), col(WorkRow.state)),
    *(col(WorkRow.channel), col(WorkRow.message)),
)
"""The columns of records.Work."""


def work_of(row: Any) -> Work:
    """The work item that a row of these columns holds."""
    return Work(**row._asdict())
