"""Leaving a table, and ending it."""

from __future__ import annotations

import pytest

from bot.errors import Declined
from bot.tables import ends, lobby
from bot.tables.tables import Tables
from tests.bot.tables.conftest import ADA, BELA, CLEO, IDS, computer_moves, opened


async def test_whoever_leaves_a_game_is_replaced_and_nobody_waits(tables: Tables) -> None:
    """The stand-in plays the seat on; when the last person leaves, the table ends."""
    live = await opened(tables, BELA)
    await lobby.start(tables, live.id, ADA, next(IDS))
    await ends.leave(tables, live.id, ADA, next(IDS))
    assert live.record.seats[0].kind == "computer"
    assert "Ada" in live.record.seats[0].name
    assert live.record.host == BELA.id
    for _ in range(20):
        if not live.computers():
            break
        await computer_moves(tables, live)
    assert live.computers() == ()
    await ends.leave(tables, live.id, BELA, next(IDS))
    assert live.record.status == "ended"


async def test_a_table_is_ended_by_its_host_by_moderators_or_by_half_of_its_people(tables: Tables) -> None:
    """One player alone cannot, two of three can, and the host's absence does not matter."""
    live = await opened(tables, BELA, CLEO)
    await lobby.start(tables, live.id, ADA, next(IDS))
    _, done = await ends.end(tables, live.id, BELA, next(IDS), moderator=False)
    assert done.kind == "agree"
    assert live.record.status == "playing"
    with pytest.raises(Declined, match="agreed"):
        await ends.end(tables, live.id, BELA, next(IDS), moderator=False)
    _, done = await ends.end(tables, live.id, CLEO, next(IDS), moderator=False)
    assert done.kind == "end"
    assert live.record.status == "ended"
    second = await opened(tables, BELA)
    assert (await ends.end(tables, second.id, CLEO, next(IDS), moderator=True))[1].kind == "end"
    third = await opened(tables, BELA)
    assert (await ends.end(tables, third.id, ADA, next(IDS), moderator=False))[1].kind == "end"
