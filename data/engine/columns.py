"""The base of all tables: their columns' types, and the check of what is written to them.

A SQLModel table does not validate, so the fields' class checks input. Amounts may outgrow 64 bits, so they are TEXT.
"""

from __future__ import annotations

from typing import Annotated, Any

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, create_model
from sqlalchemy import JSON, BigInteger, Integer, MetaData, Table, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import registry
from sqlalchemy.types import TypeDecorator
from sqlmodel import SQLModel
from sqlmodel._compat import SQLModelConfig

Whole = Annotated[int, Ge(0), Le(2**63 - 1)]
"""A snowflake, a count or a time: what a signed 64-bit column holds."""

User = Annotated[int, Ge(-(2**63) + 1), Le(2**63 - 1)]
"""Somebody's number at Discord, or with a minus that of the row of somebody whose data was taken out."""

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
        """The number's decimal text."""
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> int | None:
        """The number that the text stands for."""
        return None if value is None else int(value)


class Amounts(TypeDecorator[tuple[int, ...]]):
    """Whole numbers of any size, one a seat, kept as TEXT with spaces between them."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[int, ...] | None, dialect: Dialect) -> str | None:
        """The numbers' decimal texts."""
        return None if value is None else " ".join(map(str, value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[int, ...] | None:
        """The numbers that the text stands for."""
        return None if value is None else tuple(map(int, value.split()))


class Fields(SQLModel, registry=registry(metadata=MetaData(naming_convention=NAMES))):
    """The base of all: a failed validation names a field and its fault, never its contents; printing shows none."""

    model_config = SQLModelConfig(strict=True, hide_input_in_errors=True, extra="forbid")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    __str__ = __repr__


_PLAIN: dict[type[Fields], type[BaseModel]] = {}


def plain(fields: type[Fields]) -> type[BaseModel]:
    """The same fields with the same checks as a model of pydantic's own, which is three times as fast to validate."""
    if fields not in _PLAIN:
        _PLAIN[fields] = _made_plain(fields)
    return _PLAIN[fields]


def _made_plain(fields: type[Fields]) -> type[BaseModel]:
    checks: dict[str, Any] = {name: (field.annotation, field) for name, field in fields.model_fields.items()}
    config = ConfigDict(strict=True, hide_input_in_errors=True, extra="forbid")
    return create_model(fields.__name__, __config__=config, **checks)


def table_of(row: type[Fields]) -> Table:
    """The table whose rows are of that class."""
    table: Table = vars(row)["__table__"]
    return table
