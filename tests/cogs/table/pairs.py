"""Tables of two pairs, who are partners."""

from __future__ import annotations

from bot.tables.commands import play
from bot.tables.model.table_state import TableState
from tests.support.house import House
from tests.support.wire_tables import HOST, MODERATOR, OTHER, SEATED, find_actor, set_up_table

PAIRS = (HOST, SEATED, OTHER, MODERATOR)
"""The host and whoever sits next are a pair, and so are the other two."""


async def deal_to_pairs(house: House, hands: int = 2) -> TableState:
    """Return a table of two pairs after the deal; the dealer is none of the first pair, who need not act first."""
    live = await set_up_table(house, people=PAIRS, hands=hands, waits_for=MODERATOR)
    await play.act(house.services.tables, live.id, "deal", find_actor(house, MODERATOR))
    return live
