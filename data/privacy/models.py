"""The tables of erasures, and of what tells this database from others."""

from __future__ import annotations

from data.engine import columns


class ErasureRow(columns.Row, table=True):
    """The erasure of a person's data: their row, which there may not have been, and when."""

    __tablename__ = "deletions"

    person_id: columns.Key
    at: columns.Key


class OriginRow(columns.Row, table=True):
    """The one row that tells this database, with all its copies, from others: rows of people count from 1 in each."""

    __tablename__ = "origins"

    mark: columns.StringKey
