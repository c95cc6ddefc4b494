"""Opening a league, and who may enter it."""

from __future__ import annotations

from bot.common.errors import Declined
from bot.people.bans import check_not_banned
from data.leagues.errors import LeagueMade
from data.leagues.records import LeagueRecord, NewLeague
from data.store import Store


async def open_league(store: Store, new: NewLeague, interaction: int) -> int:
    """Open a season and return its number; a repeated interaction gets the number that it opened. Raises StoreError."""
    try:
        return await store.leagues.open(new, interaction)
    except LeagueMade as made:
        return made.league


async def require_may_enter(store: Store, league: LeagueRecord, user: int) -> None:
    """Require somebody who is not banned and has finished a table here. Raises Declined, StoreError."""
    if league.ended is not None:
        raise Declined("This season is over. Look for another: `/league list`.")
    entrant = league.entrant(user)
    if entrant is not None and entrant.state == "out":
        raise Declined("You have given up your place in this season.")
    await check_not_banned(store, league.guild, user)
    tables = await store.tables.of_user(user, league.guild, live=False)
    if not any(table.status == "over" for table in tables):
        raise Declined("Play one table here to its end first. Open one with `/play`, or join one: `/table lobbies`.")
