"""Computer players' moves that people called silly, as files for `python -m rules silly`."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from pathlib import Path
from typing import Final

from data.store import Store
from data.tables.records import SillyMove

PAGE: Final = 50
"""Moves that are read at a time: each has a whole view."""


async def write_silly_moves(store: Store, folder: Path) -> tuple[int, int]:
    """Write each move into a file of its own; returns how many are new, and how many were there already.

    No file is overwritten. Raises StoreError, OSError.
    """
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    counts = {True: 0, False: 0}
    page = await store.silly_moves.after(0, 0, PAGE)
    while page:
        for silly in page:
            counts[await asyncio.to_thread(_write, silly, folder)] += 1
        page = await store.silly_moves.after(page[-1].table, page[-1].seq, PAGE)
    return counts[True], counts[False]


def _write(silly: SillyMove, folder: Path) -> bool:
    """Write one file; False if it is there already."""
    path = folder / f"silly-{silly.table}-{silly.seq}.json"
    if path.exists():
        return False
    path.write_text(json.dumps(asdict(silly), indent=1), encoding="utf-8")
    return True
