"""The rulebooks for players, and their clauses."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tests.support.needs import ROOT


def game_folder(game: str) -> Path:
    return ROOT / "seeds" / game


@cache
def read_clauses(game: str) -> tuple[str, ...]:
    """Return the clauses of a game's rulebook for players, in order: paragraphs that begin with a bold number."""
    path = game_folder(game) / "rulebook.md"
    assert path.exists(), f"{game} has no rulebook"
    paragraphs = path.read_text(encoding="utf-8").split("\n\n")
    results = [re.match(r"\*\*([A-Z]\d+\.\d+)\*\* \S", paragraph.strip()) for paragraph in paragraphs]
    return tuple(match[1] for match in results if match)
