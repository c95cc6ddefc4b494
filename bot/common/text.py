"""Makes typed text safe to show: one line, bounded, without markdown, mentions or disturbing signs."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from discord.utils import escape_mentions

NAME_LIMIT: Final = 32
"""Letters of a name that are shown: as many as Discord allows."""

ISOLATE, END_ISOLATE = "\u2068", "\u2069"
"""The isolates that keep right-to-left text from turning its neighbours around."""

_ISOLATED: Final = re.compile(f"{ISOLATE}[^{ISOLATE}{END_ISOLATE}]*{END_ISOLATE}")
_JOINING: Final = frozenset("\u200d\ufe0e\ufe0f")  # parts of emoji: kept, all other format signs go
_BLANK: Final = re.compile(  # Unicode's Default_Ignorable_Code_Point, and two signs that are drawn as nothing
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\u2800\U0001d159]"
)
_MAX_MARKS: Final = 2  # on one letter; more would climb over the lines around


def plain(text: str, limit: int) -> str:
    """Return `text` on one line, at most `limit` letters, without control, direction and blank signs.

    It is empty if nothing shows.

    Balanced isolates stay (`name_of` makes them); a pair around the whole text does not count towards the limit.
    """
    signs = text if text.isascii() and text.isprintable() else _strip_signs(text)  # the bot's own texts mostly are
    line = " ".join(signs.split())
    if not line.isascii() and not any(map(_is_visible, line)):
        return ""
    limit += 2 if _ISOLATED.fullmatch(line) else 0
    return line if len(line) <= limit else _close_isolates(line[: limit - 1].rstrip()) + "…"


@lru_cache(maxsize=4096)
def name_key(name: str, limit: int = NAME_LIMIT) -> str:
    """Return the key by which names are compared, without regard to case and encoding."""
    line = plain(_strip_isolates(unicodedata.normalize("NFKC", name)), limit)
    return unicodedata.normalize("NFKC", line.casefold())


def _is_visible(sign: str) -> bool:
    """Whether a sign is visible by itself; a mark needs a letter below it."""
    return not (sign.isspace() or unicodedata.category(sign)[0] == "M" or _BLANK.match(sign))


def _strip_signs(text: str) -> str:
    """Return the text without signs that disturb or show nothing."""
    balanced = _is_balanced(text)
    letters: list[str] = []
    marks = 0
    for sign in text:
        category = unicodedata.category(sign)
        marks = marks + 1 if category == "Mn" and sign not in _JOINING else 0
        if sign.isspace():
            letters.append(" ")
        elif (
            sign in _JOINING
            or (balanced and sign in {ISOLATE, END_ISOLATE})
            or (category not in {"Cc", "Cf", "Cs"} and not _BLANK.match(sign) and marks <= _MAX_MARKS)
        ):
            letters.append(sign)
    return "".join(letters)


def _is_balanced(text: str) -> bool:
    """Whether isolates are balanced."""
    depth = 0
    for sign in text:
        depth += (sign == ISOLATE) - (sign == END_ISOLATE)
        if depth < 0:
            return False
    return depth == 0


def _close_isolates(text: str) -> str:
    return text + END_ISOLATE * (text.count(ISOLATE) - text.count(END_ISOLATE))


@lru_cache(maxsize=4096)
def name_of(name: str, seat: int) -> str:
    """Return the name of the player in a seat as plain text, or "Seat 2" if the name shows nothing."""
    return person_name(name, f"Seat {seat + 1}")


def person_name(name: str, nobody: str = "Somebody") -> str:
    """Return the name of a person who has no seat as plain text, or `nobody` if it shows nothing, as after an erasure.

    A right-to-left name is isolated, so that its neighbours keep their order.
    """
    return isolate(plain(_strip_isolates(name), NAME_LIMIT) or nobody)


def isolate(text: str) -> str:
    """Return the text, isolated if it runs from right to left outside isolates of its own."""
    if not text.isascii() and any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in _ISOLATED.sub("", text)):
        return f"{ISOLATE}{text}{END_ISOLATE}"
    return text


def distinct_names(names: Mapping[int, str], limit: int, cut: Callable[[str, int], str] = plain) -> dict[int, str]:
    """Return names by seat, each `cut` to `limit` letters.

    Names that look alike begin with the seat, as in "3 Alexan…".
    """
    whole = {seat: _strip_isolates(name_of(name, seat)) for seat, name in names.items()}
    short_names = {seat: cut(name, limit) for seat, name in whole.items()}
    alike = Counter(short_names.values())
    numbered = {
        seat: cut(f"{seat + 1} {whole[seat]}", limit) for seat, short in short_names.items() if alike[short] > 1
    }
    return {seat: isolate(name) for seat, name in (short_names | numbered).items()}


def _strip_isolates(name: str) -> str:
    return name.replace(ISOLATE, "").replace(END_ISOLATE, "")


def count_columns(text: str) -> int:
    """Return the number of columns of a text in a monospaced font: two for a wide letter, none for a mark."""
    return sum(
        2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
        if unicodedata.category(sign) not in {"Mn", "Me", "Cf"}
    )


def cut_to_columns(text: str, limit: int) -> str:
    """Return the text, cut to so many columns with an ellipsis."""
    line = plain(text, len(text) + 1)
    if count_columns(line) <= limit:
        return line
    while line and count_columns(line) > limit - 1:
        line = line[:-1]
    return line.rstrip() + "…"


def format_signed(number: int) -> str:
    """Return a gain or a loss as text: "+7", "\u22127" with a true minus sign, "0"."""
    return f"+{number}" if number > 0 else f"\u2212{-number}" if number else "0"


@lru_cache(maxsize=4096)
def escape(text: str, limit: int = 100) -> str:
    """Return `text` on one line, with markdown, mentions, links and emoji escaped."""
    escaped = re.sub(r"([\\*_~`|<\[\]])", r"\\\1", plain(text, limit))
    escaped = re.sub(rf"^({ISOLATE}?)(#|>|-#|[-+]\s|\d+\.\s)", lambda at: at[1] + _escape_line_start(at[2]), escaped)
    return isolate(escape_mentions(escaped).replace("://", ":\u200b//"))


def _escape_line_start(start: str) -> str:
    """Return a sign that begins a heading, a quote or a list, escaped."""
    return start[:-2] + "\\" + start[-2:] if start[0].isdigit() else "\\" + start


def fit_lines(lines: Sequence[str], room: int) -> list[str]:
    """Return the first of these lines, as many as there is room for."""
    fitting = list[str]()
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        fitting.append(line)
    return fitting
