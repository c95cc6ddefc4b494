"""Standings over the wire."""

from __future__ import annotations

from typing import Any

from data.tables.work import WorkKind
from tests.support.house import House
from tests.support.wire_tables import response_text


async def wins_of(house: House, name: str) -> str:
    """Return what somebody is told of their games of Voren."""
    return response_text(await house.command(name, "stats", game="voren"))


async def stands(house: House, name: str, *words: str) -> str:
    """Somebody's statistics of Voren, once they say all this."""

    async def find_message() -> str:
        text = await wins_of(house, name)
        return text if all(word in text for word in words) else ""

    result: Any = await house.until(find_message)
    return str(result)


async def worked_in(house: House) -> None:
    """Wait until no standings are to be worked out, though nothing more is played."""

    async def is_done() -> bool:
        return not await house.store.work.due(2**62, 1, (WorkKind.UPDATE_STANDINGS,))

    await house.until(is_done)
