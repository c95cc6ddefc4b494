"""The one board of a table over the wire."""

from __future__ import annotations

from tests.support.house import House, Seated
from tests.support.messages import Json, text
from tests.support.moves import find_move_buttons


async def read_only_board(house: House, table: Seated) -> Json:
    """Return the one board of a table, once it shows the last event and no other board is left."""

    async def is_settled() -> bool:
        record = (await house.live(table)).record
        boards = house.boards(table)
        return record.shown_seq >= record.seq and len(boards) == 1 and int(boards[0]["id"]) == record.message

    await house.until(is_settled)
    return house.boards(table)[0]


async def deal_as_awaited(house: House, table: Seated) -> None:
    """Deal the next hand as whoever is to, whatever the board shows."""
    who = await house.find_awaited(table)
    assert who is not None
    hand = (await house.command(who, "table hand", table=table.number)).get("message") or {}
    answer = await house.click(who, hand, find_move_buttons(hand)["Deal"])
    assert "You dealt" in text(answer.get("message") or {})
