"""Somebody's hand, opened from the board."""

from __future__ import annotations

from bot.tables.model.table_state import TableState
from tests.support.house import House
from tests.support.messages import Json
from tests.support.wire_tables import board, is_private


async def open_hand(house: House, live: TableState, who: str) -> Json:
    """Press *My hand* below the board; return the hand, which its owner alone sees."""
    answer = await house.press(who, board(house, live), "My hand")
    assert is_private(answer)
    return answer.get("message") or {}
