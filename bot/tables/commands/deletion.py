"""Tables that are deleted before their first deal, and brought back within a day.

A table that is deleted has ended: it stands in no list and counts for no limit. After a day its row goes for good
(bot/tables/workers/retention.py).
"""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.common.errors import Declined, Stale
from bot.people.bans import check_not_banned
from bot.people.person import Person
from bot.tables.commands.lobby import LOBBY_LIFETIME_MS, within_host_limit
from bot.tables.model.actor import Actor
from bot.tables.model.seats import require_lobby
from bot.tables.model.step import Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.services.tables import Tables
from data.people.records import NewAct
from data.tables.errors import HostIsBusy, ServerIsFull, ThreadIsTaken
from data.tables.events import EndPayload, EventKind
from data.tables.records import Limits, NewWork, TableRecord
from data.tables.work import WorkKind

UNDO_WINDOW_MS: Final = 24 * 3600 * 1000
"""Milliseconds in which a deletion can be undone."""

NOT_HOST_OR_MODERATOR_TEXT: Final = "Only the host or a moderator at the table can do that."


async def delete(tables: Tables, table_id: int, seq: int, actor: Actor, *, moderator: bool) -> tuple[TableState, Done]:
    """Delete a table in its lobby, as it was at event `seq`. Raises Declined, Stale where it has changed since."""

    def build(step: Step) -> None:
        require_lobby(step)
        as_moderator = _require_host(step.record, actor, moderator=moderator)
        if step.record.seq != seq:
            raise Stale("The table has just changed. Nothing was deleted.")
        if as_moderator:
            step.act = NewAct("end", actor.id)
        public = EndPayload(deleted=True, moderator=True) if as_moderator else EndPayload(deleted=True)
        step.add(actor.new_event(EventKind.END, public=public))
        step.announce()
        step.changes["status"], step.changes["deleted"] = "ended", tables.clock()

    return await tables.change(table_id, actor.interaction, build)


async def restore(
    tables: Tables, table_id: int, actor: Actor, *, moderator: bool, limit: int, exclusive_in_thread: bool = False
) -> tuple[TableState, Done]:
    """Bring a deleted table back into its lobby, with all who sat there: it is open for a day again.

    `limit` is that of tables under way in the server. `exclusive_in_thread` is for a thread, where one is played at a
    time. Raises Declined, StoreError.
    """
    await check_not_banned(tables.store, (await tables.find(table_id)).record.guild, actor.id)

    def build(step: Step, uncounted_tables: int) -> None:
        deleted = step.record.deleted
        if deleted is None:
            raise Stale("This table is not deleted.")
        _require_host(step.record, actor, moderator=moderator)
        if tables.clock() >= deleted + UNDO_WINDOW_MS:
            raise Declined("This table was deleted over a day ago. That is too late to restore it.")
        step.add(actor.new_event(EventKind.RESTORE))
        step.announce()
        step.changes["status"], step.changes["deleted"] = "lobby", None
        step.limits = Limits(server=limit, host=tables.max_open + uncounted_tables, alone=exclusive_in_thread)
        step.work.append(NewWork(WorkKind.EXPIRE, seq=step.next_seq, due=tables.clock() + LOBBY_LIFETIME_MS))

    try:
        return await within_host_limit(
            tables,
            lambda uncounted_tables: tables.change(
                table_id, actor.interaction, partial(build, uncounted_tables=uncounted_tables)
            ),
        )
    except ThreadIsTaken:
        raise Declined("Another table is being played in this thread. Restore this one after it.") from None
    except HostIsBusy:
        raise Declined("Its host has too many open tables. One must end first.") from None
    except ServerIsFull as full:
        raise Declined(
            f"This server has reached its limit of open tables ({full.tables}). End one, then restore this one."
        ) from None


def _require_host(record: TableRecord, who: Person, *, moderator: bool) -> bool:
    """Whether a user who is not the host acts as a moderator. Raises Declined for others."""
    if record.host != who.id and not moderator:
        raise Declined(NOT_HOST_OR_MODERATOR_TEXT)
    return record.host != who.id
