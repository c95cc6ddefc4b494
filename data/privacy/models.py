"""The tables of erasures, and of what tells this database from others."""

from __future__ import annotations

from sqlalchemy import BigInteger, Text
from sqlmodel import Field

from data.engine.columns import Row, Whole


class ErasureRow(Row, table=True):
    """The erasure of a person's data: their row, which there may not have been, and when."""

    __tablename__ = "deletions"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    person_id: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: Whole = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})


class OriginRow(Row, table=True):
    """The one row that tells this database, with all its copies, from others: rows of people count from 1 in each."""

    __tablename__ = "origins"  # pyright: ignore[reportAssignmentType]  # declared_attr of SQLModel

    mark: str = Field(sa_type=Text, primary_key=True)
