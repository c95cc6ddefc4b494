"""The numbers that `python -m bot stats` shows, for people and for programs."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final

from bot.operations.backups import Backups
from data.engine.clock import now_ms
from data.engine.database import Database
from data.sqlite import backup
from data.stats import Owed
from data.store import Store
from data.tables.work import WorkState

STATE_WORDS: Final = {
    WorkState.DUE: "due",
    WorkState.RETRACT: "to be taken back",
    WorkState.PARKED: "asleep",
    WorkState.FAILED: "given up",
}
"""The states of work that are shown, in words."""


async def collect(store: Store, database: Database, backups: Backups | None) -> dict[str, Any]:
    """Return the numbers, ready for JSON: times are in ISO 8601, sizes in bytes; no `backups` where we make none.

    Raises StoreError.
    """
    numbers = await store.stats.numbers()
    counted = asdict(numbers)
    counted["work"] = [_work_row(row) for row in numbers.work]
    return {
        "database": database.name,
        "bytes": await asyncio.to_thread(database.size),
        **counted,
        "backups": None if backups is None else await asyncio.to_thread(_count_backups, backups),
    }


def _count_backups(backups: Backups) -> dict[str, Any]:
    newest = backups.newest()
    return {
        "folder": str(backups.folder),
        "count": len(backups.all()),
        "last": newest.at.isoformat() if newest else None,
        "file": newest.path.name if newest else None,
    }


def _work_row(owed: Owed) -> dict[str, Any]:
    """Return work of owed kind and state; work that is not due yet has no delay."""
    at = datetime.fromtimestamp(owed.oldest / 1000, UTC).isoformat(timespec="seconds")
    late = max(0, now_ms() - owed.oldest) // 1000
    return {"kind": owed.kind, "state": owed.state, "count": owed.many, "oldest": at, "late_seconds": late}


def format_json(stats: dict[str, Any]) -> str:
    """Return the numbers for a program."""
    return json.dumps(stats, indent=2)


def format_text(stats: dict[str, Any]) -> str:
    """Return the numbers for a person."""
    tables = [
        f"  {state:<8} {sum(games.values()):>8}   {', '.join(f'{name} {many}' for name, many in games.items())}"
        for state, games in stats["tables"].items()
    ]
    work = [
        f"  {row['kind']:<9} {STATE_WORDS[row['state']]:<16} {row['count']:>6}   the oldest {row['oldest']}"
        + (
            f", {row['late_seconds']} s late"
            if row["state"] in {WorkState.DUE, WorkState.RETRACT} and row["late_seconds"]
            else ""
        )
        for row in stats["work"]
    ]
    pads = ", ".join(f"{many} {state}" for state, many in stats["pads"].items()) or "none"
    backups = stats["backups"]
    last = (
        f"{backups['count']}, the last of {backups['last']} ({backups['file']})"
        if backups and backups["last"]
        else "none"
    )
    where = f"{last}, in {backups['folder']}" if backups else "PostgreSQL's own"
    return "\n".join(
        [
            f"Database   {stats['database']}, {backup.megabytes(stats['bytes'])}",
            f"Servers    {stats['servers']}",
            f"People     {stats['people']}",
            f"Events     {stats['events']}",
            f"Hands      {stats['hands']} at tables, {stats['pad_hands']} on pads",
            f"Pads       {pads}",
            f"Backups    {where}",
            "Tables" if tables else "Tables     none",
            *tables,
            "Work" if work else "Work       none due",
            *work,
        ]
    )
