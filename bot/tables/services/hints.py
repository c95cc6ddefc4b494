"""Hints: a move with its reason for a seat that decides. A hint is cached until the seat's view changes."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Final

from bot.common.cache import Cache
from bot.search.process import SearchFailed
from bot.search.search_processes import SearchProcesses
from bot.tables.model.partner_notes import Slip
from bot.tables.model.shown_hands import showings_to
from bot.tables.model.table_state import TableState
from bot.tables.services.known_views import known_view
from data.store import Store
from rules.players import Hint, player_of

MAX_HINTS: Final = 500
"""Hints that are kept in memory: a search takes a tenth of a second, and a hand is shown again and again."""

BUSY_TEXT: Final = "The bot is busy, so this hint is a simpler one."

Key = tuple[int, int, int | None, int, int, tuple[Slip, ...]]
"""The key of a hint: table, seat, user, decision, and what may change while the decision stands.

These are the hash of its view, since others may move, and the hands shown to it.
"""


class Hints:
    """Hints: the strong computer player's at friendly tables, the lesson's own player's in lessons."""

    def __init__(self, search: SearchProcesses, store: Store) -> None:
        self._search = search
        self._store = store
        self._hints: Cache[Key, Hint] = Cache(MAX_HINTS)

    def find(self, table: TableState, seat: int) -> Hint | None:
        """Return the hint for a seat, if it has been shown at a friendly table since the bot started."""
        return self._hints.get(_key(table, seat)) if table.is_friendly and _decides(table, seat) else None

    async def of(self, table: TableState, seat: int) -> Hint | None:
        """Return the hint for a seat of a table, None where it has nothing to decide.

        Where the search fails it is the normal player's, which says so and is not kept. Raises StoreError.
        """
        if not _decides(table, seat):
            return None
        table = table.snapshot()
        game, seed = table.game, table.decisions[seat]

        async def find(_: object) -> Hint:
            view = await known_view(self._store, table, seat)
            if table.record.lesson:
                return await asyncio.to_thread(player_of(game).advise, view, Random(seed))
            return await self._search.advise(game, view, seed)

        try:
            return await self._hints.read(_key(table, seat), find)
        except SearchFailed:  # not kept, so that the next press may get the better hint
            view = await known_view(self._store, table, seat)
            simple = await asyncio.to_thread(player_of(game).advise, view, Random(seed))
            return simple._replace(why=f"{simple.why} {BUSY_TEXT}")


def _decides(table: TableState, seat: int) -> bool:
    """Whether a seat has something to decide."""
    return table.state is not None and seat in table.state.to_act and table.record.status == "playing"


def _key(table: TableState, seat: int) -> Key:
    assert table.state is not None
    view = json.dumps(table.state.view(seat), sort_keys=True)
    user = table.record.seats[seat].user
    return table.id, seat, user, table.decisions[seat], hash(view), showings_to(table, seat)
