"""`/mitigati new`: what its lobby says of Mitigati, beside what all lobbies say (contract/test_commands.py)."""

from __future__ import annotations

from typing import Any

from tests.support.house import House
from tests.support.wire_tables import CHANNEL, HOST, said


async def test_a_table_is_opened_for_everybody_to_see_and_says_what_is_played(here: House) -> None:
    answer = await here.command(HOST, "mitigati new", channel=CHANNEL)
    assert "Tarot for three, 3 hands: the most points win." in said(answer)
    assert "bargaining" not in said(answer)
    assert "About 90 moves each, 35 minutes" in said(answer)


async def test_options_are_told_in_the_lobby_and_kept_with_the_table(here: House) -> None:
    options: dict[str, Any] = {"hands": 6, "rotation": "left", "bargaining": False, "bonuses": "flat"}
    answer = await here.command(HOST, "mitigati new", channel=CHANNEL, **options)
    assert "6 hands" in said(answer)
    assert "No bargaining." in said(answer)
    assert "Nobody pays for bonuses: only their declarer scores them." in said(answer)
    assert "The deal passes to the left." in said(answer)
