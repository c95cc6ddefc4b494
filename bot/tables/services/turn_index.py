"""An index in memory of the tables that wait for each user, which leads a player from one table to the next.

Each table read or changed is noted, and stays noted after its eviction. `take_up` reads a user's other tables once in a
process.
"""

from __future__ import annotations

import logging
from typing import Final, NamedTuple

from bot.tables.model.clock_terms import stood_in
from bot.tables.model.table_state import TableState
from bot.tables.model.turn_timers import NEXT

log = logging.getLogger(__name__)


class AwaitingTable(NamedTuple):
    """A table that waits for somebody: since when (ms), its number, name and server."""

    since: int
    table: int
    name: str
    guild: int


class Elsewhere(NamedTuple):
    """Other tables that wait for a user: the one of this server that has waited for longest, how many more here, and in
    other servers.
    """

    next: AwaitingTable | None = None
    more: int = 0
    abroad: int = 0


def waits_since(live: TableState, seat: int) -> int | None:
    """When (ms) a table that is played began to wait for a seat, for its move or for anybody to ask for the next hand;
    None where it does not wait for it: while it is paused, or a computer player moves there, it waits for nobody.
    """
    record = live.record
    if record.status != "playing" or live.state is None or record.settings.get("paused") is not None:
        return None
    if not live.awaiting() and (seat not in live.state.awaited or seat in stood_in(record.settings)):
        return None
    tick = live.timers.get(NEXT if live.awaiting() else seat)
    return record.updated if tick is None else tick.at


class TurnIndex:
    """The tables that wait for somebody, by user."""

    def __init__(self) -> None:
        self._by_user: dict[int, dict[int, AwaitingTable]] = {}
        self._of_table: dict[int, tuple[int, ...]] = {}
        self.known: set[int] = set()
        """The users whose tables have been taken up, or are just being."""

    def update(self, live: TableState) -> None:
        """Keep for whom a table waits now. A lesson waits for nobody: it is left whenever one likes."""
        for user in self._of_table.pop(live.id, ()):
            tables = self._by_user[user]
            del tables[live.id]
            if not tables:
                del self._by_user[user]
        if live.record.lesson:
            return
        for player in live.record.seats:
            since = waits_since(live, player.seat) if player.kind == "person" else None
            if since is not None and player.user is not None:
                waits = AwaitingTable(since, live.id, live.name, live.record.guild)
                self._by_user.setdefault(player.user, {})[live.id] = waits
                self._of_table[live.id] = (*self._of_table.get(live.id, ()), player.user)

    def elsewhere(self, user: int, live: TableState) -> Elsewhere:
        """The tables known to wait for a user, without this one."""
        waits = [entry for entry in self._by_user.get(user, {}).values() if entry.table != live.id]
        if not waits:
            return NOTHING
        here = [entry for entry in waits if entry.guild == live.record.guild]
        return Elsewhere(min(here, default=None), max(0, len(here) - 1), len(waits) - len(here))

    def evict(self, user: int) -> None:
        """Know nothing of a user any more; what waits for them is noted anew with their tables."""
        self.known.discard(user)
        for table in self._by_user.pop(user, ()):
            self._of_table[table] = tuple(other for other in self._of_table[table] if other != user)


NOTHING: Final = Elsewhere()
