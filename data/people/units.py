"""The units of work of people and servers. Input is validated before they run."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import Any

from data.engine.units import checked, to_json
from data.people import records
from data.people import statements as sql
from data.people.models import GuildFields, PersonFields
from data.people.records import Blocking, GuildSettings
from data.people.statements import MEET_AS, SAVE_PREFERENCES, act_row
from data.standings.statements import CHANGED_OF, DELETE_RATED_OF, DELETE_STANDINGS_OF, SETTLED
from data.tables.records import NewWork
from data.tables.statements import SEATED_IN, UPSERT_WORK
from data.tables.units import work_row
from data.tables.work import BannedSeatPayload, WorkKind


def save_guild(settings: GuildSettings, now: int) -> Callable[[sqlite3.Connection], None]:
    """The unit that keeps what a server has settled, whole."""
    row = checked(GuildFields, {"guild": settings.guild, "settings": settings.values, "updated": now})
    row["settings"] = to_json(row["settings"])

    def unit(database: sqlite3.Connection) -> None:
        database.execute(sql.SAVE_GUILD, row)

    return unit


def block(who: tuple[int, str], whom: tuple[int, str], now: int) -> Callable[[sqlite3.Connection], Blocking]:
    """The unit behind Blocks.add: both are users with their names."""
    mine, theirs = (checked(PersonFields, {"user_id": user, "name": name}) for user, name in (who, whom))
    pair = {"who": who[0], "whom": whom[0], "at": now}

    def unit(database: sqlite3.Connection) -> Blocking:
        database.execute(sql.MEET_AS, mine)
        database.execute(sql.MEET, theirs)
        ((there, count),) = database.execute(sql.BLOCKED, pair).fetchall()
        if there or count >= records.MOST_BLOCKED:
            return "there" if there else "full"
        database.execute(sql.BLOCK, pair)
        return "blocked"

    return unit


def unblock(who: int, whom: int) -> Callable[[sqlite3.Connection], bool]:
    """The unit behind Blocks.remove: whether there was anything to remove."""

    def unit(database: sqlite3.Connection) -> bool:
        return database.execute(sql.UNBLOCK, {"who": who, "whom": whom}).rowcount > 0

    return unit


def ban(
    guild: int, whom: tuple[int, str], by: tuple[int, str], why: str, now: int
) -> Callable[[sqlite3.Connection], list[int] | None]:
    """The unit behind Moderation.ban: both are users with their names."""
    theirs, mine = (checked(PersonFields, {"user_id": user, "name": name}) for user, name in (whom, by))
    who = {"of_guild": guild, "whom": whom[0]}
    act = act_row("ban", by[0], whom[0], None, why, now)
    leaving = work_row(
        NewWork(WorkKind.FREE_BANNED_SEAT, str(whom[0]), payload=BannedSeatPayload(user=whom[0], by=by[0]), due=now)
    )

    def unit(database: sqlite3.Connection) -> list[int] | None:
        database.execute(sql.MEET_AS, mine)
        database.execute(sql.MEET, theirs)
        ((there,),) = database.execute(sql.BANNED, who)
        if there:
            return None
        database.execute(sql.BAN, {"guild": guild, "whom": whom[0], "at": now})
        database.execute(sql.INSERT_ACT, {**act, "guild": guild})
        tables = [table for (table,) in database.execute(SEATED_IN, who)]
        for table in tables:
            database.execute(UPSERT_WORK, {**leaving, "table_id": table})
        return tables

    return unit


def allow(guild: int, whom: int, by: tuple[int, str], now: int) -> Callable[[sqlite3.Connection], bool]:
    """The unit behind Moderation.allow."""
    mine = checked(PersonFields, {"user_id": by[0], "name": by[1]})
    act = act_row("allow", by[0], whom, None, "", now)

    def unit(database: sqlite3.Connection) -> bool:
        if database.execute(sql.ALLOW, {"of_guild": guild, "whom": whom}).rowcount == 0:
            return False
        database.execute(sql.MEET_AS, mine)
        database.execute(sql.INSERT_ACT, {**act, "guild": guild})
        return True

    return unit


def save_preferences(who: tuple[int, str], settings: dict[str, Any], now: int) -> Callable[[sqlite3.Connection], bool]:
    """The unit behind PreferencesRepository.save: returns whether standings have to be worked out anew for it."""
    mine = checked(PersonFields, {"user_id": who[0], "name": who[1]})
    row = {"who": who[0], "settings": to_json(settings), "updated": now}

    def unit(database: sqlite3.Connection) -> bool:
        database.execute(MEET_AS, mine)
        before = database.execute(SETTLED, {"who": who[0]}).fetchone()
        database.execute(SAVE_PREFERENCES, row)
        wanted = bool(settings.get("no_statistics"))
        if wanted == bool(before and json.loads(before[0]).get("no_statistics")):
            return False
        database.execute(CHANGED_OF, {"who": who[0]})
        if wanted:
            database.execute(DELETE_STANDINGS_OF, {"who": who[0]})
            database.execute(DELETE_RATED_OF, {"who": who[0]})
        return True

    return unit
