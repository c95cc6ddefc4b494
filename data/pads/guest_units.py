"""The writer's units of work that give a guest's play to the member who the guest turns out to be."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Integer, Table, Text, bindparam, exists, literal_column, null, or_, select, update

from data.engine.statements import compiled
from data.engine.units import to_json
from data.pads import statements as sql
from data.pads.records import GuestAdoption
from data.people.records import guest_key
from data.people.statements import person
from data.standings.statements import CHANGED_OF, GAME_PARTS, GUEST, HAND_PARTS
from data.tables.night_work import ENQUEUE_BOARDS_OF_PAD
from data.tables.work import WorkKind

_EMPTY = literal_column("''", Text())
_ONE = literal_column("1", Integer())
_ME = person("user")

_GUESTS: Final = compiled(
    select(sql.PADS.c.id, sql.PADS.c.seq, sql.PLAYERS.c.number, sql.PLAYERS.c.name)
    .join_from(sql.PLAYERS, sql.PADS, sql.PADS.c.id == sql.PLAYERS.c.pad_id)
    .where(sql.PADS.c.guild == bindparam("guild"), sql.PADS.c.id != bindparam("pad"))
    .where(sql.PLAYERS.c.person_id.is_(null()), sql.PLAYERS.c.name != _EMPTY)
    .order_by(sql.PADS.c.id)
)
_OF_PAD = sql.CONSENTS.c.pad_id == bindparam("pad")
_ANOTHERS = sql.CONSENTS.c.guest.in_([_EMPTY]) | (sql.CONSENTS.c.state == literal_column("'asked'", Text()))
_NOT_THEIRS: Final = compiled(
    select(_ONE)
    .select_from(sql.PADS)
    .where(sql.PADS.c.id == bindparam("pad"))
    .where(
        or_(
            exists().where(sql.PLAYERS.c.pad_id == bindparam("pad"), sql.PLAYERS.c.person_id == _ME),
            exists().where(
                _OF_PAD, sql.CONSENTS.c.person_id == _ME, sql.CONSENTS.c.state == literal_column("'refused'", Text())
            ),
            exists().where(
                _OF_PAD,
                sql.CONSENTS.c.player == bindparam("number"),
                sql.CONSENTS.c.person_id != _ME,
                _ANOTHERS,
            ),
        )
    )
)
"""Whether a guest of a pad cannot be the member: they play there themselves, want to be left out of it, or the guest is
somebody who was added as a member, or is asked whether it is them.
"""
_BE_MEMBER: Final = compiled(
    update(sql.PLAYERS)
    .where(sql.PLAYERS.c.pad_id == bindparam("pad"), sql.PLAYERS.c.number == bindparam("number_of"))
    .values(person_id=_ME, name=_EMPTY)
)
_MOVE_ON: Final = compiled(update(sql.PADS).where(sql.PADS.c.id == bindparam("pad")).values(seq=sql.PADS.c.seq + _ONE))


def _of_deleted(parts: Table) -> str:
    """The parts of a guest in results of pads that were deleted become the member's, who has none there."""
    mine = parts.alias()
    same = [mine.c[column.name] == column for column in parts.primary_key if column.name != "part"]
    return compiled(
        update(parts)
        .where(parts.c.person_id == bindparam("guest"), parts.c.source == literal_column("'pad'", Text()))
        .where(parts.c.origin.not_in(select(sql.PADS.c.id)))
        .where(~exists(select(_ONE).select_from(mine).where(*same, mine.c.person_id == _ME)))
        .values(person_id=_ME, kind=literal_column("'person'", Text()))
    )


_OF_DELETED: Final = (_of_deleted(HAND_PARTS), _of_deleted(GAME_PARTS))


def adopt(pad: int, adoption: GuestAdoption, now: int) -> Callable[[sqlite3.Connection], tuple[int, ...]]:
    """The unit that makes all that a guest of a server played a user's, besides what stands on pad `pad`, where they
    have agreed to be that guest. Returns the pads that are others by now.
    """
    user, folded = adoption.user, guest_key(adoption.guest)
    of: dict[str, Any] = {"guild": adoption.guild, "pad": pad}

    def unit(database: sqlite3.Connection) -> tuple[int, ...]:
        found: list[int] = []
        for other, seq, number, name in database.execute(_GUESTS, of).fetchall():
            there = {"pad": other, "user": user, "number": number}
            if guest_key(name) != folded or other in found or database.execute(_NOT_THEIRS, there).fetchone():
                continue
            found.append(other)
            database.execute(_BE_MEMBER, {"pad": other, "number_of": number, "user": user})
            database.execute(_MOVE_ON, {"pad": other})
            database.execute(sql.INSERT_CHANGE, _change(other, seq + 1, user, number, now))
            database.execute(sql.KEEP_CONSENT, _consent(other, seq + 1, adoption, (number, name), now))
            for kind in (WorkKind.RECORD_PAD, WorkKind.PAD_BOARD):
                database.execute(compiled(sql.ENQUEUE[kind]), {"pad": other, "at": now})
            database.execute(compiled(ENQUEUE_BOARDS_OF_PAD), {"number": other, "at": now})
        guest = database.execute(GUEST, {"guild": adoption.guild, "folded": folded}).fetchone()
        if guest is not None:
            for statement in _OF_DELETED:
                database.execute(statement, {"guest": guest[0], "user": user})
            database.execute(CHANGED_OF, {"who": user})
        return tuple(found)

    return unit


def _change(pad: int, seq: int, user: int, number: int, now: int) -> dict[str, Any]:
    row: dict[str, Any] = {"pad_id": pad, "seq": seq, "kind": "link", "hand": None, "before": None, "person_id": user}
    return {**row, "after": to_json({"player": number}), "interaction": None, "at": now}


def _consent(pad: int, seq: int, adoption: GuestAdoption, guest: tuple[int, str], now: int) -> dict[str, Any]:
    """The consent of a member who agreed, informed since now: they may contest what was entered."""
    number, name = guest
    row: dict[str, Any] = {"pad_id": pad, "person_id": adoption.user, "player": number, "guest": name, "seq": seq}
    row |= {"state": "agreed", "by_id": adoption.by, "asked": now, "told": now, "shown": "agreed"}
    return {**row, "channel": None, "message": None, "begun": None}
