"""Checks that the payload of a work item is one of its kind."""

from __future__ import annotations

from functools import cache
from typing import Any, NotRequired, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, create_model

from data.tables.records import Work
from data.tables.work import PAYLOADS, NoPayload, WorkKind


def _model_of(payload: Any) -> type[BaseModel]:
    """Return a model with the entries of a TypedDict, which pydantic itself takes from Python 3.12 on."""
    kinds, extras = get_type_hints(payload), get_type_hints(payload, include_extras=True)
    fields: dict[str, Any] = {
        name: (kinds[name], None if not payload.__total__ or get_origin(extras[name]) is NotRequired else ...)
        for name in kinds
    }
    return create_model(payload.__name__, __config__=ConfigDict(strict=True, extra="forbid"), **fields)


@cache
def _models(kind: WorkKind) -> list[type[BaseModel]]:
    payload = PAYLOADS.get(kind, NoPayload)
    return [_model_of(value) for value in get_args(payload) or (payload,)]


def check_payload(row: Work) -> None:
    """Raises ValidationError where the payload of a row has other entries than its kind has."""
    first, *others = _models(row.kind)
    model = next((model for model in others if row.payload.keys() == model.model_fields.keys()), first)
    model.model_validate(row.payload)
