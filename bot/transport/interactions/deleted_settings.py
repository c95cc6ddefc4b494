"""What a server has settled by channels and roles that it has deleted since: that does not count, and whoever manages
the server is told so once.
"""

from __future__ import annotations

from typing import Final

import discord

from bot.people.guild_settings import Server, Servers
from bot.transport.interactions.responses import Response

NAMES: Final = "To choose others: `/settings server`."


def deleted(server: Server, guild: discord.Guild | None) -> frozenset[int]:
    """The channels and roles that a server has settled something by and has no more; none where that is not known."""
    if guild is None or guild.unavailable:
        return frozenset()
    channels, roles = (*server.channels, server.report_channel), (*server.roles, server.looking_role)
    gone = {one for one in channels if one is not None and guild.get_channel(one) is None}
    return frozenset(gone | {one for one in roles if one is not None and guild.get_role(one) is None})


def in_force(server: Server, guild: discord.Guild | None) -> Server:
    """What holds in a server of what it has settled."""
    gone = deleted(server, guild)
    return server.without(gone) if gone else server


async def tell_of_deleted(servers: Servers, response: Response) -> None:
    """After an answer, tell somebody who manages the server what was settled by what is gone, and settle it no more.

    Raises StoreError.
    """
    guild = response.interaction.guild
    if guild is None or response.given_at is None or not response.interaction.permissions.manage_guild:
        return
    gone = deleted(await servers.of(guild.id), guild)
    if not gone:
        return
    before, after = await servers.drop(guild.id, gone)
    if said := in_words(before, after):
        await response.send_sentence(said)


def in_words(before: Server, after: Server) -> str:
    """What those who manage a server are told of what it has deleted; empty for nothing."""
    told = list[str]()
    if before.channels != after.channels:
        told.append(
            f"A channel for tables was deleted. The others stay. {NAMES}"
            if after.channels
            else f"The last channel for tables was deleted. Tables can now be in all channels. {NAMES}"
        )
    if before.roles != after.roles:
        told.append(
            f"A role that may open tables was deleted. The others stay. {NAMES}"
            if after.roles
            else f"The last role that may open tables was deleted. Now everyone may. {NAMES}"
        )
    if before.looking_role != after.looking_role:
        told.append(f"The role to ping for players was deleted. {NAMES}")
    if before.report_channel != after.report_channel:
        told.append(f"The channel for reported notes was deleted. {NAMES}")
    return "\n".join(told)
