"""Who may enter a league."""

from __future__ import annotations

from typing import Final, Literal

from bot.leagues.cups import CUP_PEOPLE
from data.leagues.records import LeagueRecord
from data.store import Store

MAX_ENTRANTS: Final = 40
"""People of a season at most, whom its message can show in their groups."""

EntryRefusal = Literal["over", "closed", "full", "out", "banned", "new"]
"""Why a user may not enter: the season is over, past its first stage or full; they gave up a place, are banned, or
finished no table.
"""


def max_entrants(advance: int) -> int:
    """Return the number of people that a league takes, or a cup, of which `advance` is above 0."""
    return CUP_PEOPLE[1] if advance else MAX_ENTRANTS


async def entry_refusal(store: Store, league: LeagueRecord, user: int) -> EntryRefusal | None:
    """Return why a user may not enter a league; None if they may, or have. Raises StoreError."""
    entrant = league.entrant(user)
    if league.ended is not None:
        return "over"
    if entrant is not None:
        return "out" if entrant.state == "out" else None
    if league.status == "entry" and len(league.entrants) >= max_entrants(league.advance):
        return "full"
    if await store.moderation.banned_among(league.guild, [user]):
        return "banned"
    tables = await store.tables.of_user(user, league.guild, live=False)
    if not any(table.status == "over" for table in tables):
        return "new"
    return "closed" if league.stage else None
