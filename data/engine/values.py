"""JSON as columns hold it, and the values of a row."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from data.engine.errors import StoreError

Values = dict[str, Any]

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def to_json(value: object) -> str:
    """Return the text that a JSON column holds, without NUL in its texts.

    Raises StoreError for what JSON cannot say.
    """
    try:
        text = _encode(value)
        return _encode(_without_nul_within(value)) if "\\u0000" in text else text
    except (TypeError, ValueError, RecursionError):
        raise StoreError("a value is not JSON") from None


def without_nul(text: str) -> str:
    """Return a text as columns hold it: PostgreSQL keeps no NUL, and nobody types one."""
    return text.replace("\0", "") if "\0" in text else text


def _without_nul_within(value: Any) -> Any:
    if isinstance(value, str):
        return without_nul(value)
    if isinstance(value, Mapping):
        return {without_nul(name): _without_nul_within(item) for name, item in cast("Values", value).items()}
    if isinstance(value, list | tuple):
        return [_without_nul_within(item) for item in cast("Sequence[Any]", value)]
    return value
