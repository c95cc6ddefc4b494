"""The hint of a lesson: below a picture its reason gives way to what is new."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.ui.game.moves import Choice
from bot.ui.table.lesson import SEVERAL_AS_GOOD, hint_with_button, outcome_above
from rules.players import Hint

GUIDE = "Follow the suit led. If you cannot, play a trump. Without either, play any card."
WHY = "It wins the trick."
HINT = Hint("pass", WHY)


def lesson_text(guide: str, caption: str, hint: Hint = HINT) -> str:
    """Return the text of a hint in a lesson."""
    record = SimpleNamespace(lesson=True)
    live = SimpleNamespace(id=1, record=record, decisions={0: 3}, game=SimpleNamespace(canonical=str))
    choices = [Choice("pass", "Pass: bargain anew", short="Pass"), Choice("fold", "Fold"), Choice("stay", "Stay")]
    silent = SimpleNamespace(talk=lambda _: "")
    presenter = SimpleNamespace(guide=lambda _: guide, choices=lambda _: choices, forms=lambda _: [], lesson=silent)
    content, _ = hint_with_button(cast("Any", live), 0, cast("Any", presenter), {}, hint, {}, caption=caption)
    return str(content["content"])


@pytest.mark.parametrize(
    ("others", "text"),
    [
        (("fold",), "About as good: Fold."),
        (("fold", "stay"), "About as good: Fold and Stay."),
        (("fold", "stay", "fold"), SEVERAL_AS_GOOD),
    ],
)
def test_hint_names_the_moves_that_are_about_as_good_after_its_reason(others: tuple[str, ...], text: str) -> None:
    """Where they are many it does not name them."""
    assert lesson_text("", "", Hint("pass", WHY, others)) == f"**Hint: Pass.** {WHY} {text}"


@pytest.mark.parametrize(
    ("guide", "caption", "text"),
    [
        ("", "a" * 120, f"**Hint: Pass.** {WHY}"),
        (GUIDE, "", f"{GUIDE}\n**Hint: Pass.** {WHY}"),
        (GUIDE, "a" * 40, f"{GUIDE}\n**Hint: Pass.** {WHY}"),
        (GUIDE, "a" * 200, f"{GUIDE}\n**Hint: Pass.**"),
    ],
)
def test_hint_of_a_lesson_has_its_reason_where_there_is_room(guide: str, caption: str, text: str) -> None:
    assert lesson_text(guide, caption) == text


def test_winner_of_the_trick_is_always_told() -> None:
    won, more = "You won trick 9 with the 7 of clubs, the only trump.", "You named it: 9 points."
    assert outcome_above("", "") == ()
    assert outcome_above("Lead a card.", f"{won} {more}") == (f"{won} {more}",)
    assert outcome_above("a" * 280, f"{won} {more}") == (won,)
