"""What a process does when it hears of a change by another one."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from bot.processes.changes import ChangeListener
from data.engine.shards import Shards
from data.processes.notifications import Change, ChangeKind
from data.tables.records import LESSONS_GUILD_ID

OURS, ANOTHERS = 1 << 22, 2 << 22


@pytest.mark.parametrize(("guild", "looks"), [(OURS, True), (ANOTHERS, False), (LESSONS_GUILD_ID, True)])
async def test_it_looks_for_work_that_may_be_its_own(guild: int, looks: bool) -> None:
    scheduler = Mock()
    listener = ChangeListener(Mock(), Shards(2, frozenset({1})), Mock(), Mock(), Mock(), Mock(), scheduler)
    await listener._read(Change(ChangeKind.WORK, guild, 0, "another"))
    assert scheduler.notify_due_now.called == looks
