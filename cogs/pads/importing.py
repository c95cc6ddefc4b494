"""`/pad import`: a pad opened with all that is in a file, or nothing of it, with everything that is wrong there."""

from __future__ import annotations

import asyncio
import io
from typing import Final

import discord

from bot.app.services import Services
from bot.common.errors import Declined
from bot.pads.importing.reader import MOST_BYTES, NotImported, read
from bot.standings.pad_results import played_at
from bot.tables.commands.moderation import hold_out
from bot.transport.interactions.responses import CONNECTION, Reply
from bot.ui.standings.seasons import hands_too_late
from cogs.table.lobby import place_for

SECONDS: Final = 60
"""For Discord to give the file; the answer to a command may come so late, and much later."""

NOT_GIVEN: Final = "Discord did not give me that file just now. Nothing has changed; please send it once more."

ALL: Final = "not-imported.txt"
"""The file that names what a message has no room for."""


async def open_from_file(reply: Reply, services: Services, file: discord.Attachment, name: str | None) -> None:
    """Open a pad with what is in a file, where the command was given, and answer with its message; or tell that person
    alone why not. Raises Declined, StoreError.
    """
    interaction = reply.interaction
    where, who = await place_for(services, interaction, "pad"), interaction.user
    await hold_out(services.tables, where[0], who.id)
    try:
        found = await read(await _bytes_of(file))
    except NotImported as error:
        files: list[discord.File] = []
        if error.left_out and interaction.app_permissions.attach_files:
            files.append(discord.File(io.BytesIO(error.written().encode()), ALL))
        await reply.sentence(error.sentence, files)
        return
    new = found.pad(where, (who.id, who.display_name), name, services.pads.clock())
    pad = await services.pads.open(new, who.display_name, found.players, interaction.id)
    await services.pad_boards.post(reply, pad.id)
    seasons = await services.store.results.seasons(pad.record.guild)
    if late := hands_too_late(seasons, [(played_at(hand), hand.entered) for hand in pad.counted]):
        await reply.sentence(late)


async def _bytes_of(file: discord.Attachment) -> bytes:
    """A file's contents; one that is too large for a pad is not asked for. Raises Declined."""
    if file.size > MOST_BYTES:
        raise Declined(f"That file is too large for a score pad, which has at most {MOST_BYTES // 1_000_000} MB.")
    try:
        return await asyncio.wait_for(file.read(), SECONDS)
    except (discord.DiscordException, *CONNECTION, TimeoutError):
        raise Declined(NOT_GIVEN) from None
