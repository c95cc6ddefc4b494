"""Helpers of units of work: JSON, and the run of one statement."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import Any

from data.engine.errors import StoreError

Values = dict[str, Any]

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def to_json(value: object) -> str:
    """The text that a JSON column holds. Raises StoreError for what JSON cannot say."""
    try:
        return _encode(value)
    except (TypeError, ValueError, RecursionError):
        raise StoreError("a value is not JSON") from None


def ran(statement: str, parameters: Values) -> Callable[[sqlite3.Connection], int]:
    """The unit that runs one statement, and returns how many rows it has changed."""

    def unit(database: sqlite3.Connection) -> int:
        return database.execute(statement, parameters).rowcount

    return unit
