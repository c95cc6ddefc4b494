"""Says in the log what the operator has to do next: invite the bot, or give it a permission."""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.app.services import Services
from bot.common.bot_permissions import invite_link
from bot.transport.api.missing_permissions import missing_permissions
from data.engine.errors import StoreError

log = logging.getLogger(__name__)

NO_BOT_ACCOUNT_TEXT: Final = (
    "The bot has no token yet.\n"
    "1. Get one: https://discord.com/developers/applications, New Application, page Bot, Reset Token.\n"
    "2. Write it into the file .env in this folder, as a line ELDEST_TOKEN=... and start again. `make play` needs none."
)
"""Three lines for an operator who has set no token."""

REFUSED_ACCOUNT_TEXT: Final = (
    "Discord does not accept ELDEST_TOKEN. Copy the token again, or reset it: "
    "https://discord.com/developers/applications, your application, page Bot."
)
"""For an operator whose token is wrong or was reset."""

MAX_SERVERS: Final = 20
"""Servers whose missing permissions are logged at the start; of more servers `doctor` lists them."""


def pending_invite(client: discord.Client, services: Services) -> str | None:
    """Return the invite link of a bot that is ready and in no server.

    Returns None for others, and for one of several processes.
    """
    if client.guilds or not client.is_ready() or client.application is None or services.settings.shards is not None:
        return None
    return invite_link(client.application)


async def log_next_step(client: discord.Client, services: Services) -> None:
    """Log the invite link of a bot without a server, or the permissions that are missing in its servers."""
    if (link := pending_invite(client, services)) is not None:
        log.warning("the bot is in no server yet. Open this link and choose one: %s", link)
    elif len(client.guilds) <= MAX_SERVERS:
        for guild in client.guilds:
            await log_missing_permissions(guild, services)


async def log_missing_permissions(guild: discord.Guild, services: Services) -> None:
    """Log the permissions that are missing in a server, and what does not work without them."""
    try:
        server = await services.guild_settings.of(guild.id)
    except StoreError as error:
        log.warning("guild %s: its permissions are not checked (%s)", guild.id, error)
        return
    for missing in missing_permissions(guild, server):
        log.warning("guild %s (%s): the bot lacks %s", guild.id, guild.name, missing.sentence(mentions=False))
