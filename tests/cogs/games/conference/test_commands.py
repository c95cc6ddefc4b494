"""`/conference new`: what its lobby says of Conference, beside what all lobbies say (contract/test_commands.py)."""

from __future__ import annotations

from typing import Any

from tests.support.house import House
from tests.support.wire_tables import CHANNEL, HOST, said


async def test_a_table_is_opened_for_everybody_to_see_and_says_what_is_played(here: House) -> None:
    answer = await here.command(HOST, "conference new", channel=CHANNEL)
    assert "Tarot, two against two. 4 hands: the most points win." in said(answer)
    for word in ("League", "Gallowglass", "Allegiance", "cut"):
        assert word not in said(answer)
    assert "About 80 moves each, 40 minutes" in said(answer)


async def test_options_are_told_in_the_lobby_and_kept_with_the_table(here: House) -> None:
    options: dict[str, Any] = {
        "good_evil": "allegiance", "league": True, "gallowglass": True, "between_hands": "cut", "hands": 8,
    }  # fmt: skip
    answer = await here.command(HOST, "conference new", channel=CHANNEL, **options)
    assert "8 hands: " in said(answer)
    assert "Allegiance: a call with Good or Evil decides which suits count." in said(answer)
    assert "League: the dealer's side attacks with trumps 20 and 21." in said(answer)
    assert "Gallowglass: the dealer may hire a suit." in said(answer)
    assert "The pack is cut, not shuffled: the log tells much of the next deal." in said(answer)
