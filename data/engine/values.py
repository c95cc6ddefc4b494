"""JSON as columns hold it, and the values of a row."""

from __future__ import annotations

import json
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
