"""The table of leases."""

from __future__ import annotations

from data.engine import columns


class LeaseRow(columns.Row, table=True):
    """The right of one process to a shard's work, for example, until a time by the database's clock (ms)."""

    __tablename__ = "leases"

    name: columns.StringKey
    owner: columns.String
    until: columns.Whole
