"""The text beside a picture: the last events, the decision and its deadline; three lines on a phone."""

from __future__ import annotations

import re
from typing import Final

from bot.common.text import escape
from bot.ui.scene.scene import Drawable, ResultScene
from bot.ui.scene.text import prompt_text

MAX_LINES: Final = 3
"""Lines of text beside a picture on a phone."""

LETTERS_PER_LINE: Final = 40
"""Letters of a line on a phone 390 pixels wide."""

SMALL_LETTERS_PER_LINE: Final = 46
"""The same in small print."""

SMALL_PREFIX: Final = "-# "
"""The prefix of a line of small print in markdown."""

_HIDDEN: Final = re.compile(r"\*\*|\\|\]\([^)]*\)|\[")
_AS_READ: Final = ((re.compile(r"<t:\d+:R>"), "in 59 minutes"), (re.compile(r"<a?:\w+:\d+>"), "WW"))


def count_lines(markdown: str) -> int:
    """Return the approximate number of lines of a text on a phone."""
    return sum(map(_count_paragraph_lines, markdown.split("\n"))) if markdown else 0


def _count_paragraph_lines(paragraph: str) -> int:
    """Return the number of lines that a paragraph takes on a narrow screen."""
    letters = SMALL_LETTERS_PER_LINE if paragraph.startswith(SMALL_PREFIX) else LETTERS_PER_LINE
    visible = _HIDDEN.sub("", paragraph.removeprefix(SMALL_PREFIX))
    for pattern, as_read in _AS_READ:
        visible = pattern.sub(as_read, visible)
    lines, room = 1, letters
    for word in visible.split(" "):
        if len(word) > room and room < letters:
            lines, room = lines + 1, letters
        lines += max(0, len(word) - 1) // letters
        room -= len(word) % letters + 1
    return lines


def small(sentence: str) -> str:
    """Return a sentence in small print, in markdown; "" for none."""
    return f"{SMALL_PREFIX}{sentence}" if sentence else ""


def caption_text(scene: Drawable, answer: str = "", clock: str = "") -> str:
    """Return the markdown beside a picture: an answer, the latest events, and the prompt with its clock.

    Events are cut at their beginning if they take more than their share of lines.
    """
    asks = prompt_text(scene)
    # Small print stands only at the beginning of a line.
    last = f"{asks} · {clock.removeprefix(SMALL_PREFIX)}" if asks and clock else asks or clock
    room = MAX_LINES - count_lines(last) - count_lines(answer)
    happened = latest_sentences(scene.sentences, max(1, room))
    over = isinstance(scene, ResultScene)  # who has won comes first
    return "\n".join(filter(None, (answer, *((last, happened) if over else (happened, last)))))


def latest_sentences(sentences: tuple[str, ...], lines: int) -> str:
    """Return the last sentences that fit so many lines of small print, in markdown; the very last one always."""
    caption = ""
    for count in range(1, len(sentences) + 1):
        more = "… " if count < len(sentences) else ""
        longer = f"{SMALL_PREFIX}{more}{escape(' '.join(sentences[-count:]), 1000)}"
        if caption and count_lines(longer) > lines:
            break
        caption = longer
    return caption
