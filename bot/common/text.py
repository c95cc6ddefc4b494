"""Text that people typed, made safe to show: on one line, bounded, no markdown, no mention, no sign that disturbs."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from discord.utils import escape_mentions

NAME_LIMIT: Final = 32
"""How long a name is shown: as long as Discord lets one be."""

ISOLATE, END_ISOLATE = "\u2068", "\u2069"
"""What keeps a right-to-left text from turning round what stands beside it."""

_ISOLATED: Final = re.compile(f"{ISOLATE}[^{ISOLATE}{END_ISOLATE}]*{END_ISOLATE}")
_JOINING: Final = frozenset("\u200d\ufe0e\ufe0f")  # parts of emoji: kept, all other format signs go
_BLANK: Final = re.compile(  # Unicode's Default_Ignorable_Code_Point, and two signs that are drawn as nothing
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\u2800\U0001d159]"
)
_MARKS: Final = 2  # on one letter; more would climb over the lines around


def plain(text: str, limit: int) -> str:
    """`text` on one line, without control, direction and blank signs, at most `limit` long; empty if nothing shows.

    Isolates stay where each is ended again: those are ours, about a name (`name_of`); a pair about all of it, which
    nobody sees, does not count.
    """
    kept = text if text.isascii() and text.isprintable() else _kept(text)  # most of what we say is: nothing to take out
    shown = " ".join(kept.split())
    if not shown.isascii() and not any(map(_shows, shown)):
        return ""
    limit += 2 if _ISOLATED.fullmatch(shown) else 0
    return shown if len(shown) <= limit else _ended(shown[: limit - 1].rstrip()) + "…"


@lru_cache(maxsize=4096)
def name_key(name: str, limit: int = NAME_LIMIT) -> str:
    """The key by which names are compared: case and the way letters are encoded make no difference."""
    shown = plain(_bare(unicodedata.normalize("NFKC", name)), limit)
    return unicodedata.normalize("NFKC", shown.casefold())


def _shows(sign: str) -> bool:
    """Whether something of a sign is seen that stands alone: a mark wants a letter below it."""
    return not (sign.isspace() or unicodedata.category(sign)[0] == "M" or _BLANK.match(sign))


def _kept(text: str) -> str:
    """The text without the signs that disturb or show nothing."""
    balanced = _balanced(text)
    kept: list[str] = []
    marks = 0
    for sign in text:
        category = unicodedata.category(sign)
        marks = marks + 1 if category == "Mn" and sign not in _JOINING else 0
        if sign.isspace():
            kept.append(" ")
        elif (
            sign in _JOINING
            or (balanced and sign in {ISOLATE, END_ISOLATE})
            or (category not in {"Cc", "Cf", "Cs"} and not _BLANK.match(sign) and marks <= _MARKS)
        ):
            kept.append(sign)
    return "".join(kept)


def _balanced(text: str) -> bool:
    """Whether every isolate is ended, and none is ended that was not begun."""
    depth = 0
    for sign in text:
        depth += (sign == ISOLATE) - (sign == END_ISOLATE)
        if depth < 0:
            return False
    return depth == 0


def _ended(text: str) -> str:
    return text + END_ISOLATE * (text.count(ISOLATE) - text.count(END_ISOLATE))


USER_DIGITS: Final = 20
"""Digits of the longest number of somebody at Discord."""


def whole_number(text: str, most_digits: int = 18) -> int | None:
    """The number of so many digits at most that a text is; None where it is something else, as in a forged id."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= most_digits else None


@lru_cache(maxsize=4096)
def name_of(name: str, seat: int) -> str:
    """What the player in this seat is called, as plain text: "Seat 2" where the name shows nothing.

    A name that runs from right to left is kept apart by itself, so that what stands beside it keeps its order.
    """
    shown = plain(_bare(name), NAME_LIMIT) or f"Seat {seat + 1}"
    return isolated(shown)


def isolated(text: str) -> str:
    """The text, kept apart where it runs from right to left, unless all that does is kept apart within it already."""
    if not text.isascii() and any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in _ISOLATED.sub("", text)):
        return f"{ISOLATE}{text}{END_ISOLATE}"
    return text


def told_apart(names: Mapping[int, str], limit: int, cut: Callable[[str, int], str] = plain) -> dict[int, str]:
    """What players are called, by seat, each `cut` to the `limit`, which is that of its letters: of names that would
    read the same the number of the seat stands first, as in "3 Alexan…".
    """
    whole = {seat: _bare(name_of(name, seat)) for seat, name in names.items()}
    shown = {seat: cut(name, limit) for seat, name in whole.items()}
    alike = Counter(shown.values())
    numbered = {seat: cut(f"{seat + 1} {whole[seat]}", limit) for seat, short in shown.items() if alike[short] > 1}
    return {seat: isolated(name) for seat, name in (shown | numbered).items()}


def _bare(name: str) -> str:
    return name.replace(ISOLATE, "").replace(END_ISOLATE, "")


def columns(text: str) -> int:
    """How many columns a text takes where all letters have one width: two for each wide one, none for marks."""
    return sum(
        2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
        if unicodedata.category(sign) not in {"Mn", "Me", "Cf"}
    )


def in_columns(text: str, limit: int) -> str:
    """The text, cut with an ellipsis to so many columns."""
    shown = plain(text, len(text) + 1)
    if columns(shown) <= limit:
        return shown
    while shown and columns(shown) > limit - 1:
        shown = shown[:-1]
    return shown.rstrip() + "…"


def signed(number: int) -> str:
    """A gain or a loss: "+7", "\u22127" with a true minus sign, "0"."""
    return f"+{number}" if number > 0 else f"\u2212{-number}" if number else "0"


@lru_cache(maxsize=4096)
def escape(text: str, limit: int = 100) -> str:
    """`text` as it stands, on one line: nothing in it is markdown, a mention, a link or an emoji of Discord's."""
    shown = re.sub(r"([\\*_~`|<\[\]])", r"\\\1", plain(text, limit))
    shown = re.sub(rf"^({ISOLATE}?)(#|>|-#|[-+]\s|\d+\.\s)", lambda at: at[1] + _guarded_start(at[2]), shown)
    return isolated(escape_mentions(shown).replace("://", ":\u200b//"))


def _guarded_start(start: str) -> str:
    """The sign at the start of a line that would make it a heading, a quote or a list, with a backslash before it."""
    return start[:-2] + "\\" + start[-2:] if start[0].isdigit() else "\\" + start
