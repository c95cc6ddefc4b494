"""Server settings that name deleted channels and roles: these are ignored, and reported to a manager once."""

from __future__ import annotations

from typing import Final

import discord

from bot.people.guild_settings import ServerSettings, ServerSettingsCache
from bot.transport.interactions.responses import Response

CHOOSE_OTHERS: Final = "To choose others: `/settings server`."


def find_deleted(server: ServerSettings, guild: discord.Guild | None) -> frozenset[int]:
    """Return the channels and roles in the settings that the server has deleted; none if that is not known."""
    if guild is None or guild.unavailable:
        return frozenset()
    channels, roles = (
        (*server.channels, server.report_channel, server.daily_channel),
        (*server.roles, server.looking_role),
    )
    deleted = {channel for channel in channels if channel is not None and guild.get_channel(channel) is None}
    return frozenset(deleted | {role for role in roles if role is not None and guild.get_role(role) is None})


def effective_settings(server: ServerSettings, guild: discord.Guild | None) -> ServerSettings:
    """Return the settings without deleted channels and roles."""
    deleted = find_deleted(server, guild)
    return server.without(deleted) if deleted else server


async def report_deleted(servers: ServerSettingsCache, response: Response) -> None:
    """Report deleted channels and roles to a manager of the server, and remove them from the settings.

    Raises StoreError.
    """
    guild = response.interaction.guild
    if guild is None or response.answered_at is None or not response.interaction.permissions.manage_guild:
        return
    deleted = find_deleted(await servers.of(guild.id), guild)
    if not deleted:
        return
    before, after = await servers.remove_deleted(guild.id, deleted)
    if report := describe_deleted(before, after):
        await response.send_sentence(report)


def describe_deleted(before: ServerSettings, after: ServerSettings) -> str:
    """Return the report on deleted channels and roles; empty for none."""
    sentences = list[str]()
    if before.channels != after.channels:
        sentences.append(
            f"A channel for tables was deleted. The others stay. {CHOOSE_OTHERS}"
            if after.channels
            else f"The last channel for tables was deleted. Tables can now be in all channels. {CHOOSE_OTHERS}"
        )
    if before.roles != after.roles:
        sentences.append(
            f"A role that may open tables was deleted. The others stay. {CHOOSE_OTHERS}"
            if after.roles
            else f"The last role that may open tables was deleted. Now everyone may. {CHOOSE_OTHERS}"
        )
    if before.looking_role != after.looking_role:
        sentences.append(f"The role to ping for players was deleted. {CHOOSE_OTHERS}")
    if before.report_channel != after.report_channel:
        sentences.append(f"The channel for reported notes was deleted. {CHOOSE_OTHERS}")
    if before.daily_channel != after.daily_channel:
        sentences.append(f"The channel for the ranking of the hand of the day was deleted. {CHOOSE_OTHERS}")
    return "\n".join(sentences)
