"""Many copies of one table in a PostgreSQL database, in threads of all servers of a sandbox."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Final, LiteralString, NamedTuple

import psycopg
from psycopg.sql import SQL, Identifier

from sandbox import Sandbox
from sandbox.server.records import Channel, Message, dumps
from tests.support.messages import buttons, selects
from tests.support.waiting import until
from tools.bench.bots import SHARDS

TEMPLATE: Final = 1
"""The number of the table of which all are copies."""

MOVE: Final = 3_600_000
"""Milliseconds for a move."""


class Place(NamedTuple):
    """The place of a copied table: its number, and the ids of its server, channel, thread and message."""

    id: int
    guild: int
    channel: int
    thread: int
    message: int


async def open_template(sandbox: Sandbox, database: psycopg.Connection) -> None:
    """Open a table of Ada and a computer player in its thread, where Ada is to move."""
    response = await sandbox.people.command("Ada", "card-room", "voren new", {"clock": MOVE // 1000})
    lobby = response.get("message") or {}
    await sandbox.people.click("Ada", lobby, selects(lobby)["Add computer …"], ["normal"])
    await sandbox.people.click("Ada", lobby, buttons(lobby)["Start"])
    due: LiteralString = "SELECT count(*) FROM work WHERE kind = %s AND state = 'due'"
    await until(lambda: measure_copy(database, due, "expire_clock"), 30)
    await until(lambda: not measure_copy(database, due, "refresh"), 30)


def open_threads(sandbox: Sandbox, count: int) -> list[Place]:
    """Open threads with copies of the template's board, spread over the servers. The first is the template's own."""
    world = sandbox.world
    (first,) = (channel for channel in world.channels.values() if channel.is_thread)
    board = next(message for message in first.messages.values() if "eh:show_hand:1" in message.interactive())
    servers = list(world.guilds)
    parents = [sandbox.people.channel("card-room", number)["id"] for number in range(len(servers))]
    places = [Place(TEMPLATE, int(servers[0]), int(parents[0]), int(first.id), int(board.id))]
    for number in range(TEMPLATE + 1, TEMPLATE + count):
        guild, parent = servers[number % len(servers)], parents[number % len(servers)]
        key, message = world.ids.new(), world.ids.new()
        data = {**deepcopy(first.data), "id": key, "guild_id": guild, "parent_id": parent, "name": f"Table {number}"}
        world.channels[key] = Channel(data, members=dict(first.members), active=world.clock.now())
        body: Any = json.loads(re.sub(r"(eh:\w+:)1\b", rf"\g<1>{number}", dumps(board.data)))
        world.add_message(world.channels[key], Message({**body, "id": message, "channel_id": key}))
        places.append(Place(number, int(guild), int(parent), int(key), int(message)))
    return places


def places_without_threads(sandbox: Sandbox, count: int) -> list[Place]:
    """Return places of copies that nothing is shown of: their threads do not exist."""
    servers = list(map(int, sandbox.world.guilds))
    return [
        Place(number, servers[number % len(servers)], number, 10**6 + number, 10**7 + number)
        for number in range(TEMPLATE + 1, TEMPLATE + count)
    ]


def copy_table(database: psycopg.Connection, places: Sequence[Place], due: int) -> None:
    """Copy the template to these places, each clock run out at `due` (ms). Nothing else is due."""
    with database.transaction(), database.cursor() as cursor:
        cursor.execute("UPDATE events SET interaction = NULL")
        cursor.execute("UPDATE runs SET began = began - %s", (2 * MOVE,))
        cursor.execute("""UPDATE tables SET settings = (settings::jsonb || '{"bank": 0}')::json""")
        cursor.execute("DELETE FROM work WHERE kind != 'expire_clock'")
        cursor.execute("UPDATE work SET due = %s", (due,))
        cursor.execute(
            "CREATE TEMPORARY TABLE places "
            "(id bigint, guild bigint, channel bigint, thread bigint, message bigint, message_channel bigint)"
        )
        with cursor.copy("COPY places FROM STDIN") as copy:
            for place in places:
                if place.id != TEMPLATE:
                    copy.write_row((*place, place.thread))
        moved = {"id", "guild", "channel", "thread", "message", "message_channel"}
        for table, instead in (
            ("tables", {name: name for name in moved}),
            ("seats", {"table_id": "id"}),
            ("events", {"table_id": "id"}),
            ("work", {"table_id": "id", "guild": "guild"}),
        ):
            _copy_rows(cursor, table, instead)
        cursor.execute("DROP TABLE places")
    for table in ("tables", "seats", "events", "work"):
        database.execute(SQL("ANALYZE {}").format(Identifier(table)))


def _copy_rows(cursor: psycopg.Cursor, table: str, instead: dict[str, str]) -> None:
    """Copy the template's rows of a table for each place, with the place's values in some columns."""
    columns = "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = %s"
    cursor.execute(columns, (table,))
    names = [name for (name,) in cursor.fetchall() if (table, name) != ("work", "id")]
    selected = [Identifier("place", instead[name]) if name in instead else Identifier("one", name) for name in names]
    key = "id" if table == "tables" else "table_id"
    query = SQL(
        "INSERT INTO {table} ({names}) OVERRIDING SYSTEM VALUE SELECT {taken} FROM {table} one, places place "
        "WHERE one.{key} = {template}"
    ).format(
        table=Identifier(table),
        names=SQL(", ").join(map(Identifier, names)),
        taken=SQL(", ").join(selected),
        key=Identifier(key),
        template=TEMPLATE,
    )
    cursor.execute(query)


def end_at(database: psycopg.Connection, moment: int) -> None:
    """Start all clocks so that they run out at `moment` (ms): they stood still while no bot was there."""
    for shard in range(SHARDS):
        query: LiteralString = "SELECT began, last FROM runs WHERE shard = %s ORDER BY id DESC LIMIT 2"
        (began, _), (_, last) = database.execute(query, (shard,)).fetchall()
        database.execute(
            "UPDATE events SET at = %s FROM tables "
            "WHERE tables.id = events.table_id AND (tables.guild >> 22) %% %s = %s",
            (moment - MOVE - max(0, began - last), SHARDS, shard),
        )


def measure_copy(database: psycopg.Connection, query: LiteralString, *values: object) -> Any:
    """Return the one value of a query."""
    row = database.execute(query, values).fetchone()
    assert row is not None
    return row[0]
