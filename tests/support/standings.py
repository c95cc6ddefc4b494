"""Results and standings over the wire."""

from __future__ import annotations

from typing import Any

from bot.nights.summary import NightPart, summarize_table
from bot.standings.table_results import MoveChoices
from bot.tables.model.table_state import TableState
from data.standings.records import GameResult, HandResult, Origin
from data.tables.work import WorkKind
from tests.support.house import House
from tests.support.wire_tables import response_text


async def wins_of(house: House, name: str) -> str:
    """Return what somebody is told of their games of Voren."""
    return response_text(await house.command(name, "stats", game="voren"))


async def wait_for_statistics(house: House, name: str, *words: str) -> str:
    """Return somebody's statistics of Voren, once they say all this."""

    async def find_message() -> str:
        text = await wins_of(house, name)
        return text if all(word in text for word in words) else ""

    result: Any = await house.until(find_message)
    return str(result)


async def wait_until_worked_out(house: House) -> None:
    """Wait until no standings are to be worked out, though nothing more is played."""

    async def is_done() -> bool:
        return not await house.store.work.due(2**62, 1, (WorkKind.UPDATE_STANDINGS,))

    await house.until(is_done)


async def pad_results(house: House, pad: int) -> tuple[list[HandResult], GameResult | None]:
    """Return a pad's results, once they are those of its last change."""
    await house.wait_until_settled(WorkKind.RECORD_PAD)
    origin = Origin("pad", pad)
    return await house.store.results.hands_of(origin), await house.store.results.game_of(origin)


async def read_move_choices(house: House, live: TableState) -> MoveChoices:
    """Return who chose the moves of a table."""
    return MoveChoices.of(await house.store.lists.chosen_moves(live.id))


async def summarize_stored_table(house: House, live: TableState) -> NightPart:
    """Return a table as a part of its night, by what is stored of it."""
    changes = await house.store.tables.seat_changes(live.id)
    return summarize_table(live, await house.store.tables.hands(live.id), changes, await read_move_choices(house, live))
