"""The table of leases."""

from __future__ import annotations

from sqlalchemy import BigInteger, Text
from sqlmodel import Field

from data.engine.columns import Row, Whole


class LeaseRow(Row, table=True):
    """The right of one process to a shard's work, for example, until a time by the database's clock (ms)."""

    __tablename__ = "leases"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel, which takes a name

    name: str = Field(sa_type=Text, primary_key=True)
    owner: str = Field(sa_type=Text)
    until: Whole = Field(sa_type=BigInteger)
