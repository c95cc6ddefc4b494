"""The writer's units of work on tables, as functions of its connection. Input is validated before they run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any, Final, TypeVar

from data.deals.records import NewTry
from data.engine.columns import checked, values_of
from data.engine.database import WriterConnection
from data.engine.errors import StoreError
from data.engine.statements import Statement
from data.engine.values import Values, to_json
from data.leagues.records import LeaguePlace
from data.people.models import PersonRow
from data.people.records import is_erased
from data.people.statements import BANNED_SQL, INSERT_ACT_SQL, MEET_AS_SQL, MEET_SQL, act_row, person_values
from data.tables import statements as sql
from data.tables.errors import (
    DuplicateInteraction,
    HostIsBusy,
    PersonIsKeptOut,
    SequenceTaken,
    ServerIsFull,
    ThreadIsTaken,
    UnknownTable,
)
from data.tables.league_work import ENQUEUE_LEAGUE_BOARD_SQL, note_league_table
from data.tables.models import CHANGEABLE, EventRow, HandRow, SeatRow, TableRow, WorkRow
from data.tables.night_work import ENQUEUE_BOARDS_OF_TABLE_SQL
from data.tables.records import Append, EventRecord, Limits, NewEvent, NewHand, NewTable, NewWork, SeatRecord
from data.tables.tries import insert_try, try_row
from data.tables.work import WorkKind

T = TypeVar("T")


def append(write: Append, now: int) -> Callable[[WriterConnection], int]:
    """Return the unit that keeps one step of a table and returns its last sequence number.

    Raises StoreError at once if a field cannot be kept; the unit raises DuplicateInteraction, UnknownTable,
    SequenceTaken, PersonIsKeptOut, and what the limits raise.
    """
    new = write.after + len(write.events)
    changes = _changes(write.changes)
    if write.rev is None and changes.keys() & WRITTEN_WHOLE:
        raise StoreError("a write of settings or options needs the rev of the row that it was made from")
    moved = {**changes, "table": write.table, "after": write.after, "of_rev": write.rev, "new": new, "at": now}
    advance = sql.advance(tuple(changes))
    rows = _Rows(write.events, write.work, write.seats or (), write.hands, now)
    act = None if write.act is None else act_row(write.act.act, write.act.by, write.act.whom, write.table, now)
    settled = None if write.settled_hand is None else _settled(write.table, write.settled_hand)
    dropped = [_drop(write.table, kind, key, now) for kind, key in write.drop]

    def unit(connection: WriterConnection) -> int:
        if write.limits is not None:
            ((guild, channel, host),) = connection.execute(sql.PLACE_OF, {"table": write.table})
            _check_limits(connection, write.limits, guild, changes.get("channel", channel), host, write.table)
        if _is_somebody(changes.get("host_id")):
            connection.execute(MEET_SQL, person_values(changes["host_id"]))
        if connection.execute(advance, moved).rowcount == 0:
            raise _not_moved(connection, write)
        for statement, parameters in dropped:
            connection.execute(statement, parameters)
        if write.seats is not None:
            connection.execute(sql.DELETE_SEATS, {"table": write.table})
        rows.insert(connection, write.table, write.after)
        if settled is not None:
            connection.execute(sql.SETTLE_HAND, settled)
        if write.shows_progress:
            for statement in (ENQUEUE_BOARDS_OF_TABLE_SQL, ENQUEUE_LEAGUE_BOARD_SQL):
                connection.execute(statement, {"number": write.table, "at": now})
        if act is not None:
            ((guild,),) = connection.execute(sql.GUILD_OF, {"table": write.table})
            connection.execute(INSERT_ACT_SQL, {**act, "guild": guild})
        return new

    return unit


def create(
    draft: NewTable,
    events: Iterable[NewEvent],
    work: Iterable[NewWork],
    seats: Iterable[SeatRecord],
    limits: Limits | None,
    attempt: NewTry | None,
    place: LeaguePlace | None,
    now: int,
) -> Callable[[WriterConnection], int]:
    """Return the unit that opens a table and returns its number.

    Raises as `append` does, and what the limits raise. It counts open tables in its transaction, so that two requests
    at once do not pass a limit.
    """
    events = tuple(events)
    values = asdict(draft)
    values["host_id"] = values.pop("host")
    row = checked(TableRow, {**values, "seq": len(events), "created": now, "updated": now})
    row["options"], row["settings"] = to_json(row["options"]), to_json(row["settings"])
    rows = _Rows(events, tuple(work), tuple(seats), (), now)
    new_try = None if attempt is None else try_row(attempt)

    def unit(connection: WriterConnection) -> int:
        if limits is not None:
            _check_limits(connection, limits, draft.guild, draft.channel, draft.host)
        if _is_somebody(draft.host):
            connection.execute(MEET_SQL, person_values(draft.host))
        ((table,),) = connection.execute(sql.INSERT_TABLE, row)
        rows.insert(connection, table, 0)
        if new_try is not None:
            insert_try(connection, new_try, table)
        if place is not None:
            note_league_table(connection, place, table)
        connection.execute(ENQUEUE_BOARDS_OF_TABLE_SQL, {"number": table, "at": now})
        return table

    return unit


def _check_limits(
    connection: WriterConnection, limits: Limits, guild: int, channel: int, host: int, table: int | None = None
) -> None:
    """Check the limits for a new table, or for `table`, which comes to be under way in `channel`."""
    if limits.server is not None:
        ((under_way,),) = connection.execute(sql.COUNT_UNDER_WAY, {"of_guild": guild})
        if under_way >= limits.server:
            raise ServerIsFull(under_way)
    if limits.host is not None:
        open_tables = tuple(number for (number,) in connection.execute(sql.TABLES_OF_HOST, {"user": host}))
        if len(open_tables) >= limits.host:
            raise HostIsBusy(open_tables)
    if limits.alone:
        for (other,) in connection.execute(sql.TABLES_IN_CHANNEL, {"of_channel": channel}):
            if other != table:
                raise ThreadIsTaken(other)


def record_board(table: int, seq: int, channel: int | None, message: int | None) -> Callable[[WriterConnection], None]:
    """Return the unit that notes which event the public message shows."""

    def unit(connection: WriterConnection) -> None:
        connection.execute(sql.RECORD_BOARD, {"table": table, "new": seq, "in_channel": channel, "as_message": message})
        connection.execute(sql.DELETE_REFRESHES, {"table": table, "new": seq, "of_kind": WorkKind.REFRESH})

    return unit


WRITTEN_WHOLE: Final = frozenset({"options", "settings"})
"""The columns of a table that have many values: a write replaces all of them."""

SEATING: Final = frozenset({"join", "sit", "ask", "invite"})
"""The kinds of events by which their person comes to have a seat, or is asked to."""


class _Rows:
    """The rows that belong to a table, checked; the table's number is filled in when they are inserted."""

    def __init__(
        self,
        events: tuple[NewEvent, ...],
        work: tuple[NewWork, ...],
        seats: tuple[SeatRecord, ...],
        hands: tuple[NewHand, ...],
        now: int,
    ) -> None:
        interactions = [event.interaction for event in events if event.interaction is not None]
        if len(interactions) != len(set(interactions)):
            raise StoreError("two events claim the same interaction")
        self._met = [
            *((MEET_AS_SQL, _person(event)) for event in events if event.name and _is_somebody(event.user)),
            *((MEET_SQL, _person(seat)) for seat in seats if _is_somebody(seat.user)),
        ]
        self._seating = {event.user for event in events if event.user is not None and event.kind in SEATING}
        self._events = [_event(event, now) for event in events]
        self._work = [work_row(work) for work in work]
        self._seats = [_seat(seat) for seat in seats]
        self._hands = [_hand(hand) for hand in hands]

    def insert(self, connection: WriterConnection, table: int, after: int) -> None:
        for statement, person in self._met:
            connection.execute(statement, person)
        for user in self._seating:
            _check_not_banned(connection, table, user)
        for seq, row in enumerate(self._events, after + 1):
            row["table_id"], row["seq"] = table, seq
            inserted = connection.execute(sql.INSERT_EVENT, row).fetchall()
            if not inserted:
                raise _made_before(connection, row["interaction"]) or SequenceTaken(
                    f"event {seq} of table {table} is there already"
                )
            user = row["person_id"]
            if inserted[0][0] is None and _is_somebody(user):  # nobody has met them before
                connection.execute(MEET_SQL, person_values(user))
                connection.execute(sql.SET_PERSON, {"table": table, "of_seq": seq, "user": user})
        for statement, rows in (
            (sql.INSERT_SEAT, self._seats),
            (sql.INSERT_HAND, self._hands),
            (sql.ENQUEUE_SQL, self._work),
        ):
            for row in rows:
                row["table_id"] = table
                connection.execute(statement, row)


def _check_not_banned(connection: WriterConnection, table: int, user: int) -> None:
    """Raise PersonIsKeptOut for a banned user, in the seating transaction."""
    ((guild,),) = connection.execute(sql.GUILD_OF, {"table": table})
    ((banned,),) = connection.execute(BANNED_SQL, {"of_guild": guild, "whom": user})
    if banned:
        raise PersonIsKeptOut(user)


def _is_somebody(user: int | None) -> bool:
    """Whether a user needs a row in `people`. Erased people keep theirs."""
    return user is not None and not is_erased(user)


def _person(source: NewEvent | SeatRecord) -> Values:
    return checked(PersonRow, person_values(source.user, source.name))


def _event(event: NewEvent, now: int) -> Values:
    row = values_of(event, EventRow)
    row = checked(EventRow, {**row, "table_id": 0, "seq": 1, "person_id": event.user, "at": now})
    row["public"] = to_json(row["public"])
    if row["hidden"] is not None:
        row["hidden"] = to_json(row["hidden"])
    return row


def _seat(seat: SeatRecord) -> Values:
    name = seat.name if seat.user is None else ""
    row = values_of(seat, SeatRow)
    row = checked(SeatRow, {**row, "table_id": 0, "person_id": seat.user, "name": name})
    row["points"] = str(row["points"])
    return row


def _hand(hand: NewHand) -> Values:
    row = checked(HandRow, {**values_of(hand, HandRow), "table_id": 0})
    row["points"] = " ".join(map(str, hand.points))
    return row | {name: to_json(row[name]) for name in ("how", "log", "start")}


def _settled(table: int, hand: NewHand) -> Values:
    row = _hand(hand)
    return {"table": table, "of_number": hand.number, **{name: row[name] for name in ("points", "how", "start")}}


def work_row(work: NewWork) -> Values:
    """Return the row of work, checked; its subject is to be filled in. Raises StoreError where a field does not fit."""
    row = checked(WorkRow, {**values_of(work, WorkRow), "guild": 0})
    row["payload"] = to_json(row["payload"])
    return row


def _changes(changes: Mapping[str, Any]) -> Values:
    """Return column values for the changed fields of a table. Refuse an unknown name and a value that does not fit."""
    if not changes:
        return {}
    columns = {"host_id" if name == "host" else name: value for name, value in changes.items()}
    if unknown := columns.keys() - CHANGEABLE:
        raise StoreError(f"a table has no {', '.join(sorted(unknown))} to change")
    row = checked(TableRow, columns, only=frozenset(columns))
    return {name: to_json(value) if name in ("options", "settings") else value for name, value in row.items()}


def _drop(table: int, kind: str, key: str, now: int) -> tuple[Statement, Values]:
    row: Values = {"table": table, "of_kind": kind, "of_key": key, "now": now}
    if not key.endswith("*"):
        return sql.DROP_WORK, row
    return sql.DROP_ALL_WORK, {**row, "of_key": key[:-1], "size": len(key) - 1}


def _not_moved(connection: WriterConnection, write: Append) -> StoreError:
    row = connection.execute(sql.TABLE_VERSION, {"table": write.table}).fetchone()
    if row is None:
        return UnknownTable(f"table {write.table}")
    for event in write.events:
        if repeated := _made_before(connection, event.interaction):
            return repeated
    (seq, rev), expected = row, (write.after, write.rev)
    return SequenceTaken(
        f"table {write.table} is at event {seq}, rev {rev}; the writer was at {expected[0]}, {expected[1]}"
    )


def _made_before(connection: WriterConnection, interaction: int | None) -> DuplicateInteraction | None:
    """Return the error to raise if this interaction has made its event already."""
    if interaction is None:
        return None
    row = connection.execute(sql.EVENT_OF, {"interaction": interaction}).fetchone()
    return None if row is None else DuplicateInteraction(_event_record(row))


def _event_record(row: Any) -> EventRecord:
    """Return the event of a row of EVENT_OF."""
    fields: dict[str, Any] = dict(zip(sql.EVENT_COLUMNS, row, strict=True))
    for part in ("public", "hidden"):
        fields[part] = None if fields[part] is None else json.loads(fields[part])
    return EventRecord(**fields)
