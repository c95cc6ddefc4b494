"""Recruiting: mentions the server's role for players, once for a lobby."""

from __future__ import annotations

from typing import Final

from bot.common.errors import Declined
from bot.tables.commands.lobby import LOBBY_LIFETIME_MS
from bot.tables.model.actor import Actor
from bot.tables.model.seats import require_lobby, require_seat
from bot.tables.model.step import Step
from bot.tables.model.table_state import Done, TableState
from bot.tables.services.tables import Tables
from data.tables.events import EventKind, RecruitPayload

RECRUIT_INTERVAL_MS: Final = 30 * 60 * 1000
"""Milliseconds between two such mentions in a server."""

NO_ROLE: Final = "This server has no role to ping for players. Its managers can choose one: `/settings server`."


def open_to_all(table: TableState) -> bool:
    """Whether anybody may take a seat at a table that has not begun."""
    return _recruit_refusal(table) is None


async def look_for_players(tables: Tables, table_id: int, role: int | None, actor: Actor) -> tuple[TableState, Done]:
    """Mention a role of the server once for this table; anybody seated may ask for it.

    Raises Declined if there is no role, it was done already or just now for another table, or nobody new can join;
    StoreError.
    """
    table = await tables.find(table_id)
    async with tables.recruit_lock:  # two tables that ask at the same instant come one after the other
        opened_after_ms = tables.clock() - LOBBY_LIFETIME_MS - RECRUIT_INTERVAL_MS
        latest = await tables.store.tables.last_event_time(table.record.guild, EventKind.RECRUIT, opened_after_ms)

        def build(step: Step) -> None:
            require_lobby(step)
            require_seat(step, actor)
            if role is None:
                raise Declined(NO_ROLE)
            if step.before.has_recruited:
                raise Declined("This table has already looked for players. Invite people instead.")
            if latest is not None and latest <= tables.clock() < latest + RECRUIT_INTERVAL_MS:
                again = (latest + RECRUIT_INTERVAL_MS) // 1000
                raise Declined(f"Another table has just looked for players. Try again <t:{again}:R>, or invite people.")
            if why := _recruit_refusal(step.before):
                raise Declined(why)
            step.add(actor.new_event(EventKind.RECRUIT, public=RecruitPayload(role=role)))
            step.announce()

        return await tables.change(table_id, actor.interaction, build)


def _recruit_refusal(table: TableState) -> str | None:
    """Return the reason why nobody could join, as a sentence; None if people can."""
    if table.record.settings.get("invited_only"):
        return "Press *Let anyone join* first."
    return None if room(table) else f"All {table.game.seats[1]} seats are taken."


def room(table: TableState) -> int:
    """Return the number of people who may still join a lobby. Computer players' seats count as free."""
    return table.game.seats[1] - sum(player.kind == "person" for player in table.record.seats)
