"""Standings over the wire."""

from __future__ import annotations

from typing import Any

from data.tables.work import WorkKind
from tests.support.house import House
from tests.support.wire_tables import said


async def wins_of(here: House, name: str) -> str:
    """What somebody is told of their games of Voren."""
    return said(await here.command(name, "stats", game="voren"))


async def stands(here: House, name: str, *words: str) -> str:
    """Somebody's statistics of Voren, once they say all this."""

    async def there() -> str:
        told = await wins_of(here, name)
        return told if all(word in told for word in words) else ""

    found: Any = await here.until(there)
    return str(found)


async def worked_in(here: House) -> None:
    """Wait until no standings are to be worked out, though nothing more is played."""

    async def done() -> bool:
        return not await here.store.work.due(2**62, 1, (WorkKind.UPDATE_STANDINGS,))

    await here.until(done)
