"""The units of work of club nights: everything is validated before they run."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Final

from sqlalchemy import Integer, bindparam, delete, literal_column, null, select, update

from data.engine.columns import checked
from data.engine.statements import compiled, insert, insert_into
from data.nights.errors import NightIsOn, NightMade
from data.nights.models import NightPartRow, NightRow
from data.nights.records import MAX_NIGHT_MS, NewNight
from data.people.models import PersonRow
from data.people.statements import MEET_AS_SQL as MEET_AS
from data.people.statements import person
from data.standings.records import Origin
from data.tables.night_work import ENQUEUE_BOARD, ENQUEUE_LAST_BOARD, ENQUEUE_RESULTS, NIGHTS, PARTS

_ONE = literal_column("1", Integer())
_NIGHT = NIGHTS.c.id == bindparam("night")
_STILL = _NIGHT & (NIGHTS.c.message == bindparam("as_message"))

INSERT: Final = insert_into(NIGHTS, person_id=person("person_id"), ender_id=null(), deleter_id=null())
NIGHT_BY_INTERACTION: Final = compiled(select(NIGHTS.c.id).where(NIGHTS.c.interaction == bindparam("interaction")))
NIGHT_ON: Final = compiled(
    select(NIGHTS.c.id).where(
        *(NIGHTS.c.channel == bindparam("channel"), NIGHTS.c.ended.is_(None), NIGHTS.c.began > bindparam("since")),
        NIGHTS.c.deleted.is_(None),
    )
)
ADVANCE: Final = compiled(update(NIGHTS).where(_NIGHT).values(seq=NIGHTS.c.seq + _ONE))
END: Final = compiled(
    update(NIGHTS)
    .where(_NIGHT, NIGHTS.c.ended.is_(None))
    .values(ended=bindparam("now"), ender_id=person("user_id"), seq=NIGHTS.c.seq + _ONE)
)
DELETE: Final = compiled(
    update(NIGHTS)
    .where(_NIGHT, NIGHTS.c.deleted.is_(None))
    .values(deleted=bindparam("now"), deleter_id=person("user_id"), seq=NIGHTS.c.seq + _ONE)
)
UNDELETE: Final = compiled(
    update(NIGHTS)
    .where(_NIGHT, NIGHTS.c.deleted > bindparam("after"))
    .values(deleted=null(), deleter_id=null(), seq=NIGHTS.c.seq + _ONE)
)
STILL_ON: Final = compiled(
    select(NIGHTS.c.channel).where(_NIGHT, NIGHTS.c.ended.is_(None), NIGHTS.c.began > bindparam("since"))
)
PURGE: Final = compiled(delete(NIGHTS).where(_NIGHT, NIGHTS.c.deleted < bindparam("before")))
NOTE_POSTED: Final = compiled(
    update(NIGHTS).where(_NIGHT).values(message_channel=bindparam("in_channel"), message=bindparam("as_message"))
)
NOTE_MESSAGE_GONE: Final = compiled(update(NIGHTS).where(_STILL).values(message_channel=null(), message=null()))
BEGIN_CARD: Final = compiled(update(NIGHTS).where(_NIGHT).values(card_begun=bindparam("now")))
NOTE_CARD_POSTED: Final = compiled(
    update(NIGHTS).where(_NIGHT).values(card=bindparam("as_message"), card_shown=bindparam("new"))
)
_PART = insert(PARTS).values({column.name: bindparam(column.name) for column in PARTS.c})
SET_PART: Final = compiled(
    _PART.on_conflict_do_update(
        index_elements=[PARTS.c.night_id, PARTS.c.source, PARTS.c.number], set_={"belongs": _PART.excluded.belongs}
    )
)


def begin(new: NewNight, interaction: int | None, now: int) -> Callable[[sqlite3.Connection], int]:
    """The unit that begins a club night and returns its number.

    Raises NightMade if the interaction has begun one already, NightIsOn where one is on in that channel.
    """
    row = checked(
        NightRow,
        {
            "guild": new.guild,
            "channel": new.channel,
            "name": new.name,
            "person_id": new.by,
            "began": now,
            "interaction": interaction,
        },
    )
    who = checked(PersonRow, {"user_id": new.by, "name": new.by_name})

    def unit(database: sqlite3.Connection) -> int:
        if interaction is not None and (
            made := database.execute(NIGHT_BY_INTERACTION, {"interaction": interaction}).fetchone()
        ):
            raise NightMade(made[0])
        on = database.execute(NIGHT_ON, {"channel": new.channel, "since": now - MAX_NIGHT_MS}).fetchone()
        if on is not None:
            raise NightIsOn(on[0])
        database.execute(MEET_AS, who)
        night = database.execute(INSERT, row).lastrowid
        assert night is not None
        for statement in (compiled(ENQUEUE_LAST_BOARD), compiled(ENQUEUE_RESULTS)):
            database.execute(statement, {"night": night, "at": now + MAX_NIGHT_MS})
        return night

    return unit


def end(night: int, user: int, name: str, now: int) -> Callable[[sqlite3.Connection], bool]:
    """The unit that lets a user of that name end a club night: False where somebody has ended it already."""
    who = checked(PersonRow, {"user_id": user, "name": name})

    def unit(database: sqlite3.Connection) -> bool:
        database.execute(MEET_AS, who)
        return _changed(database, night, now, database.execute(END, {**who, "night": night, "now": now}))

    return unit


def delete_night(night: int, user: int, name: str, now: int) -> Callable[[sqlite3.Connection], bool]:
    """The unit that lets a user of that name delete a club night: False where somebody has deleted it already."""
    who = checked(PersonRow, {"user_id": user, "name": name})

    def unit(database: sqlite3.Connection) -> bool:
        database.execute(MEET_AS, who)
        return _changed(database, night, now, database.execute(DELETE, {**who, "night": night, "now": now}))

    return unit


def undelete(night: int, after: int, now: int) -> Callable[[sqlite3.Connection], bool]:
    """The unit that brings a club night back which was deleted after `after`: False for any other.

    Raises NightIsOn where it is still on, and another is on in its channel.
    """

    def unit(database: sqlite3.Connection) -> bool:
        since = {"since": now - MAX_NIGHT_MS}
        for (channel,) in database.execute(STILL_ON, {"night": night, **since}).fetchall():
            if (on := database.execute(NIGHT_ON, {"channel": channel, **since}).fetchone()) and on[0] != night:
                raise NightIsOn(on[0])
        return _changed(database, night, now, database.execute(UNDELETE, {"night": night, "after": after}))

    return unit


def enqueue(database: sqlite3.Connection, night: int, now: int) -> None:
    """Enqueue what shows a night that has changed: its message, and its results if it is over."""
    for statement in (compiled(ENQUEUE_BOARD), compiled(ENQUEUE_RESULTS)):
        database.execute(statement, {"night": night, "at": now})


def _changed(database: sqlite3.Connection, night: int, now: int, done: sqlite3.Cursor) -> bool:
    """Whether a statement has changed a night, whose messages are then to show it."""
    if done.rowcount > 0:
        enqueue(database, night, now)
        return True
    return False


def set_part(night: int, origin: Origin, now: int, *, belongs: bool) -> Callable[[sqlite3.Connection], None]:
    """The unit that brings a table or pad into a club night, or takes it out."""
    row = checked(
        NightPartRow, {"night_id": night, "source": origin.source, "number": origin.number, "belongs": belongs}
    )

    def unit(database: sqlite3.Connection) -> None:
        database.execute(SET_PART, row)
        database.execute(ADVANCE, {"night": night})
        enqueue(database, night, now)

    return unit


def note_posted(night: int, channel: int, message: int, now: int) -> Callable[[sqlite3.Connection], None]:
    """The unit that notes where a night's message stands. It is brought up to date once more.

    News from before may have gone into the message before it.
    """

    def unit(database: sqlite3.Connection) -> None:
        database.execute(NOTE_POSTED, {"night": night, "in_channel": channel, "as_message": message})
        database.execute(compiled(ENQUEUE_BOARD), {"night": night, "at": now})

    return unit


def note_message_gone(night: int, message: int) -> Callable[[sqlite3.Connection], None]:
    """The unit that notes that a night's message is no more: nothing is to be shown in it."""

    def unit(database: sqlite3.Connection) -> None:
        database.execute(NOTE_MESSAGE_GONE, {"night": night, "as_message": message})

    return unit


def begin_card(night: int, now: int) -> Callable[[sqlite3.Connection], None]:
    """The unit that notes that the message of a night's end is about to be posted."""

    def unit(database: sqlite3.Connection) -> None:
        database.execute(BEGIN_CARD, {"night": night, "now": now})

    return unit


def note_card_posted(night: int, message: int, seq: int) -> Callable[[sqlite3.Connection], None]:
    """The unit that notes the message of a night's end, and that it shows change `seq`."""

    def unit(database: sqlite3.Connection) -> None:
        database.execute(NOTE_CARD_POSTED, {"night": night, "as_message": message, "new": seq})

    return unit
