"""What a server has settled: where and by whom tables are opened, how many, and how people are mentioned."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from bot.common.cache import Cache
from bot.common.time_spans import DAY
from data.records import GuildSettings
from data.store import Store

IN_MIND: Final = 10_000
"""Servers whose settings are kept in memory: more than play in an hour."""


KEPT: Final = 90 * DAY * 1000
"""Milliseconds for which an absence of the bot from a server is kept: longer than a clock runs."""


@dataclass(frozen=True, slots=True)
class Server:
    """What holds in a server; as in every other where nothing was settled.

    Tables are opened in `channels` and their threads alone (none named: everywhere), by people with one of `roles`
    alone (none named: by everybody), `most` at a time (None: as many as the bot keeps). Whoever a new table waits for
    is mentioned after `mention` seconds (None: as usual; the host may choose otherwise), `silent` without a sound.
    `looking_role` is mentioned for tables that look for players. Notes between partners are reported to moderators in
    `report_channel`. `colours` names the set of colours of the boards, empty for the usual one.

    Finished tables, closed pads and what moderators did are deleted after `keep` days (None: never), which is settled
    since `keep_since` (ms).

    The bot is `gone` from there since then (ms), None where it is not, and was from and to in `away_spans`, of which
    those are kept that ended lately.
    """

    channels: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    most: int | None = None
    mention: int | None = None
    silent: bool = False
    looking_role: int | None = None
    report_channel: int | None = None
    colours: str = ""
    keep: int | None = None
    keep_since: int | None = None
    gone: int | None = None
    away_spans: tuple[tuple[int, int], ...] = ()

    @property
    def still(self) -> tuple[tuple[int, int], ...]:
        """From when to when (ms) the bot was not in the server, the newest last: its tables stood still then."""
        return self.away_spans

    def without(self, gone: Collection[int]) -> Server:
        """The same without these channels and roles."""
        return replace(
            self,
            channels=tuple(one for one in self.channels if one not in gone),
            roles=tuple(one for one in self.roles if one not in gone),
            looking_role=None if self.looking_role in gone else self.looking_role,
            report_channel=None if self.report_channel in gone else self.report_channel,
        )

    def refusal(self, channels: Collection[int], roles: Collection[int]) -> str:
        """Why somebody with these roles may not open a table in a channel (its number, and for a thread that of the
        channel around it), as a sentence in markdown; empty where they may.
        """
        if self.channels and not set(self.channels) & set(channels):
            return f"Open tables and pads in {_either([f'<#{one}>' for one in self.channels])}."
        if self.roles and not set(self.roles) & set(roles):
            return (
                f"Only {_either([f'<@&{one}>' for one in self.roles])} can open tables and pads here. Anyone can join."
            )
        return ""


class Servers:
    """What all servers have settled, those used last in memory: each board asks. Every method may raise StoreError."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: Cache[int, Server] = Cache(lambda: IN_MIND)
        self.absent: set[int] = set()
        """The servers where the bot is not, as far as that is kept."""
        self._changing = asyncio.Lock()  # of two changes at the same instant neither is lost

    async def of(self, guild: int) -> Server:
        """What holds in a server."""
        return await self._known.read(guild, self._load)

    async def _load(self, guild: int) -> Server:
        return _read((await self._store.guild_settings(guild)).values)

    async def colours_of(self, guild: int) -> str:
        """The set of colours of a server's boards."""
        return (await self.of(guild)).colours

    async def load(self) -> None:
        """Learn where the bot was not when the process before this one ended."""
        self.absent |= await self._store.servers_left()

    async def left(self, guild: int, at: int) -> None:
        """The bot is not in a server any more since `at` (ms)."""
        if guild not in self.absent:
            self.absent.add(guild)

            def gone(server: Server) -> Server:
                is_known = server.gone is not None or guild not in self.absent  # it may be back meanwhile
                return server if is_known else replace(server, gone=at)

            await self._change(guild, gone)

    async def returned(self, guild: int, at: int, since: int) -> None:
        """The bot is in a server again at `at` (ms); where nobody noted when it left, that was not before `since`."""
        self.absent.discard(guild)
        server = await self.of(guild)
        span = (since if server.gone is None else server.gone, at)
        kept = (one for one in server.away_spans if one[1] > at - KEPT)
        await self.change(guild, gone=None, away_spans=(*kept, span))

    async def change(self, guild: int, **settings: Any) -> Server:
        """Settle something, by the names of Server's fields; returns all that holds."""
        _, settled = await self._change(guild, lambda server: replace(server, **settings))
        return settled

    async def drop(self, guild: int, gone: Collection[int]) -> tuple[Server, Server]:
        """Settle nothing any more by these channels and roles; returns what was settled before, and what is now."""
        return await self._change(guild, lambda server: server.without(gone))

    async def _change(self, guild: int, change: Callable[[Server], Server]) -> tuple[Server, Server]:
        async with self._changing:
            values = (await self._store.guild_settings(guild)).values
            before = _read(values)
            settled = change(before)
            kept = {one.name: getattr(settled, one.name) for one in fields(Server)}
            await self._store.save_guild_settings(GuildSettings(guild, {**values, **kept}))
            self._known.put(guild, settled)
            return before, settled


def _read(values: dict[str, Any]) -> Server:
    """What is kept as a value; of a newer version only what this one knows."""
    known: dict[str, Any] = {one.name: values[one.name] for one in fields(Server) if one.name in values}
    for several in ("channels", "roles"):
        known[several] = tuple(known.get(several, ()))
    known["away_spans"] = tuple((began, ended) for began, ended in known.get("away_spans", ()))
    return Server(**known)


def _either(names: list[str]) -> str:
    """Some of these: "a, b or c"."""
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
