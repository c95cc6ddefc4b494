"""Codes in custom ids, option values and nonces: whole numbers, sets of small numbers, checksums."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from zlib import crc32

MAX_NUMBER: Final = 2**63 - 1
"""The largest number that a database column holds; Discord's ids are smaller."""


def decode_number(text: str, maximum: int = MAX_NUMBER) -> int | None:
    """Return the whole number that ASCII digits stand for.

    Returns None for other texts and larger numbers, as in a forged id.
    """
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(maximum)):
        return None
    number = int(text)
    return number if number <= maximum else None


def encode_set(numbers: Iterable[int]) -> str:
    """Return the code of a set of small whole numbers: the bits of a number in hexadecimal digits."""
    return f"{sum(1 << number for number in set(numbers)):x}"


def decode_set(code: str) -> frozenset[int] | None:
    """Return the set that a code of `encode_set` stands for; None for other texts."""
    if not (code.isascii() and code.isalnum()):
        return None
    try:
        bits = int(code, 16)
    except ValueError:
        return None
    return frozenset(number for number in range(bits.bit_length()) if bits >> number & 1)


def checksum(text: str) -> str:
    """Return a text's checksum, four hexadecimal digits."""
    return f"{crc32(text.encode()) & 0xFFFF:04x}"
