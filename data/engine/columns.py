"""The base of all tables: their columns' types, and the check of what is written to them.

Amounts may outgrow 64 bits, so they are TEXT.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Annotated, Any, ClassVar

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, create_model
from sqlalchemy import JSON, BigInteger, ColumnElement, Integer, MetaData, Table, Text, cast, text
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import registry
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

from data.engine.errors import explain
from data.engine.values import without_nul

Id: Any = BigInteger().with_variant(Integer(), "sqlite")
"""A number the database gives: SQLite counts only in columns of its type INTEGER, which has 64 bits there."""

Json: Any = JSON(none_as_null=True)
"""Written whole."""

NAMES = {
    "ix": "%(table_name)s_%(column_0_N_name)s",
    "uq": "%(table_name)s_%(column_0_N_name)s_unique",
    "fk": "%(table_name)s_%(column_0_N_name)s_exists",
    "pk": "%(table_name)s_key",
}
"""Every constraint has a name, so that a later migration can change it."""


class Amount(TypeDecorator[int]):
    """A whole number of any size, kept as TEXT. Sums and order are made in Python."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> str | None:
        """Return the number's decimal text."""
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> int | None:
        """Return the number that the text stands for."""
        return None if value is None else int(value)


class Amounts(TypeDecorator[tuple[int, ...]]):
    """Whole numbers of any size, one a seat, kept as TEXT with spaces between them."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[int, ...] | None, dialect: Dialect) -> str | None:
        """Return the numbers' decimal texts."""
        return None if value is None else " ".join(map(str, value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[int, ...] | None:
        """Return the numbers that the text stands for."""
        return None if value is None else tuple(map(int, value.split()))


Number = Annotated[int, Ge(0), Le(2**63 - 1)]
"""A whole number of a signed 64-bit column, from 0 on."""

Whole = Annotated[Number, Field(sa_type=BigInteger)]
"""A column of a snowflake, a count or a time."""

OptionalWhole = Annotated[Number | None, Field(sa_type=BigInteger)]

User = Annotated[int, Ge(-(2**63) + 1), Le(2**63 - 1)]
"""A Discord user id, or the negated row id of an erased person."""

Key = Annotated[Number, Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})]
"""A part of a primary key that we give."""

PersonKey = Annotated[
    Number,
    Field(
        sa_type=BigInteger,
        primary_key=True,
        foreign_key="people.id",
        index=True,
        sa_column_kwargs={"autoincrement": False},
    ),
]
"""The part of a primary key that is a person's row."""

PersonKeyCascading = Annotated[
    Number,
    Field(
        sa_type=BigInteger,
        primary_key=True,
        foreign_key="people.id",
        ondelete="CASCADE",
        index=True,
        sa_column_kwargs={"autoincrement": False},
    ),
]
"""As PersonKey; the row is deleted with the person's."""

RowId = Annotated[int | None, Field(sa_type=Id, primary_key=True)]
"""A primary key that the database gives; None until then."""

TEXT: Any = Field(sa_type=Text)
TEXT_KEY: Any = Field(sa_type=Text, primary_key=True)
String = Annotated[str, TEXT]
OptionalString = Annotated[str | None, TEXT]
StringKey = Annotated[str, TEXT_KEY]

JsonObject = Annotated[dict[str, Any], Field(sa_type=Json)]
OptionalJsonObject = Annotated[dict[str, Any] | None, Field(sa_type=Json)]
JsonList = Annotated[list[dict[str, Any]], Field(sa_type=Json)]

Points = Annotated[int, Field(sa_type=Amount)]
OptionalPoints = Annotated[int | None, Field(sa_type=Amount)]
SeatNumbers = Annotated[tuple[int, ...], Field(sa_type=Amounts)]


class Row(SQLModel, registry=registry(metadata=MetaData(naming_convention=NAMES))):
    """The base of all tables' classes. A new row and each `update` are checked; printing a row shows nothing of it."""

    # SQLModel declares a declared_attr, but takes a name.
    __tablename__: ClassVar[str]  # pyright: ignore[reportIncompatibleVariableOverride]

    model_config = {
        "strict": True,
        "hide_input_in_errors": True,
        "extra": "forbid",
        "ignored_types": (hybrid_property,),
    }

    def __init__(self, **values: Any) -> None:
        """Make a row with these columns. Raises StoreError where one does not fit."""
        super().__init__(**(checked(type(self), values) if values else values))

    def update(self, values: Mapping[str, Any]) -> None:
        """Set some columns. Raises StoreError where one does not fit."""
        for name, value in checked(type(self), values, only=frozenset(values)).items():
            setattr(self, name, value)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    __str__ = __repr__


def checked(row: type[Row], values: Mapping[str, Any], *, only: frozenset[str] | None = None) -> dict[str, Any]:
    """Return the columns of a row, checked, or `only` some of them. Raises StoreError where one does not fit."""
    # A SQLModel table does not validate. A model of pydantic's own does, three times as fast as one of SQLModel's.
    values = {name: without_nul(value) if isinstance(value, str) else value for name, value in values.items()}
    try:
        # pyright takes a class for unhashable if its instances are
        return dict(vars(_validator(row, only).model_validate(values)))  # pyright: ignore[reportArgumentType]
    except ValueError as error:
        raise explain(error, row.__name__) from None


@cache
def _validator(row: type[Row], only: frozenset[str] | None) -> type[BaseModel]:
    columns: dict[str, Any] = {
        name: (field.annotation, field) for name, field in row.model_fields.items() if only is None or name in only
    }
    config = ConfigDict(strict=True, hide_input_in_errors=True, extra="forbid")
    return create_model(row.__name__, __config__=config, **columns)


def table_of(row: type[Row]) -> Table:
    """Return the table whose rows are of that class."""
    table: Table = vars(row)["__table__"]
    return table


def columns_of(record: type[Any], row: type[Row]) -> list[ColumnElement[Any]]:
    """Return the columns of a row that a record has as fields of the same names."""
    table = table_of(row)
    return [table.c[name] for name in _shared_names(record, table)]


def values_of(record: object, row: type[Row]) -> dict[str, Any]:
    """Return the values of the columns that a record has as fields of the same names."""
    return {name: getattr(record, name) for name in _shared_names(type(record), table_of(row))}


def fields_of(row: Row, record: type[Any]) -> dict[str, Any]:
    """Return the values of the fields that a row has as columns of the same names."""
    return {name: getattr(row, name) for name in _shared_names(record, table_of(type(row)))}


@cache
def _shared_names(record: type[Any], table: Table) -> list[str]:
    return [field.name for field in fields(record) if field.name in table.c]


def json_integer(value: Any) -> ColumnElement[int]:
    """Return a number in a JSON column (`column["name"]`), of up to 64 bits: `as_integer` has 32 in PostgreSQL."""
    return cast(value.as_string(), BigInteger)


def partial_index(condition: str) -> dict[str, Any]:
    """Return the arguments of an index of the rows alone that fit a condition in SQL."""
    return {f"{dialect}_where": text(condition) for dialect in ("sqlite", "postgresql")}
