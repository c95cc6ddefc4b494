"""Two bots that share PostgreSQL, with two of four shards each, on a sandbox with four servers.

Both run in the test's own process, each with a store and memory of its own.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from rules import shuffle
from sandbox import Sandbox
from tests.support.databases import new_place
from tests.support.house import House, TimelessStream, hurry, settings_of

SHARDS: Final = 4
"""The shards of the bot, one a server."""


class SharedHouse(House):
    """One of the bots."""

    def is_up(self, is_known: bool) -> bool:
        """Check whether its shards are connected, and somebody has registered the commands."""
        shards = self.settings.shards
        assert shards is not None
        return shards.ids <= self.bot.shards.keys() and bool(self.commands())


@dataclass
class Cluster:
    """The bots, with the shards 0 and 1, and 2 and 3."""

    sandbox: Sandbox
    first: SharedHouse
    second: SharedHouse

    def channel(self, shard: int) -> str:
        """Return the channel of the server on that shard."""
        servers = {self.sandbox.world.server(number).shard(SHARDS): number for number in range(SHARDS)}
        return self.sandbox.people.channel("card-room", servers[shard])["id"]

    def guild(self, shard: int) -> int:
        """Return the server on that shard."""
        guilds = self.sandbox.world.guilds.values()
        return next(int(guild.id) for guild in guilds if guild.shard(SHARDS) == shard)


def do_nothing(_: Sandbox) -> None:
    """Do nothing to the sandbox."""


@asynccontextmanager
async def start_cluster(
    shards: tuple[str, str] = ("0-1", "2-3"), *, before_start: Callable[[Sandbox], None] = do_nothing, **settings: Any
) -> AsyncGenerator[Cluster]:
    """Yield the bots; fail at its end if one sent what Discord refuses. `before_start` is given the sandbox.

    Both are started; but of two with the same shards the first alone. The test starts and stops the second.
    """
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder, ExitStack() as stack, hurry():
        patch.setattr(shuffle, "Stream", TimelessStream)
        place = stack.enter_context(new_place("postgresql", Path(folder), "eldest"))
        sandbox = await Sandbox.start(Path(folder) / "sandbox.jsonl", servers=SHARDS)
        sandbox.gateway.shards = sandbox.gateway.max_concurrency = SHARDS
        before_start(sandbox)
        settings = {"shard_count": SHARDS, **settings}
        bots = [SharedHouse(sandbox, settings_of(place, shard_ids=ids, **settings), Random(1)) for ids in shards]
        started = bots if shards[0] != shards[1] else bots[:1]
        bots[0].watch()
        try:
            for bot in started:
                await bot.start()
            yield Cluster(sandbox, *bots)
        finally:
            for bot in started:
                await bot.stop()
            await sandbox.close()
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before
    assert not bots[0].refused, json.dumps(bots[0].refused[:5], indent=1)
    assert not bots[0].problems, json.dumps(bots[0].problems[:5], indent=1)
