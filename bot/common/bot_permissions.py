"""The permissions with which the bot is invited, what does not work without each, and the link that asks for them."""

from __future__ import annotations

from typing import Final, NamedTuple

import discord


class BotPermission(NamedTuple):
    """A permission of the bot in a server or a channel."""

    flag: str
    """The name in discord.py."""
    name: str
    """The name that Discord shows."""
    loss: str
    """A clause: what does not work without it."""


VIEW_CHANNELS: Final = BotPermission("view_channel", "View Channels", "no tables or pads there")
SEND_MESSAGES: Final = BotPermission("send_messages", "Send Messages", "no tables or pads there")

BOT_PERMISSIONS: Final = (
    VIEW_CHANNELS,
    SEND_MESSAGES,
    BotPermission(
        "send_messages_in_threads", "Send Messages in Threads", "tables stay in the channel, without a thread"
    ),
    BotPermission("create_public_threads", "Create Public Threads", "tables stay in the channel, without a thread"),
    BotPermission("attach_files", "Attach Files", "tables are shown in words, without pictures"),
    BotPermission("embed_links", "Embed Links", "links have no preview"),
    BotPermission("read_message_history", "Read Message History", "a deleted board is noticed late"),
    BotPermission("external_emojis", "Use External Emojis", "cards may be shown in words"),
)
"""All of them, the most important first."""

PERMISSIONS: Final = discord.Permissions(**{permission.flag: True for permission in BOT_PERMISSIONS})
"""`BOT_PERMISSIONS` as the bit field that Discord takes."""

SCOPES: Final = ("bot", "applications.commands")
"""The scopes of the invite link."""


def invite_link(application: discord.AppInfo) -> str:
    """Return the link with which a server's manager invites the bot.

    It names no scope and no permission if the application's own install settings ask for all.
    """
    if asks_for_all(application):
        return discord.utils.oauth_url(application.id, scopes=None)
    return discord.utils.oauth_url(application.id, permissions=PERMISSIONS, scopes=SCOPES)


def asks_for_all(application: discord.AppInfo) -> bool:
    """Whether the application's default install settings for servers have all scopes and permissions."""
    config = application.guild_integration_config
    install_params = None if config is None else config.oauth2_install_params
    return (
        install_params is not None
        and set(SCOPES) <= set(install_params.scopes)
        and install_params.permissions >= PERMISSIONS
    )


def missing_from(held: discord.Permissions) -> tuple[BotPermission, ...]:
    """Return the permissions that are not among those `held`, without those that another missing one takes away."""
    if not held.view_channel:
        return (VIEW_CHANNELS,)
    implied = () if held.send_messages else ("attach_files", "embed_links")
    return tuple(
        permission
        for permission in BOT_PERMISSIONS
        if not getattr(held, permission.flag) and permission.flag not in implied
    )
