"""Lessons over the wire: begun, and played by their hints."""

from __future__ import annotations

from rules.registry import GAMES
from tests.support.house import House
from tests.support.messages import Json, alts, buttons, text
from tests.support.wire_tables import BYSTANDER, CHANNEL, is_private

BEGIN_BUTTON = "Begin"

LEARNER = BYSTANDER

LESSON_OVER = "The lesson is over"

MOST_PRESSES = 33
"""More decisions than any first hand asks of its learner."""


async def begin_lesson(house: House, game: str = "voren", who: str = LEARNER) -> Json:
    """Begin a lesson; return the hand, which comes after what the game is about."""
    answer = await house.command(who, "learn", channel=CHANNEL, game=game)
    assert is_private(answer)
    message = answer.get("message") or {}
    if BEGIN_BUTTON not in buttons(message):
        return message
    assert house.services.presenters[GAMES[game].id].lesson.goal in text(message)
    assert not alts(message)
    return (await house.press(who, message, BEGIN_BUTTON)).get("message") or {}


async def follow_hints(house: House, message: Json, who: str = LEARNER) -> list[str]:
    """Follow every hint to the end; return the texts of the messages on the way, the last one too."""
    texts = [text(message)]
    while "Follow the hint" in buttons(message) and len(texts) < MOST_PRESSES:
        answer = await house.press(who, message, "Follow the hint")
        assert answer["state"] == "update", answer
        message = answer.get("message") or {}
        texts.append(text(message))
    return texts
