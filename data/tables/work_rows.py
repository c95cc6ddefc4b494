"""Work as it is read: the columns of records.Work."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Text, literal_column, select
from sqlmodel import col

from data.tables.models import WorkRow
from data.tables.records import Work
from data.tables.work import WorkKind

WORK_ROWS: Final = select(
    *(col(WorkRow.id), col(WorkRow.table_id), col(WorkRow.pad_id), col(WorkRow.night_id)),
    *(col(WorkRow.guild), col(WorkRow.kind), col(WorkRow.key)),
    *(col(WorkRow.seq), col(WorkRow.payload), col(WorkRow.due), col(WorkRow.tries), col(WorkRow.state)),
    *(col(WorkRow.channel), col(WorkRow.message), col(WorkRow.begun_at)),
)
"""The columns of records.Work."""

IS_DIGEST: Final = col(WorkRow.kind) == literal_column(f"'{WorkKind.POST_DIGEST}'", Text())
"""A digest. The kind is no parameter, since the index of digests serves only what says so in its text."""


def work_of(row: Any) -> Work:
    """Return the work item that a row of these columns holds."""
    return Work(**row._asdict())
