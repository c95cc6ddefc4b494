"""Two changes of somebody's preferences at the same instant."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.common.time_spans import DAY_MS
from bot.people.preferences import PreferencesCache
from bot.people.quiet_hours import begin_absence
from bot.tables.services.tables import Tables
from tests.support.people import ADA

NOON = 1_800_000_000_000


async def test_of_two_times_away_at_once_neither_is_lost(tables: Tables) -> None:
    """Each is reckoned from what the other has left."""
    people = PreferencesCache(tables.store)

    async def begin_absence_of_ada(began: int, until: int) -> None:
        await people.update(ADA, lambda now: replace(now, away=begin_absence(now, began, until)))

    later = NOON + 10 * DAY_MS
    await asyncio.gather(begin_absence_of_ada(NOON, NOON + DAY_MS), begin_absence_of_ada(later, later + DAY_MS))
    expected = ((NOON, NOON + DAY_MS), (later, later + DAY_MS))
    assert (await people.of(ADA.id)).away == expected
    assert (await tables.store.preferences.of(ADA.id)).away == expected
