"""The payload of each work item has the entries of its kind."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest
from pydantic import ValidationError

from bot.tables.services.tables import Tables
from data.tables.records import Work
from data.tables.work import PAYLOADS, BoardPayload, PingPayload, WorkKind, WorkState
from rules.registry import GAMES
from tests.bot.tables.random_acts import RandomActs
from tests.support.payloads import check_payload

TRIES: Final = 25

OF_TRANSPORT: Final = {WorkKind.POST_DIGEST, WorkKind.REPORT_LOST_CHANNEL}
"""The kinds whose rows are written beside Discord alone."""


def make_row(kind: WorkKind, payload: object) -> Work:
    """Return a row of a kind with this payload."""
    return Work(1, 1, None, None, 1, kind, "", 1, payload, 1, 0, WorkState.DUE, None, None)  # pyright: ignore[reportArgumentType]


async def test_payloads_after_random_acts_have_the_entries_of_their_kinds(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables.delays = replace(tables.delays, plays_only_card=lambda _: True)
    acts = RandomActs(tables, GAMES["conference"], Random(2))
    rows, read_work = list[Work](), tables.store.work.of_table

    async def note_rows(*args: Any) -> list[Work]:
        work_items = await read_work(*args)
        rows.extend(work_items)
        return work_items

    monkeypatch.setattr(tables.store.work, "of_table", note_rows)  # what is done is deleted, so each look at it counts
    for removal in (acts.ban, acts.erase):
        await acts.open(clock=3600, friendly=True)
        await acts.begin()
        for act in (acts.write, acts.report, acts.move, acts.show_elsewhere, acts.move_channel, removal, acts.end):
            for _ in range(TRIES):
                await acts.attempt(act)
                await tables.store.work.of_table(acts.live.id)
    await acts.open()
    await acts.attempt(acts.expire)
    await tables.store.work.of_table(acts.live.id)
    for row in rows:
        check_payload(row)
    assert PAYLOADS.keys() - {row.kind for row in rows} == OF_TRANSPORT


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (WorkKind.PING, {}),
        (WorkKind.PING, {"seat": "1"}),
        (WorkKind.PING, PingPayload(seat=1) | {"more": 1}),
        (WorkKind.FIND_BOARD, {"channel": 1}),
        (WorkKind.REFRESH, {"seat": 1}),
    ],
)
def test_payload_of_another_kind_is_refused(kind: WorkKind, payload: object) -> None:
    with pytest.raises(ValidationError):
        check_payload(make_row(kind, payload))


def test_payload_without_its_optional_entries_is_of_its_kind() -> None:
    check_payload(make_row(WorkKind.FIND_BOARD, BoardPayload(channel=1, after=2)))
