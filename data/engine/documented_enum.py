"""Enums whose members say what they mean, so that docs/reference is written from them."""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class DocumentedEnum(StrEnum):
    """Members are written `NAME = "value", "What it means."`."""

    meaning: str

    def __new__(cls, value: str, meaning: str) -> Self:
        """Return a member that equals `value`."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member
