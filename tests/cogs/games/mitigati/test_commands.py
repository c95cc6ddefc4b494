"""`/mitigati new`: what its lobby says of Mitigati, beside what all lobbies say (contract/test_commands.py)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.house import House
from tests.support.wire_tables import CHANNEL, HOST, said

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_table_is_opened_for_everybody_to_see_and_says_what_is_played(here: House) -> None:
    answer = await here.command(HOST, "mitigati new", channel=CHANNEL)
    assert "Tarot for three, each for themselves: 3 hands of 25 tricks." in said(answer)
    assert "A hand may be bought off while it is being dealt." in said(answer)
    assert "About 90 moves each, 35 minutes" in said(answer)


async def test_options_are_told_in_the_lobby_and_kept_with_the_table(here: House) -> None:
    options: dict[str, Any] = {"hands": 6, "rotation": "left", "bargaining": False, "bonuses": "flat"}
    answer = await here.command(HOST, "mitigati new", channel=CHANNEL, **options)
    assert "6 hands of 25 tricks" in said(answer)
    assert "No hand may be bought off." in said(answer)
    assert "a bonus counts for its declarer alone" in said(answer)
    assert "The deal goes to the left." in said(answer)
