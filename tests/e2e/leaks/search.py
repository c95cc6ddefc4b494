"""Cards in whatever form they can take: texts, words, signs, emoji, glued together, and in a PNG beside its picture."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, cast

SUITS: Final = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C", "♠": "S", "♥": "H", "♦": "D", "♣": "C"}
RANKS: Final = {"realm": "R", "lesser crown": "L", "greater crown": "G"}
NUMBERS: Final = {"one": "1", "ace": "1", "two": "2", "three": "3", "four": "4", "five": "5"}

FORMS: Final = re.compile(
    r"""
    (?<![A-Za-z0-9]) (?P<rank>[1-5RLG]) (?:(?P<suit>[SHDC]) | [ ]?(?P<sign>[♠♥♦♣])) (?![A-Za-z0-9])  # GS, gs, G♠
    | (?<![A-Za-z0-9]) (?P<word>[1-5RLG]|one|ace|two|three|four|five|realm|lesser[ ]crown|greater[ ]crown)
      s? \s+ of \s+ (?P<of>spades|hearts|diamonds|clubs|[♠♥♦♣])                                     # Realm of spades
    | (?<![A-Za-z0-9]) (?P<alone>wolf|treachery) (?![A-Za-z0-9])
    """,
    re.VERBOSE | re.IGNORECASE,
)
GLUED: Final = re.compile(r"(?<![A-Za-z0-9])(?:[1-5RLG][SHDC]|WOLF|TREACHERY){2,}(?![A-Za-z0-9])")
EACH: Final = re.compile(r"[1-5RLG][SHDC]|WOLF|TREACHERY")
IDS: Final = re.compile(r"\d{17,20}")
NUMBER: Final = re.compile(r"(?<![0-9A-Za-z])\d{7,12}(?![0-9A-Za-z])")
HEX: Final = re.compile(r"[0-9a-fA-F]{16,}")

PICTURE_CHUNKS: Final = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}
"""Header, palette, transparency, pixels, end: all that a picture of ours may hold."""


def strings(value: Any) -> Iterator[str]:
    """Every string of a JSON value, keys and numbers included, as it reads once decoded."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in cast("Mapping[str, Any]", value).items():
            yield key
            yield from strings(one)
    elif isinstance(value, list | tuple):
        flat = cast("list[Any]", value)
        if all(isinstance(one, int | str) for one in flat):
            yield " ".join(map(str, flat))
        else:
            for one in flat:
                yield from strings(one)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield str(value)


@lru_cache(32)
def _read(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The cards that a text spells out, and the ids in it. Many people read the same text one after the other."""
    found: set[str] = set()
    for one in FORMS.finditer(text):
        if one["alone"]:
            found.add(one["alone"].upper())
        else:
            rank, suit = (one["rank"] or one["word"]).lower(), (one["suit"] or one["sign"] or one["of"]).lower()
            found.add(RANKS.get(rank, NUMBERS.get(rank, rank.upper())) + SUITS.get(suit, suit.upper()))
    for one in GLUED.finditer(text):
        found.update(EACH.findall(one[0]))
    return frozenset(found), frozenset(IDS.findall(text))


def cards(text: str, emoji: Mapping[str, str] | None = None) -> frozenset[str]:
    """The cards that a text speaks of. `emoji` are the application's emoji: id -> card."""
    spelled, ids = _read(text)
    return spelled | {emoji[one] for one in ids if one in emoji} if emoji else spelled


def numbers(text: str) -> set[str]:
    """The numbers of a text that could be a hand as the rules core keeps it."""
    return set(NUMBER.findall(text))


def secret_in(text: str, secrets: Mapping[str, str]) -> str | None:
    """The name of the secret that a text shows at least eight bytes of, if it shows one. `secrets`: hex -> name."""
    for part in set(HEX.findall(text.lower())):
        for secret, name in secrets.items():
            if part in secret or secret in part:
                return name
    return None


def beside_the_pixels(png: bytes) -> tuple[set[str], str]:
    """What a PNG holds beside its picture: names of chunks that have no business there, and their bytes as text."""
    odd: set[str] = set()
    said: list[str] = []
    place = 8
    while place + 8 <= len(png):
        size, kind = struct.unpack(">I4s", png[place : place + 8])
        if kind not in PICTURE_CHUNKS:
            odd.add(kind.decode("latin-1"))
            said.append(png[place + 8 : place + 8 + size].decode("latin-1"))
        place += 12 + size
        if kind == b"IEND" and place < len(png):
            odd.add("bytes after the end")
            said.append(png[place:].decode("latin-1"))
            break
    return odd, " ".join(said)
