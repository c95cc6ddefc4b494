"""The unit of work that erases a person: one transaction, after which nobody can tell who it was.

Games stay, with a nameless row of `people`. It also enqueues giving up their seats, and redrawing messages with their
name.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from data.engine.statements import compiled
from data.engine.units import Values, to_json
from data.nights.records import MAX_NIGHT_MS
from data.pads.outbox import ALL_PAD_WORK
from data.pads.statements import ERASE_CONTEST_REASONS
from data.pads.units import enqueue as enqueue_pad
from data.privacy import statements as sql
from data.standings.statements import CHANGED_OF
from data.tables.night_work import ENQUEUE_BOARD, ENQUEUE_RESULTS
from data.tables.records import LESSONS_GUILD_ID, NewWork
from data.tables.statements import ENQUEUE_SQL, ERASE_WORDS
from data.tables.units import work_row
from data.tables.work import DeletePayload, ErasedSeatPayload, WorkKind

RECENT_MS: Final = 30 * 24 * 3600 * 1000
"""Milliseconds since a table came to its end for which its board is shown anew, without the name."""

MAX_SHOWN_TABLES: Final = 200
"""How many such boards are, the newest: each is an edit in a channel."""


class ErasureResult(NamedTuple):
    """The result of an erasure: the user (None: erased before), and whether the id stays for moderators' bans."""

    user: int | None
    banned: bool = False


def erase(me: int, at: int, now: int) -> Callable[[sqlite3.Connection], ErasureResult]:
    """The unit that takes the data of the person with row `me` out, as was asked for at `at`. Again it does nothing."""

    def unit(database: sqlite3.Connection) -> ErasureResult:
        database.execute(sql.NOTED, {"me": me, "at": at})
        user = next((user for (user,) in database.execute(sql.WHOSE, {"me": me})), None)
        if user is None:
            return ErasureResult(None)
        database.execute(sql.OVERWRITE)
        try:
            return _erase(database, me, user, now)
        finally:
            database.execute(sql.AS_BEFORE)

    return unit


def _erase(database: sqlite3.Connection, me: int, user: int, now: int) -> ErasureResult:
    those = {"me": me, "user": user, "now": now}
    database.execute(CHANGED_OF, {"who": user})  # what is worked out just now knows them by their number
    erase_words(user)(database)
    for statement in (sql.ERASE_REASONS_ABOUT, sql.DELETE_BLOCKS, sql.DELETE_DRAFTS, sql.CONTESTS_ANEW):
        _run(database, statement, those)
    for statement in (sql.ERASE_BROUGHT_PLAYERS, sql.CONSENTS_ANEW, sql.END_CONSENTS):
        _run(database, statement, those)
    for statement in (sql.DELETE_PREFERENCES, sql.KEEP_NO_STATISTICS):
        _run(database, statement, those)
    for statement in (sql.ERASE_WISHES, sql.DELETE_UNSEATING, sql.ERASE_UNSEATER):
        _run(database, statement, those)
    for statement in (sql.ERASE_DIGEST_ITEMS, sql.ERASE_DIGESTS):
        _run(database, statement, those)
    copies = [pad for (pad,) in database.execute(sql.COPIES_OF, those)]
    for pad in copies:
        _run(database, sql.ERASE_COPY, {**those, "pad": pad})
    pads = _pads(database, those)
    database.executemany(sql.COPY_MOVED_ON, [{"pad": pad} for pad in copies])
    _tables(database, those)
    nights = tuple(night for (night,) in database.execute(sql.NIGHTS_OF, {"me": me, "day": MAX_NIGHT_MS}))
    database.executemany(sql.NIGHT_CHANGED, [{"night": night} for night in nights])
    for night in nights:
        for statement in (ENQUEUE_BOARD, ENQUEUE_RESULTS):
            database.execute(compiled(statement), {"night": night, "at": now})
    for pad in {*pads, *copies}:
        enqueue_pad(database, pad, ALL_PAD_WORK, now)
    _run(database, sql.LEFT_NAMELESS, those)
    return ErasureResult(user, _keep_bans(database, me, user))


def _run(database: sqlite3.Connection, statement: str, those: Values) -> None:
    database.execute(statement, those)


def _keep_bans(database: sqlite3.Connection, me: int, user: int) -> bool:
    """Moderators who keep somebody out go on doing so: their number stays in a row of its own, which has nothing else.

    Returns whether any do.
    """
    ((bans,),) = database.execute(sql.BANS_OF, {"me": me})
    if bans:
        new = database.execute(sql.KEEP_NUMBER, {"user": user}).lastrowid
        database.execute(sql.MOVE_BANS, {"me": me, "new_row": new})
    return bans > 0


def _tables(database: sqlite3.Connection, those: Values) -> None:
    """Advance live tables, give up their seats there, and drop their requests. Redraw boards of recent tables."""
    now, me = those["now"], those["me"]
    owed: list[Values] = []
    for table, seq, guild in database.execute(sql.TABLES_LIVE, those).fetchall():
        database.execute(sql.MOVED_ON, {"table": table})
        database.execute(sql.FORGOTTEN, {"table": table, "new": seq + 1, "me": me, "now": now})
        owed.append(_work(table, WorkKind.FREE_ERASED_SEAT, str(me), seq + 1, ErasedSeatPayload(user=-me), now))
        if guild != LESSONS_GUILD_ID:
            owed.append(_work(table, WorkKind.ANNOUNCE, "passed", seq + 1, {}, now))
            owed.append(_work(table, WorkKind.REFRESH, "", seq + 1, {}, now))
    since = {"me": me, "since": now - RECENT_MS, "most": MAX_SHOWN_TABLES}
    for table, seq, thread, around, channel in database.execute(sql.TABLES_SHOWN, since).fetchall():
        database.execute(sql.SHOW_ANEW, {"table": table})
        owed.append(_work(table, WorkKind.REFRESH, "", seq, {}, now))
        home = around or channel
        if thread is not None:  # which is named for those who played
            owed.append(_work(table, WorkKind.FREE_ERASED_SEAT, str(me), seq, ErasedSeatPayload(user=-me), now))
        within = thread or channel  # a rematch has no other thread than its channel
        if within != home:  # the post from which it was made has the number of the thread
            payload = DeletePayload(channel=home, message=within, pointer=True)
            owed.append(_work(table, WorkKind.DELETE_BOARD, f"{within:x}", 0, payload, now))
    database.executemany(ENQUEUE_SQL, owed)


def _work(table: int, kind: WorkKind, key: str, seq: int, payload: Mapping[str, object], due: int) -> Values:
    row = work_row(NewWork(kind, key, seq, payload, due))
    return {**row, "table_id": table}


def _pads(database: sqlite3.Connection, those: Values) -> tuple[int, ...]:
    """Remove them from their pads' keepers; a pad without keepers goes to its first player, if any. Returns these pads,
    which are redrawn.
    """
    me, user = those["me"], those["user"]
    for pad, seq, *accounts in database.execute(sql.KEEPERS_NAMED, those).fetchall():
        before, after = (_without(user, me, account) for account in accounts)
        database.execute(sql.NAME_KEEPERS, {"pad": pad, "of_seq": seq, "new_before": before, "new_after": after})
    pads = database.execute(sql.PADS_OF, those).fetchall()
    for pad, seq in pads:
        database.execute(sql.PAD_MOVED_ON, {"pad": pad})
        keepers = database.execute(sql.KEEPERS_OF, {"pad": pad}).fetchall()
        if me not in {row for row, _ in keepers}:
            continue
        database.execute(sql.DELETE_KEEPER, {"pad": pad, "me": me})
        left = [number for row, number in keepers if row != me and number is not None]
        heir = None if left else database.execute(sql.HEIR, {"pad": pad, "me": me}).fetchone()
        if heir is not None:
            database.execute(sql.ADD_KEEPER, {"pad": pad, "heir": heir[0]})
            left = [heir[1]]
        before = to_json({"keepers": [-me if row == me else number for row, number in keepers]})
        change = {"pad": pad, "new": seq + 1, "new_before": before, "new_after": to_json({"keepers": left})}
        database.execute(sql.KEPT_BY, {**change, "me": me, "now": those["now"]})
    return tuple(pad for pad, _ in pads)


def _without(user: int, me: int, account: str | None) -> str | None:
    """The values of a change of keepers, with the row's number in place of the user's id."""
    if account is None:
        return None
    kept = json.loads(account)
    return to_json({**kept, "keepers": [-me if keeper == user else keeper for keeper in kept.get("keepers", ())]})


def erase_words(user: int) -> Callable[[sqlite3.Connection], list[int]]:
    """The unit behind Store.erase_words: returns the tables whose log has changed."""

    def unit(database: sqlite3.Connection) -> list[int]:
        database.execute(sql.ERASE_REASONS, {"user": user})
        database.execute(ERASE_CONTEST_REASONS, {"user": user})
        return sorted({table for (table,) in database.execute(ERASE_WORDS, {"user": user}).fetchall()})

    return unit
