"""A table that has not begun looks for players: a role of the server is mentioned, if the server has named one."""

from __future__ import annotations

from typing import Final

from bot.errors import Declined
from bot.tables.live import Done, Live, Step
from bot.tables.lobby import INVITED_ONLY, LIFE
from bot.tables.seats import Person, seated, waiting
from bot.tables.tables import Tables
from data.records import NewEvent

EVERY: Final = 30 * 60 * 1000
"""Milliseconds between two such mentions in a server."""

LOOKING_ROLE: Final = "looking_role"
"""The server's setting for the role that is mentioned; without it none is."""


async def role_of(tables: Tables, guild: int) -> int | None:
    """The role of a server that may be mentioned; None where it has named none. Raises StoreError."""
    return (await tables.store.guild_settings(guild)).values.get(LOOKING_ROLE)


async def look_for_players(tables: Tables, table: int, who: Person, interaction: int) -> tuple[Live, Done]:
    """Mention the server's role once for this table; anybody seated may ask for it.

    Raises Declined where the server has named none, this was done already or for another table just now, where all
    seats are taken or only invited people may join; StoreError.
    """
    live = await tables.find(table)
    role = await role_of(tables, live.record.guild)
    if role is None:
        raise Declined("This server has named no role for that. Whoever manages it may, with `/settings server`.")
    latest = await tables.store.latest(live.record.guild, "looking", tables.clock() - LIFE)

    def build(step: Step) -> None:
        seats = waiting(step)
        seated(step, who)
        if step.live.looked:
            raise Declined("That was done for this table already. You may still invite people.")
        if latest is not None and latest + EVERY > tables.clock():
            again = (latest + EVERY) // 1000
            raise Declined(f"Another table has just done so; this one may <t:{again}:R>. You may still invite people.")
        if step.record.settings.get(INVITED_ONLY):
            raise Declined("Only those who are invited may join here. Open the table to all first.")
        most = step.live.game.seats[1]
        if len(seats) >= most and all(one.kind == "person" for one in seats):
            raise Declined(f"All {most} seats are taken.")
        name = who.display_name
        step.add(NewEvent("looking", public={"role": role}, interaction=interaction, user=who.id, name=name))
        tables.tell(step)

    return await tables.change(table, interaction, build)
