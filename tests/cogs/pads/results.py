"""The standings that hands of pads come to."""

from __future__ import annotations

from data.people.records import is_erased
from data.standings.records import ALL_TIME, Standing
from data.tables.work import WorkKind
from tests.support.house import House
from tests.support.messages import Json
from tests.support.standings import wait_until_worked_out


async def list_member_standings(house: House, guild: int, season: int) -> list[Standing]:
    """Return the members' standings of a season, without those of guests."""
    rows = await house.store.results.standings(guild, "free", season)
    return [row for row in rows if not is_erased(row.user)]


async def count_hands_by_season(house: House, guild: int, pad: Json) -> dict[int, int]:
    """Return how many hands of the pad's one member count in each season, once all is worked in."""
    await house.wait_until_settled(WorkKind.RECORD_PAD)
    await wait_until_worked_out(house)
    counts: dict[int, int] = {}
    for season in (ALL_TIME, 1, 2):
        for member in await list_member_standings(house, guild, season):
            counts[season] = member.hands
    return counts
