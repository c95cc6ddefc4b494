"""The unit of work that enqueues a pad's work."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from data.engine.statements import compiled
from data.pads import outbox
from data.pads.statements import ENQUEUE
from data.tables.work import WorkKind


def enqueue(database: sqlite3.Connection, pad: int, kinds: Iterable[WorkKind], now: int) -> None:
    """Enqueue work of a pad, in the transaction that gives rise to it."""
    for kind in kinds:
        due = now + outbox.RECORD_DELAY_MS if kind == WorkKind.RECORD_PAD else now
        database.execute(compiled(ENQUEUE[kind]), {"pad": pad, "at": due})
