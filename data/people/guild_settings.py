"""Stored settings of servers."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlmodel import col

from data.engine.columns import json_integer
from data.engine.repository import Repository
from data.people.errors import SettingsMoved
from data.people.models import GuildRow
from data.people.records import GuildSettings
from data.processes.notifications import ChangeKind, notify


class GuildSettingsRepository(Repository):
    """The settings of all servers."""

    async def of(self, guild: int) -> GuildSettings:
        """Return a server's settings; empty if it has set none."""
        rows = await self._query(select(GuildRow).where(col(GuildRow.guild) == guild))
        return next((GuildSettings(guild, row.settings, row.version) for row in rows), GuildSettings(guild))

    async def save(self, settings: GuildSettings) -> None:
        """Keep what a server has settled, in place of what it had. Raises SettingsMoved if another has saved since."""
        async with self._begin() as session:
            row = await session.get(GuildRow, settings.guild, with_for_update=True)
            if settings.version != (0 if row is None else row.version):
                raise SettingsMoved(f"server {settings.guild}")
            new: dict[str, Any] = {"settings": settings.values, "version": settings.version + 1}
            new["updated"] = self._clock()
            if row is None:
                session.add(GuildRow(guild=settings.guild, **new))
            else:
                row.update(new)
            await notify(session, ChangeKind.GUILD, settings.guild)

    async def departed(self) -> set[int]:
        """Return the servers that the bot has left, as far as that is stored (bot/people/guild_settings.py)."""
        left_at = json_integer(col(GuildRow.settings)["left_at_ms"])
        return {guild for (guild,) in await self._query(select(col(GuildRow.guild)).where(left_at.is_not(None)))}
