"""An index in memory of the tables that wait for each user. It leads a player from one table to the next.

Each table read or changed is noted, and stays noted after its eviction. `turn_index_warmup.warm_up` reads a user's
other tables once per process.
"""

from __future__ import annotations

import logging
from typing import Final, NamedTuple

from bot.tables.model.clock_terms import stand_in_seats
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_timers import NEXT_HAND_SEAT

log = logging.getLogger(__name__)


class AwaitingTable(NamedTuple):
    """A table that waits for a player: since when (ms), its number, name and server."""

    since: int
    table_id: int
    name: str
    guild: int


class OtherTables(NamedTuple):
    """Other tables that wait for a user: `next`, the one of this server that has waited longest; how many `more` here;
    how many `abroad`, in other servers.
    """

    next: AwaitingTable | None = None
    more: int = 0
    abroad: int = 0


def waiting_since_ms(table: TableState, seat: int) -> int | None:
    """Return the time (ms) since which a table waits for a seat's move or for the next hand.

    None if it does not wait: it is paused, or a computer player moves there.
    """
    record = table.record
    if record.status != "playing" or table.state is None or record.settings.get("paused") is not None:
        return None
    if not table.awaits_deal() and (seat not in table.state.awaited or seat in stand_in_seats(record.settings)):
        return None
    tick = table.timers.get(NEXT_HAND_SEAT if table.awaits_deal() else seat)
    return record.updated if tick is None else tick.at


class TurnIndex:
    """The tables that wait for a player, by user."""

    def __init__(self) -> None:
        self._by_user: dict[int, dict[int, AwaitingTable]] = {}
        self._of_table: dict[int, tuple[int, ...]] = {}
        self.known: set[int] = set()
        """The users whose tables have been taken up, or are just being."""

    def update(self, table: TableState) -> None:
        """Update the users for whom a table waits. A lesson waits for nobody: its learner may leave at any time."""
        for user in self._of_table.pop(table.id, ()):
            tables = self._by_user[user]
            del tables[table.id]
            if not tables:
                del self._by_user[user]
        if table.record.private:
            return
        for player in table.record.seats:
            since = waiting_since_ms(table, player.seat) if player.kind == "person" else None
            if since is not None and player.user is not None:
                waits = AwaitingTable(since, table.id, table.name, table.record.guild)
                self._by_user.setdefault(player.user, {})[table.id] = waits
                self._of_table[table.id] = (*self._of_table.get(table.id, ()), player.user)

    def has(self, table_id: int) -> bool:
        """Whether a table is known to wait for a player."""
        return table_id in self._of_table

    def other_tables(self, user: int, table: TableState) -> OtherTables:
        """Return the tables known to wait for a user, without this one."""
        waits = [entry for entry in self._by_user.get(user, {}).values() if entry.table_id != table.id]
        if not waits:
            return NO_OTHER_TABLES
        in_server = [entry for entry in waits if entry.guild == table.record.guild]
        return OtherTables(min(in_server, default=None), max(0, len(in_server) - 1), len(waits) - len(in_server))

    def evict(self, user: int) -> None:
        """Drop all about a user. Their tables add what waits for them again."""
        self.known.discard(user)
        for table_id in self._by_user.pop(user, ()):
            self._of_table[table_id] = tuple(other for other in self._of_table[table_id] if other != user)


NO_OTHER_TABLES: Final = OtherTables()
