"""Queries that read what they give by an index, however much else is kept: of one server, or of one kind."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest
from sqlalchemy import event

from data.engine.statements import Statement
from data.store import Store
from data.tables import statements
from data.tables.events import EventKind
from data.tables.work import WorkKind
from tests.data.makers import CHANNEL, GUILD, HOST, create_table, make_draft, make_move, make_seat
from tests.support.databases import Place

QUERIES: Final[dict[str, tuple[Callable[[Store], Awaitable[Any]], set[str]]]] = {
    "deleted tables": (lambda store: store.retention.deleted_tables(7), {"tables_deleted"}),
    "the last finished table of a channel": (
        lambda store: store.tables.last_finished_in(CHANNEL),
        {"tables_channel_status_id", "tables_thread_status_id"},
    ),
    "half deleted tables": (lambda store: store.retention.half_deleted_tables(), {"tables_status"}),
    "members by name": (
        lambda store: store.pads.find_members(GUILD, ["Hal"]),
        {"people_guild_folded", "pad_players_person_id", "pad_changes_person_id", "seats_person_id"},
    ),
    "the latest of a kind": (
        lambda store: store.tables.last_event_time(GUILD, EventKind.RECRUIT, 7),
        {"tables_guild_created", "events"},
    ),
    "the tries of a week": (lambda store: store.cups.tries(7), {"deal_tries"}),
    "the cup of a server": (lambda store: store.cups.results(7, GUILD), {"cup_results"}),
    "the cups of a week": (lambda store: store.cups.results(7), {"cup_results"}),
    "digests of a user": (lambda store: store.notices.digests(HOST), {"work_digests"}),
    "new times for a server": (lambda store: store.clocks.redraw(WorkKind.EXPIRE_CLOCK, GUILD), {"work_guild_state"}),
}
WRITES: Final[dict[str, tuple[Statement, dict[str, int]]]] = {
    "parking a server": (statements.PARK_GUILD, {"of_guild": GUILD}),
    "waking a server": (statements.WAKE_GUILD, {"of_guild": GUILD, "now": 7}),
}


@pytest.mark.parametrize("query", QUERIES)
async def test_a_query_reads_no_more_than_it_gives(store: Store, place: Place, query: str) -> None:
    await store.tables.create(make_draft(), [make_move(name="Hal")], (), [make_seat(0)])
    questions = list[tuple[str, Any]]()
    for engine in (store._reader._engine, store._transactions.engine):
        event.listen(
            engine.sync_engine,
            "before_cursor_execute",
            lambda connection, cursor, statement, values, context, many: questions.append((statement, values)),
        )
    ask, indexes = QUERIES[query]
    await ask(store)
    plans = [place.plan(statement, values) for statement, values in questions if "FROM" in statement]
    assert plans
    used = "\n".join(plans)
    assert {index for index in indexes if index not in used} == set(), used
    assert [line for line in used.splitlines() if "SCAN " in line and "SCAN (" not in line] == []


@pytest.mark.parametrize("write", WRITES)
async def test_a_write_of_a_server_reads_its_rows_alone(store: Store, place: Place, write: str) -> None:
    await create_table(store)
    statement, values = WRITES[write]
    assert "work_guild_state" in place.plan(getattr(statement, place.kind), values)
