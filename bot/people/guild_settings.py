"""Settings of servers: where and by whom tables are opened, how many, and how people are mentioned."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from bot.common.cache import Cache
from bot.common.locks import KeyedLocks
from bot.common.time_spans import DAY_MS
from data.people.errors import SettingsMoved
from data.store import Store

APPLICATION_SETTINGS_ID: Final = 0
"""The guild id for settings of the whole application."""

MAX_CACHED_SERVERS: Final = 10_000
"""Servers in memory: more than play in an hour."""


ABSENCE_KEPT_MS: Final = 90 * DAY_MS
"""Milliseconds for which the bot's absence from a server is kept: longer than a clock runs."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server; the defaults hold where nothing was settled."""

    channels: tuple[int, ...] = ()
    """Tables are opened in these and their threads; none: everywhere."""
    roles: tuple[int, ...] = ()
    """Tables are opened by people with one of these; none: by everybody."""
    max_tables: int | None = None
    """The maximum of live tables; None: the bot's limit."""
    mention: int | None = None
    """A new table's players are mentioned after so many seconds; None: as usual, or as the host chooses."""
    silent: bool = False
    """Whether mentions come without a sound."""
    looking_role: int | None = None
    """This role is mentioned for tables that look for players."""
    report_channel: int | None = None
    """Reported notes go here."""
    daily_channel: int | None = None
    """The rankings of the hand of the day go here; None: they are not told."""
    compares_servers: bool = False
    """Whether the server is compared with others each week: they see its name and result."""
    retention_days: int | None = None
    """Finished tables, closed pads and moderators' acts are deleted after so many days; None: never."""
    retention_since_ms: int | None = None
    """When (ms) `retention_days` was set."""
    left_at_ms: int | None = None
    """When (ms) the bot left the server; None: it is there."""
    absences: tuple[tuple[int, int], ...] = ()
    """The spans (ms) of the bot's recent absences, in which the server's tables stood still; the newest last."""

    def without(self, deleted_ids: Collection[int]) -> ServerSettings:
        """Return the settings without these channels and roles."""
        return replace(
            self,
            channels=tuple(channel for channel in self.channels if channel not in deleted_ids),
            roles=tuple(role for role in self.roles if role not in deleted_ids),
            looking_role=None if self.looking_role in deleted_ids else self.looking_role,
            report_channel=None if self.report_channel in deleted_ids else self.report_channel,
            daily_channel=None if self.daily_channel in deleted_ids else self.daily_channel,
        )

    def refusal(self, channels: Collection[int], roles: Collection[int]) -> str:
        """Return the reason why somebody with these roles may not open a table there, in markdown; empty if they may.

        `channels` are the channel and, for a thread, its parent.
        """
        if self.channels and not set(self.channels) & set(channels):
            return f"Open tables and pads in {_join_with_or([f'<#{channel}>' for channel in self.channels])}."
        if self.roles and not set(self.roles) & set(roles):
            mentions = _join_with_or([f"<@&{role}>" for role in self.roles])
            return f"Only {mentions} can open tables and pads here. Anyone can join."
        return ""


class ServerSettingsCache:
    """The settings of all servers, cached: each board needs them. Every method may raise StoreError."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: Cache[int, ServerSettings] = Cache(MAX_CACHED_SERVERS)
        self.absent: set[int] = set()
        """The servers that the bot is known to be absent from."""
        self._locks = KeyedLocks[int]()
        """Held while settings change, so that a notification does not read what was stored before."""

    async def of(self, guild: int) -> ServerSettings:
        """Return the settings of a server."""
        return await self._known.read(guild, self._load)

    async def _load(self, guild: int) -> ServerSettings:
        return _read((await self._store.guild_settings.of(guild)).values)

    async def load(self) -> None:
        """Load the absences noted by the previous process."""
        self.absent |= await self._store.guild_settings.departed()

    async def reload(self, guild: int) -> None:
        """Read the settings of a server anew, which another process has changed."""
        async with self._locks.of(guild):  # what is noted just now is newer than what is read
            self._known.drop(guild)
            (self.absent.discard if (await self.of(guild)).left_at_ms is None else self.absent.add)(guild)

    async def reload_all(self) -> None:
        """Read everything anew."""
        self._known.clear()
        departed = await self._store.guild_settings.departed()
        for guild in departed ^ self.absent:
            await self.reload(guild)

    async def record_left(self, guild: int, at: int, is_gone: Callable[[], bool] = lambda: True) -> None:
        """Record that the bot left a server at `at` (ms), unless its absence is noted, or it is back (`is_gone`)."""
        async with self._locks.of(guild):
            if guild not in self.absent and is_gone():
                self.absent.add(guild)
                await self._change(
                    guild, lambda server: server if server.left_at_ms else replace(server, left_at_ms=at)
                )

    async def record_returned(self, guild: int, at: int, since: int, *, left_unnoticed: bool = False) -> None:
        """Record that the bot returned to a server at `at` (ms), if its absence is noted or `left_unnoticed`.

        Without a time of leaving it left at `since` (ms). Until this is saved the bot counts as absent: nobody is
        charged for that time.
        """
        async with self._locks.of(guild):
            if not (left_unnoticed or guild in self.absent):
                return

            def returned(server: ServerSettings) -> ServerSettings:
                span = (since if server.left_at_ms is None else server.left_at_ms, at)
                absences = (absence for absence in server.absences if absence[1] > at - ABSENCE_KEPT_MS)
                return replace(server, left_at_ms=None, absences=(*absences, span))

            await self._change(guild, returned)
            self.absent.discard(guild)

    async def change(self, guild: int, **settings: Any) -> ServerSettings:
        """Change settings by the names of ServerSettings' fields; returns all."""
        async with self._locks.of(guild):
            _, settled = await self._change(guild, lambda server: replace(server, **settings))
        return settled

    async def remove_deleted(self, guild: int, deleted_ids: Collection[int]) -> tuple[ServerSettings, ServerSettings]:
        """Remove these deleted channels and roles from the settings; returns the settings before and after."""
        async with self._locks.of(guild):
            return await self._change(guild, lambda server: server.without(deleted_ids))

    async def _change(
        self, guild: int, change: Callable[[ServerSettings], ServerSettings]
    ) -> tuple[ServerSettings, ServerSettings]:
        """Change a server's settings. Returns those before and after; raises StoreError."""
        while True:
            stored = await self._store.guild_settings.of(guild)
            before = _read(stored.values)
            settled = change(before)
            new = {field.name: getattr(settled, field.name) for field in fields(ServerSettings)}
            try:
                await self._store.guild_settings.save(replace(stored, values={**stored.values, **new}))
            except SettingsMoved:  # of two changes at the same instant neither is lost
                continue
            except BaseException:
                self._known.drop(guild)  # it may have been kept
                raise
            self._known.put(guild, settled)
            return before, settled


def _read(values: dict[str, Any]) -> ServerSettings:
    """Return the stored values as settings, without fields of newer versions."""
    known_values: dict[str, Any] = {
        field.name: values[field.name] for field in fields(ServerSettings) if field.name in values
    }
    for several in ("channels", "roles"):
        known_values[several] = tuple(known_values.get(several, ()))
    known_values["absences"] = tuple((began, ended) for began, ended in known_values.get("absences", ()))
    return ServerSettings(**known_values)


def _join_with_or(names: list[str]) -> str:
    """Return the names as "a, b or c"."""
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
