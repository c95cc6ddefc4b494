"""Computer players' moves: one work item a table while a computer is to act.

The item is written with the step after which a computer is to act. The move's own step writes the next item or cancels
it, so none is lost in a crash.
"""

from __future__ import annotations

from typing import Final

from bot.common.errors import Stale
from bot.common.version import VERSION
from bot.scheduler.backpressure import Busy, yield_to_interactions
from bot.search.search_processes import SearchProcesses, Urgency
from bot.tables.commands import play, tries
from bot.tables.services.known_views import known_view
from bot.tables.services.tables import Tables
from data.tables.events import PlayerSecret
from data.tables.records import Work
from data.tables.work import WorkState

MAX_PARALLEL_MOVES: Final = 8
"""The number of computer players that search at the same time. Most of them wait for a search."""

SEED_BITS: Final = 53
"""Bits of the seed of a move: JSON keeps so many."""


async def move(tables: Tables, search: SearchProcesses, busy: Busy, work: Work) -> WorkState | None:
    """Let one computer player that is to act make its move; `busy` says whether anybody waits for something else."""
    await yield_to_interactions(busy)
    table = await tables.find(work.table)
    seats = table.computers()
    if not seats or table.state is None:
        return WorkState.CANCELLED
    if "attempt" in table.record.settings:
        await tries.play_computer_moves(tables, search, table)
        return None
    seat = seats[0]
    decision, level = table.decisions[seat], table.record.seats[seat].level
    seed, seen_seq = tables.rng.getrandbits(SEED_BITS), table.record.seq
    view = await known_view(tables.store, table, seat)
    # The position may be another one when the move has been found.
    choice, level, worlds = await search.choose(table.game, level or "normal", view, seed, Urgency.TABLE)
    player = PlayerSecret(level=level, seed=seed, worlds=worlds, version=VERSION, seen_seq=seen_seq)
    try:
        await play.computer_move(tables, work.table, seat, decision, choice, player)
    except Stale:
        return None  # what came between has written, or dropped, the row anew
    return None
