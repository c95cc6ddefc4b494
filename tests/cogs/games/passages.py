"""Passages of a story as one text."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.game.presenter import Passage


def join_sentences(passages: Sequence[Passage]) -> str:
    """Return all sentences of these as one text."""
    return " ".join(sentence for passage in passages for sentence in passage.sentences)
