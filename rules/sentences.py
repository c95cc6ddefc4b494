"""Sentences and their parts: names in a row, a first capital, a text sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """Return names joined as in a sentence: "Ada, Bela and Cleo"; "nobody" for none."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else "nobody"


def capital(text: str) -> str:
    """Return the text with its first letter as a sentence begins."""
    return text[:1].upper() + text[1:]


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return re.split(r"(?<=[.!?]) ", text)
