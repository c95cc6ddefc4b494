"""The messages of deleted tables, which are removed with the table."""

from __future__ import annotations

import logging

import discord

from bot.tables.services.tables import Tables
from bot.transport.api.channels import Channels
from bot.transport.api.error_codes import describe_error
from bot.transport.interactions.responses import CONNECTION_ERRORS

log = logging.getLogger(__name__)


async def take_away(tables: Tables, channels: Channels, number: int) -> None:
    """Delete the message of a table; one that cannot be deleted stays. Raises StoreError."""
    table = await tables.find(number)
    async with table.showing:
        channel, message = table.record.message_channel, table.record.message
        if channel is None or message is None:
            return
        try:
            await channels.delete(channel, message)
        except (discord.HTTPException, *CONNECTION_ERRORS) as error:
            log.info("table %s: the message that tells of its deletion stays (%s)", number, describe_error(error))
