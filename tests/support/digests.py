"""People who sleep, and the digests that they are sent."""

from __future__ import annotations

from dataclasses import replace

from tests.support.clocks import read_mentions_of, user_of
from tests.support.house import House

LATER = "while you were away:"
"""What a digest begins with, after the mention."""


async def begin_night(house: House, who: str, hours: int) -> None:
    """Let it be night for somebody, from an hour ago for so many hours from now."""
    begin = house.services.tables.clock() // 60_000 % 1440 - 60
    night = begin % 1440, (begin + 60 * (1 + hours)) % 1440
    preferences = replace(await house.store.preferences.of(user_of(house, who)), night=night)
    await house.store.preferences.save((user_of(house, who), who), preferences)
    house.services.people.evict(user_of(house, who))


def read_digests(house: House, who: str) -> list[str]:
    """Return the digests that somebody was sent."""
    return [
        message for message in read_mentions_of(house, who) if message.startswith(f"<@{user_of(house, who)}>, {LATER}")
    ]


def read_mentions_about(house: House, who: str, words: str) -> list[str]:
    """Return the messages with these words that mentioned somebody."""
    return [message for message in read_mentions_of(house, who) if words in message]
