"""Whether the parts of an event are what its kind says (data/tables/events.py)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NotRequired, get_origin, get_type_hints

from pydantic import TypeAdapter

from data.tables.events import PAYLOADS, SECRETS, EventKind
from data.tables.records import EventRecord


@cache
def adapters(payload: Any) -> dict[str, TypeAdapter[Any]]:
    """Return what checks the value of each key."""
    return {key: TypeAdapter(hint) for key, hint in get_type_hints(payload).items()}


def list_required(payload: Any) -> set[str]:
    """Return the keys that are always there."""
    hints = get_type_hints(payload, include_extras=True)
    return {key for key, hint in hints.items() if payload.__total__ and get_origin(hint) is not NotRequired}


def check_parts(event: EventRecord) -> None:
    """Fail unless both parts have the keys and the types of the event's kind."""
    kind = EventKind(event.kind)
    _check(event.public, PAYLOADS.get(kind), kind)
    _check(event.hidden or {}, SECRETS.get(kind), kind)


def _check(part: Mapping[str, Any], payload: Any, kind: EventKind) -> None:
    if payload is None:
        assert not part, kind
        return
    assert list_required(payload) <= part.keys() or (not part and payload is not PAYLOADS.get(kind)), (
        kind,
        sorted(part),
    )
    assert part.keys() <= adapters(payload).keys(), (kind, sorted(part))
    for key, value in part.items():
        adapters(payload)[key].validate_python(value, strict=True)
