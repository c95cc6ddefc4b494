"""Two changes of somebody's preferences at the same instant."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.people.preferences import People
from bot.people.quiet_hours import A_DAY, going_away
from bot.tables.services.tables import Tables
from tests.support.people import ADA

NOON = 1_800_000_000_000


async def test_of_two_times_away_at_once_neither_is_lost(tables: Tables) -> None:
    """Each is reckoned from what the other has left."""
    people = People(tables.store)

    async def go(began: int, until: int) -> None:
        await people.update(ADA, lambda now: replace(now, away=going_away(now, began, until)))

    later = NOON + 10 * A_DAY
    await asyncio.gather(go(NOON, NOON + A_DAY), go(later, later + A_DAY))
    kept = ((NOON, NOON + A_DAY), (later, later + A_DAY))
    assert (await people.of(ADA.id)).away == kept
    assert (await tables.store.preferences.of(ADA.id)).away == kept
