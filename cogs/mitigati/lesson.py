"""A first hand of Mitigati: what is played, and what each decision is about."""

from __future__ import annotations

from typing import Final

from bot.show.look import Lesson
from bot.tables.lessons import Plan
from rules.contract import View

LESSON: Final = Lesson(Plan(options={}, seats=3, seat=0, dealer=0, deal="1"), "")


def guide(view: View) -> str:
    """What the view's seat has to know of its decision."""
    return ""
