"""What a killed bot left behind: its database as another process finds it, held against what the players were told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from bot.standings.standings_worker import digest, recount
from bot.tables.model.table_state import TableState
from bot.tables.services.integrity_check import check_all
from cogs.games.abracadabra import pack as abracadabra
from cogs.games.five_crowns import pack as crowns
from cogs.games.tarot import pack as tarot
from cogs.games.voren import pack as voren
from data.standings.records import Origin
from data.store import Store
from data.tables.events import EventKind
from data.tables.records import EventRecord, TableRecord, Work
from data.tables.work import WorkKind, WorkState
from sandbox import Sandbox
from tests.support.messages import boards_of, buttons, text
from tests.support.renderers import bare_renderer
from tests.support.waiting import until
from tests.system.crash.players import FOLLOW, FORM, PRESENTERS, READY, Point, Sent, Witness

Json = dict[str, Any]
for pack in (voren, crowns, tarot, abracadabra):
    pack.register()
RENDERER = bare_renderer(*PRESENTERS.values())
Looks = tuple[str, dict[str, str]]


@dataclass(frozen=True)
class StoredTable:
    """A table as the database has it."""

    record: TableRecord
    log: list[EventRecord]
    work: list[Work]

    def live(self, seq: int | None = None) -> TableState:
        """Return the table after event `seq`; the last one by default."""
        last = self.record.seq if seq is None else seq
        over = last == self.record.seq and self.record.status != "lobby"
        begun = any(event.kind == EventKind.START for event in self.log[:last])
        status = self.record.status if over else "playing" if begun else "lobby"
        live = TableState(replace(self.record, seq=last, status=status), asyncio.Lock())
        live.fold(self.log[:last])
        return live

    def points(self) -> list[Point]:
        """Return the table after each event, from event 0."""
        live = TableState(self.record, asyncio.Lock())
        points = [Point(0, "", {})]
        for event in self.log:
            live.fold([event])
            state = live.state
            deciding = {seat: live.decisions[seat] for seat in state.to_act} if state is not None else {}
            points.append(Point(0, "", {}) if state is None else Point(state.number, state.phase, deciding))
        return points

    async def looks(self, seq: int | None = None) -> Looks:
        """Return what the table's message says and offers after event `seq`."""
        rendered = await RENDERER.render_board(self.live(seq))
        return read_looks({"content": "", "components": rendered.layout.parts})


def read_looks(message: Json) -> Looks:
    """Return what a message says and offers."""
    return text(message), buttons(message)


def has_one_board(sandbox: Sandbox, table: int, expected: Looks, *, may_lack: bool = False) -> bool:
    """Check that a table has exactly one board, which looks as it should; a lobby `may_lack` one."""
    results = [read_looks(board) for board in boards_of(sandbox, table)]
    return results == [expected] or (may_lack and not results)


async def read_stored_tables(database: str) -> list[StoredTable]:
    """Return every table of the database, also of one that a bot writes to just now."""
    store = await Store.open(database)
    try:
        stored_tables: list[StoredTable] = []
        for number in await store.tables.numbers(0, 10_000):
            record = await store.tables.get(number)
            while record is not None:
                first, record = (
                    StoredTable(record, await store.tables.log(number), await store.work.of_table(number)),
                    await store.tables.get(number),
                )
                if record == first.record:  # else it went on between one reading and the next
                    stored_tables.append(first)
                    break
        return stored_tables
    finally:
        await store.close()


async def find_faults(database: str) -> list[str]:
    """Return what `python -m bot check` finds wrong: finished hands without a row, rows that the log does not prove."""
    store, texts = await Store.open(database), list[str]()
    try:
        counts = await check_all(store, texts.append)
    finally:
        await store.close()
    assert counts.hands
    return texts


async def check_results(database: str, tables: list[StoredTable]) -> None:
    """Check that finished hands and games come to be results, once, and that a recount makes the same standings."""
    store = await Store.open(database)

    async def worked_in() -> bool:
        owed = [
            row
            for table in tables
            for row in await store.work.of_table(table.record.id, WorkKind.RECORD)
            if row.state == WorkState.DUE
        ]
        return not owed and not await store.work.due(2**62, 1, (WorkKind.UPDATE_STANDINGS,))

    try:
        await until(worked_in, 30)
        for table in tables:
            origin = Origin("table", table.record.id)
            results, hands = await store.results.hands_of(origin), await store.tables.hands(table.record.id)
            assert [(result.number, tuple(part.points for part in result.parts)) for result in results] == [
                (hand.number, hand.points) for hand in hands
            ]
            game = await store.results.game_of(origin)
            assert game is not None
            assert [part.points for part in game.parts] == [seat.points for seat in table.record.seats]
        before, texts = await digest(store), list[str]()
        assert (await recount(store, texts.append)).digest == before, texts
    finally:
        await store.close()


def compare_logs(tables: list[StoredTable], witness: Witness) -> dict[int, Sent]:
    """Compare the logs with what was sent and acknowledged; return what was sent and is in a log, by interaction."""
    record: dict[int, Sent] = {}
    decided: dict[tuple[object, ...], int] = {}
    for table in tables:
        assert [event.seq for event in table.log] == list(range(1, table.record.seq + 1))
        points = table.points()  # replays
        for event in table.log:
            if event.kind == EventKind.MOVE and event.interaction is None:
                assert is_computer_move(table, event) or is_forced(table, event), f"{event} is nobody's"
            if event.interaction is None:
                continue
            assert event.interaction not in record, f"interaction {event.interaction} made two events"
            sent = witness.sent[event.interaction]
            record[event.interaction] = sent
            assert str(event.user) == witness.sandbox.people.user(sent.who)["id"]
            if event.kind == EventKind.MOVE:
                assert sent.move == event.text or sent.name.startswith((*READY, FOLLOW, FORM)), (sent, event)
                assert event.seat is not None
                decision = (table.record.id, *sent.decision(points))
                assert decision not in decided, f"{decision} was decided twice, by {decided.get(decision)} and {event}"
                decided[decision] = event.interaction
    lost = [sent for sent in witness.sent.values() if sent.made and sent.interaction not in record]
    logs = {
        table.record.id: [(event.seq, event.kind, event.text, event.interaction) for event in table.log]
        for table in tables
    }
    nearby = [(sent, logs.get(number, "no such table")) for sent in lost for number in sent.tables()]
    assert not lost, f"acknowledged and lost: {nearby or lost}"
    return record


def is_computer_move(table: StoredTable, event: EventRecord) -> bool:
    """Check whether a move was a computer player's."""
    return event.user is None and table.record.seats[event.seat or 0].kind == "computer"


def is_forced(table: StoredTable, event: EventRecord) -> bool:
    """Check whether a move was the table's own: one that left no choice."""
    live = table.live(event.seq - 1)
    assert live.state is not None
    return (
        event.public == {"forced": True} and event.user is None and live.game.conduct.is_forced(live.state.view(None))
    )


def list_pings(sandbox: Sandbox) -> dict[str, list[str]]:
    """Return the pings that are there, by nonce: the ids of their messages."""
    result: dict[str, list[str]] = {}
    for message in sandbox.world.messages.values():
        nonce = str(message.data.get("nonce") or "")
        if "-p" in nonce:
            result.setdefault(nonce, []).append(message.id)
    return result


def find_unknown_pings(tables: list[StoredTable], sandbox: Sandbox) -> set[str]:
    """Return the pings that are there and whose messages the database does not know, by nonce."""
    names = {str(work.message) for table in tables for work in table.work}
    return {nonce for nonce, messages in list_pings(sandbox).items() if not names.issuperset(messages)}


def count_decisions(tables: list[StoredTable]) -> Counter[tuple[int, int]]:
    """Return for how many decisions a ping was begun at least, by table and user."""
    counts = Counter[tuple[int, int]]()
    for table in tables:
        for work in table.work:
            if work.kind == WorkKind.PING and not work.payload.get("note") and work.channel is not None:
                counts[table.record.id, table.record.seats[work.payload["seat"]].user or 0] += 1
    return counts


Boards = Mapping[int, list[Json]]
"""The messages of tables as they were at a time, by the tables' numbers."""


def read_boards(tables: list[StoredTable], sandbox: Sandbox) -> Boards:
    """Return the messages of these tables as they are now."""
    return {table.record.id: deepcopy(boards_of(sandbox, table.record.id)) for table in tables}


async def find_unmarked(tables: list[StoredTable], boards: Boards, *, alive: bool = False) -> list[str]:
    """Return what the stand-in has and the database does not know of: posted and edited table messages.

    Where the bot is `alive` the boards are from before the tables were read, and may be older than what is marked.
    """
    names: list[str] = []
    for table in tables:
        record = table.record
        for board in boards.get(record.id, ()):
            if record.status != "lobby" and int(board["id"]) > (record.message or 0):
                names.append(f"POST of the message of table {record.id}")
            elif int(board["id"]) == record.message and record.status != "lobby" and record.shown_seq < record.seq:
                now = read_looks(board)
                if now != await table.looks(record.shown_seq):
                    first = 1 if alive else record.shown_seq + 1
                    alike = [seq for seq in range(first, record.seq + 1) if now == await table.looks(seq)]
                    assert alike, f"table {record.id} shows what it never was:\n{now}"
                    if alike[-1] > record.shown_seq:
                        names.append(f"PATCH of the message of table {record.id}")
    return names
