"""The permissions that the bot lacks in a server: which, in which channels, and what does not work without them."""

from __future__ import annotations

from typing import Final, NamedTuple

import discord

from bot.common.bot_permissions import BOT_PERMISSIONS, BotPermission, missing_from
from bot.people.guild_settings import ServerSettings

MAX_CHANNELS: Final = 5
"""Channels that are named with a permission."""


class MissingPermission(NamedTuple):
    """A permission that the bot lacks in some channels."""

    permission: BotPermission
    channels: tuple[discord.abc.GuildChannel, ...]
    """The channels where it is missing; none if it is missing everywhere."""

    def sentence(self, *, mentions: bool) -> str:
        """Return a sentence: the permission, the channels as mentions or by name, and the features that do not work."""
        names = [channel.mention if mentions else f"#{channel.name}" for channel in self.channels[:MAX_CHANNELS]]
        more = len(self.channels) - len(names)
        where = ", ".join(names) + (f" and {more} more" if more else "") or "every channel"
        return f"{self.permission.name} in {where}: {self.permission.loss}."


def missing_permissions(guild: discord.Guild, server: ServerSettings) -> list[MissingPermission]:
    """Return the permissions that the bot lacks where it is to write, the most important first.

    It is to write in the channels that the settings name; where they name none for tables, wherever everyone may.
    """
    if guild.me is None:  # pyright: ignore[reportUnnecessaryComparison]  # it may be, before the server has come
        return []
    set_channels = {*server.channels, server.report_channel, server.daily_channel}
    channels = [
        channel
        for channel in guild.text_channels
        if channel.id in set_channels or (not server.channels and _is_open(channel))
    ]
    if not channels:
        return [MissingPermission(permission, ()) for permission in missing_from(guild.me.guild_permissions)]
    lacks = {channel: missing_from(channel.permissions_for(guild.me)) for channel in channels}
    by_permission = [
        (permission, [channel for channel in channels if permission in lacks[channel]])
        for permission in BOT_PERMISSIONS
    ]
    return [
        MissingPermission(permission, () if len(where) == len(channels) else tuple(where))
        for permission, where in by_permission
        if where
    ]


def _is_open(channel: discord.TextChannel) -> bool:
    """Whether everyone in the server may write in a channel."""
    everyone = channel.permissions_for(channel.guild.default_role)
    return everyone.view_channel and everyone.send_messages
