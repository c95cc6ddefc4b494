"""`/pad import`: a pad opened with all that is in a file, or nothing of it, with everything that is wrong there."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import discord

from bot.app.router import ComponentInteraction, route
from bot.app.services import Services
from bot.common.errors import Declined, Stale
from bot.pads import commands as pad_commands
from bot.pads.importing.reader import MAX_FILE_BYTES, FileSource, ImportRefused, Sheet, make_pad, read
from bot.pads.pad import Pad
from bot.pads.pads import UnknownPad
from bot.people.bans import check_not_banned
from bot.standings.pad_results import played_at
from bot.transport.interactions.responses import CONNECTION_ERRORS, Response
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.panels import import_panel
from bot.ui.pads.players import guests_panel, linkable_players
from bot.ui.pads.table_import import sheet_panel
from bot.ui.standings.seasons import late_hands_text
from cogs.base import ComponentCog
from cogs.pads.common import ensure_access, is_visible, load_pad, pad_at, proposals
from cogs.table.lobby import place_for
from data.pads.records import PadPlayer
from data.people.records import is_erased

TIME_LIMIT_SECONDS: Final = 60
"""For Discord to give the file; the answer to a command may come so late, and much later."""

NOT_GIVEN: Final = "Send the file again: Discord did not deliver it."

SHEET_FILENAME: Final = "table.csv"
"""The name of a table that is no exported pad."""

WINS: Final = ("most", "fewest")
"""The ways to win by the points of a table."""

PROBLEMS_FILENAME: Final = "not-imported.txt"
"""The file that names what a message has no room for."""


async def open_from_file(
    response: Response,
    services: Services,
    file: discord.Attachment,
    name: str | None,
    *,
    again: bool = False,
    wins: str | None = None,
) -> None:
    """Open a pad from a file, and answer with its message in this channel; or tell the user alone why not.

    If its pad is here the user is asked first, unless they want it `again`. For a table that is no exported pad the
    user also says who `wins`. Raises Declined, StoreError.
    """
    interaction = response.interaction
    place, who = await place_for(services, interaction, "pad"), interaction.user
    await check_not_banned(services.store, place[0], who.id)
    data = await _bytes_of(file)
    try:
        pad_file = await read(data, services.pads.clock)
        if isinstance(pad_file, Sheet):
            sheet, pad_file = pad_file, make_pad(pad_file, wins or WINS[0], services.pads.clock)
            if wins is None:
                await response.leave_message()
                attachments = [discord.File(io.BytesIO(data), SHEET_FILENAME)]
                await response.send(layout=sheet_panel(sheet, name or "", SHEET_FILENAME), files=attachments)
                return
    except ImportRefused as error:
        files: list[discord.File] = []
        if error.left_out and interaction.app_permissions.attach_files:
            files.append(discord.File(io.BytesIO(error.report().encode()), PROBLEMS_FILENAME))
        await response.send_sentence(error.sentence, files)
        return
    source = pad_file.source
    if source is not None and source.mark != await services.store.privacy.database_id():
        source = None
    earlier_pad = None if source is None or again else await _find_here(services, interaction, source.pad)
    if earlier_pad is not None:
        await response.leave_message()
        filename = "pad.json" if data.lstrip()[:1] == b"{" else "pad.csv"
        await response.send(
            layout=import_panel(earlier_pad, name or "", filename),
            files=[discord.File(io.BytesIO(data), filename)],
        )
        return
    players = pad_file.players if source is None else await _players_with_sources(services, pad_file.players, source)
    new = pad_file.to_new_pad(place, (who.id, who.display_name), name, services.pads.clock())
    pad = await services.pads.open(new, who.display_name, players, interaction.id)
    await services.pad_boards.post(response, pad.id)
    seasons = await services.store.results.seasons(pad.record.guild)
    if late_text := late_hands_text(seasons, [(played_at(hand), hand.entered) for hand in pad.counted]):
        await response.send_sentence(late_text)
    if linkable_players(pad):
        await response.send_privately(guests_panel(pad, proposed=await proposals(services, pad)))


async def _find_here(services: Services, interaction: discord.Interaction[Any], source: int) -> Pad | None:
    """Return the pad of a file, or one that came from its file, if there is one here that the person sees."""
    for number in (source, *await services.store.pads.copies_of(interaction.guild_id or 0, source)):
        with suppress(UnknownPad):
            pad = await services.pads.find(number)
            if is_visible(interaction, pad):
                return pad
    return None


async def _players_with_sources(
    services: Services, players: Sequence[PadPlayer], source: FileSource
) -> tuple[PadPlayer, ...]:
    """Return the players of a file with their sources. Players whose data was erased since then have no name."""
    try:
        source_players = (await services.pads.find(source.pad)).players
    except UnknownPad:
        source_players = dict[int, PadPlayer]()
    sourced_players: list[PadPlayer] = []
    for player, number in zip(players, source.players, strict=True):
        source_player = source_players.get(number)
        first = source.pad, number
        if source_player is not None and source_player.source_pad is not None:
            first = source_player.source_pad, source_player.source_number
        was_erased = source_player is not None and is_erased(source_player.user)
        sourced_players.append(
            replace(player, source_pad=first[0], source_number=first[1], name="" if was_erased else player.name)
        )
    return tuple(sourced_players)


class Importing(ComponentCog):
    """The routes of imports."""

    @route(CustomId.IMPORT_SHEET, response="public", on="private")
    async def _import_sheet(self, component: ComponentInteraction) -> None:
        """Open a pad from the file on the message (`import_sheet:most|fewest:NAME`)."""
        message = component.interaction.message
        if component.word(0) not in WINS or message is None or not message.attachments:
            raise Declined(NOT_GIVEN)
        name = ":".join(component.args[1:]) or None
        await open_from_file(component.response, self.services, message.attachments[0], name, wins=component.word(0))

    @route(CustomId.IMPORT_PAD_AGAIN, response="public", on="private")
    async def _import_pad_again(self, component: ComponentInteraction) -> None:
        """Open another pad from the file on the message (`import_pad_again:PAD:NAME`)."""
        await pad_at(self.services, component.interaction, component.number(0), uses=False)
        message = component.interaction.message
        if message is None or not message.attachments:
            raise Declined(NOT_GIVEN)
        name = ":".join(component.args[1:]) or None
        await open_from_file(component.response, self.services, message.attachments[0], name, again=True)

    @route(CustomId.CONFIRM_GUEST_LINK, response="update", on="private")
    async def _confirm_guest_link(self, component: ComponentInteraction) -> None:
        """Link a guest to the proposed member (`confirm_guest_link:PAD:GUEST:USER`)."""
        pad, actor, _ = await load_pad(component)
        await ensure_access(component, pad)
        guest, proposed = component.number(1) or 0, await proposals(self.services, pad)
        if guest not in proposed or str(proposed[guest][0]) != component.word(2):
            raise Stale(pad_commands.PLAYERS_CHANGED)
        pad, _ = await self.services.pads.change(pad.id, pad_commands.link(actor, guest, *proposed[guest]))
        notice = "The member is asked first. Nothing changes until they agree."
        panel = guests_panel(pad, notice, proposed=await proposals(self.services, pad))
        await component.response.send(layout=panel)


async def _bytes_of(file: discord.Attachment) -> bytes:
    """Return a file's contents; one that is too large for a pad is not asked for. Raises Declined."""
    if file.size > MAX_FILE_BYTES:
        raise Declined(f"The file is too large: at most {MAX_FILE_BYTES // 1_000_000} MB.")
    try:
        return await asyncio.wait_for(file.read(), TIME_LIMIT_SECONDS)
    except (discord.DiscordException, *CONNECTION_ERRORS, TimeoutError):
        raise Declined(NOT_GIVEN) from None
