"""What a payload holds: its strings, numbers that could be hands, secrets, and what is in a PNG beside its picture."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, cast

NUMBER: Final = re.compile(r"(?<![0-9A-Za-z])\d{7,80}(?![0-9A-Za-z])")
HEX: Final = re.compile(r"[0-9a-fA-F]{16,}")

PICTURE_CHUNKS: Final = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}
"""Header, palette, transparency, pixels, end: all that a picture of ours may hold."""


def strings(value: Any) -> Iterator[str]:
    """Every string of a JSON value, keys and numbers included, as it reads once decoded."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, entry in cast("Mapping[str, Any]", value).items():
            yield key
            yield from strings(entry)
    elif isinstance(value, list | tuple):
        flat = cast("list[Any]", value)
        if all(isinstance(item, int | str) for item in flat):
            yield " ".join(map(str, flat))
        else:
            for entry in flat:
                yield from strings(entry)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield str(value)


@lru_cache(64)  # many people read the same text one after the other
def numbers(text: str) -> frozenset[str]:
    """The numbers of a text that could be a hand as the rules core keeps it."""
    return frozenset(NUMBER.findall(text))


@lru_cache(64)
def _hexadecimal(text: str) -> frozenset[str]:
    """The parts of a text that could be one of a secret, in lower case."""
    return frozenset(HEX.findall(text.lower()))


def secret_in(text: str, secrets: Mapping[str, str]) -> str | None:
    """The name of the secret that a text shows at least eight bytes of, if it shows one. `secrets`: hex -> name."""
    for part in _hexadecimal(text):
        for secret, name in secrets.items():
            if part in secret or secret in part:
                return name
    return None


def beside_the_pixels(png: bytes) -> tuple[set[str], str]:
    """What a PNG holds beside its picture: names of chunks that have no business there, and their bytes as text."""
    odd: set[str] = set()
    texts: list[str] = []
    place = 8
    while place + 8 <= len(png):
        size, kind = struct.unpack(">I4s", png[place : place + 8])
        if kind not in PICTURE_CHUNKS:
            odd.add(kind.decode("latin-1"))
            texts.append(png[place + 8 : place + 8 + size].decode("latin-1"))
        place += 12 + size
        if kind == b"IEND" and place < len(png):
            odd.add("bytes after the end")
            texts.append(png[place:].decode("latin-1"))
            break
    return odd, " ".join(texts)
