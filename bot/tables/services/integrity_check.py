"""`python -m bot check`: checks stored hands and tables against a replay of their logs, in bounded memory."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from dataclasses import asdict, dataclass

from bot.tables.model import finished_hands as hand_replay
from bot.tables.services.log_replay import Replay
from data.store import Store
from data.tables.records import HandRecord, NewHand, TableRecord
from rules.registry import GAMES

BATCH_SIZE = 100
"""Numbers of tables that are read at once."""


@dataclass(slots=True)
class Counts:
    """The counts of a check: tables, the hands proved, faults, and tables of older rules, which are not replayed."""

    tables: int = 0
    hands: int = 0
    faults: int = 0
    older: int = 0

    @property
    def sentence(self) -> str:
        """The sum, for the operator."""
        older = f" {self.older} of the tables began under older rules and were not replayed." if self.older else ""
        return (
            f"{self.tables} tables, {self.hands} hands proved; "
            f"{self.faults or 'no'} {'fault' if self.faults == 1 else 'faults'}.{older}"
        )


async def check_all(store: Store, say: Callable[[str], None]) -> Counts:
    """Hold every row against the log of its table; `say` gets a line for each fault, with ids and without contents."""
    counts, after = Counts(), 0
    while numbers := await store.tables.numbers(after, BATCH_SIZE):
        for number in numbers:
            async for fault in _faults(store, number, counts):
                counts.faults += 1
                say(fault)
        after = numbers[-1]
    return counts


async def _faults(store: Store, table_id: int, counts: Counts) -> AsyncGenerator[str]:
    """Yield the faults of one table, a sentence each.

    The bot may be running meanwhile. So a row that depends on another is read after it, and the log only up to the
    table's row.
    """
    name = f"table {table_id}"
    rows = {span.number for span in await store.tables.hands(table_id)}
    record = await store.tables.get(table_id)
    if record is None or record.status == "deleting":
        return
    counts.tables += 1
    if record.game not in GAMES:
        yield f"{name}: there is no game {record.game}"
        return
    if not GAMES[record.game].replays(record.rules_version):
        counts.older += 1
        return
    replay = Replay(record)
    try:
        async for hand in replay.hands(store):
            counts.hands += 1
            rows.discard(hand.number)
            row = await store.tables.hand(record.id, hand.number)
            if row is None:
                yield f"{name}, hand {hand.number}: it has no row"
            elif wrong := _differs(hand, row):
                yield f"{name}, hand {hand.number}: its row and its log do not agree ({wrong})"
    except hand_replay.CorruptLog as error:
        now = await store.tables.get(table_id)
        if now is None or now.status == "deleting":  # it is being deleted, as its server wants
            return
        yield f"{name}: its log does not replay after event {replay.last} ({error.kind})"
        return
    for number in sorted(rows):
        yield f"{name}, hand {number}: it has a row, and its log does not come to its end"
    for fault in _table_faults(record, replay):
        yield f"{name}: {fault}"
    later, now = await store.tables.log(table_id, record.seq, 1), await store.tables.get(table_id)
    if later and now and now.seq < later[0].seq:
        yield f"{name}: it is at event {record.seq}, and its log goes on after it"


def _differs(hand: NewHand, row: HandRecord) -> str:
    """Return the names of the fields in which a hand of the log and its row differ; "" if they agree."""
    replayed = json.loads(json.dumps(asdict(hand)))
    row_values = json.loads(json.dumps(asdict(row)))
    return ", ".join(name for name in replayed if replayed[name] != row_values[name])


def _table_faults(record: TableRecord, replay: Replay) -> list[str]:
    """Return the faults of a table's own row, compared with its log."""
    faults, state = list[str](), replay.table.state
    if record.seq != replay.last:
        faults.append(f"it is at event {record.seq}, and its log ends with event {replay.last}")
    if state is None:
        return faults
    if record.status == "playing" and state.finished:
        faults.append("its game is over, and it is still being played")
    if record.status == "over" and not (state.finished or record.lesson):  # a lesson ends with its first hand
        faults.append("it is over, and its game is not")
    if tuple(seat.points for seat in record.seats) != state.score().totals:
        faults.append("the points of its seats are not those of its hands")
    return faults
