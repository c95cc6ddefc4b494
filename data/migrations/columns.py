"""Columns and constraints that revisions have in common."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

ID: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""The type of a number that the database gives."""


def numbers(*names: str) -> list[sa.Column[int]]:
    """Return columns of whole numbers, none of which may be missing."""
    return [sa.Column(name, sa.BigInteger(), nullable=False) for name in names]


def optional_numbers(*names: str) -> list[sa.Column[int | None]]:
    """Return columns of whole numbers that may be missing."""
    return [sa.Column(name, sa.BigInteger(), nullable=True) for name in names]


def texts(*names: str) -> list[sa.Column[str]]:
    """Return columns of texts, none of which may be missing."""
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def keys(*names: str) -> list[sa.Column[int]]:
    """Return columns of whole numbers of a key that we give."""
    return [sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False) for name in names]


def people(table: str, *names: str) -> list[sa.ForeignKeyConstraint]:
    """Return the constraints of a table's columns that name people."""
    return [sa.ForeignKeyConstraint([name], ["people.id"], name=f"{table}_{name}_exists") for name in names]
