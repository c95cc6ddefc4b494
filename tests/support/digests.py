"""People who sleep, and the digests that they are sent."""

from __future__ import annotations

from dataclasses import replace

from tests.support.clocks import called, user_of
from tests.support.house import House

LATER = "while you were away:"
"""What a digest begins with, after the mention."""


async def sleeps_for(here: House, who: str, hours: int) -> None:
    """It is night for somebody, from an hour ago for so many hours from now."""
    begin = here.services.tables.clock() // 60_000 % 1440 - 60
    night = begin % 1440, (begin + 60 * (1 + hours)) % 1440
    preferences = replace(await here.store.preferences.of(user_of(here, who)), night=night)
    await here.store.preferences.save((user_of(here, who), who), preferences)
    here.services.people.evict(user_of(here, who))


def again(here: House, who: str) -> list[str]:
    """The digests that somebody was sent."""
    return [message for message in called(here, who) if message.startswith(f"<@{user_of(here, who)}>, {LATER}")]


def about(here: House, who: str, words: str) -> list[str]:
    """What rang somebody with these words."""
    return [message for message in called(here, who) if words in message]
