"""Lobbies of all games: opening a table, Join, Leave, computer players, Start, and rematches."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord

from bot.app.router import ComponentInteraction, route
from bot.app.services import Services
from bot.common.errors import Declined
from bot.common.text import escape
from bot.tables.commands import arrange_lobby, leave_and_end, lobby
from bot.tables.commands.rematch import record_opening, rematch_of
from bot.tables.model.seats import levels_of
from bot.tables.model.table_state import TableState
from bot.transport.interactions.deleted_settings import effective_settings
from bot.transport.interactions.responses import Response
from bot.transport.interactions.user_installs import NO_SERVER_TEXT
from bot.transport.interactions.visibility import may_see_table
from bot.ui.kit.components import SEPARATOR
from bot.ui.kit.custom_ids import CustomId
from bot.ui.settings.guild_settings import describe_table_limit
from bot.ui.table import lobby_layout
from cogs.base import ComponentCog
from cogs.table.leave_and_end import NO_SUCH_SEAT, ask_to_leave, offer_to_leave
from data.tables.events import SeatLevel
from data.tables.records import SeatRecord
from data.tables.settings import TableSettings, host_settings
from rules.contract import Game, OptionValue
from rules.registry import game_named

log = logging.getLogger(__name__)

OTHERS_SEAT: Final = "To take a computer's seat there: `/table sit`."


async def open_table(
    response: Response,
    services: Services,
    game: Game,
    options: Mapping[str, OptionValue],
    settings: TableSettings,
    players: Sequence[SeatRecord] = (),
) -> None:
    """Open a table where the command was given, and answer with its lobby. Raises Declined, Refusal, StoreError.

    `settings` are the table's own; `players` those of a table before it.
    """
    interaction = response.interaction
    place = await place_for(services, interaction, "table")
    server = await services.guild_settings.of(place[0])
    table_settings = settings.copy()
    if server.mention is not None:
        table_settings.setdefault("mention", server.mention)
    alone = isinstance(interaction.channel, discord.Thread)
    most = describe_table_limit(server, services.tables.max_live)
    table = await lobby.open_table(
        services.tables,
        game,
        options,
        place,
        response.actor,
        players,
        table_settings,
        exclusive_in_thread=alone,
        max_tables=most,
    )
    await services.board.open(response, table)
    warn = _warn(interaction)
    if warn and services.settings.pictures:
        await response.send_sentence(warn)


async def place_for(services: Services, interaction: discord.Interaction[Any], what: str) -> tuple[int, int]:
    """Return the server and the channel of a command, where a table or a pad (`what`) may be opened by whoever gave it.

    Raises Declined where it may not, StoreError.
    """
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Declined(NO_SERVER_TEXT)
    missing_permission = _missing(interaction)
    if missing_permission:
        log.warning("channel %s: no %s, the bot lacks %s", interaction.channel_id, what, missing_permission)
        raise Declined(f"For a {what} here I need the permission {missing_permission}.")
    server = effective_settings(await services.guild_settings.of(interaction.guild_id), interaction.guild)
    if refusal := server.refusal(_channels(interaction), _roles(interaction.user)):
        raise Declined(refusal)
    return interaction.guild_id, interaction.channel_id


def _channels(interaction: discord.Interaction[Any]) -> tuple[int, ...]:
    """Return the channel of a command, and the one around it where that is a thread."""
    parent_channel = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
    return tuple(channel for channel in (interaction.channel_id, parent_channel) if channel is not None)


def _roles(who: discord.User | discord.Member) -> tuple[int, ...]:
    """Return the roles of a member in the server."""
    return tuple(role.id for role in who.roles) if isinstance(who, discord.Member) else ()


def _missing(interaction: discord.Interaction[Any]) -> str:
    """Return the permission without which a table's message could not be kept up to date here, or ""."""
    permissions = interaction.app_permissions
    if not permissions.view_channel:
        return "View Channel"
    if isinstance(interaction.channel, discord.Thread):
        return "" if permissions.send_messages_in_threads else "Send Messages in Threads"
    return "" if permissions.send_messages else "Send Messages"


def _warn(interaction: discord.Interaction[Any]) -> str:
    """Return the warning to the host of lesser permissions that are missing, or ""."""
    if interaction.app_permissions.attach_files:
        return ""
    log.warning("channel %s: the bot may not attach files; tables go without pictures", interaction.channel_id)
    return "No pictures here: I need the permission Attach Files."


class Lobby(ComponentCog):
    """The lobby's buttons."""

    @route(CustomId.JOIN_TABLE, response="update", on="public")
    async def _join_table(self, component: ComponentInteraction) -> None:
        """Seat the presser. Offer to leave to who has a seat already."""
        table_id = (await component.table()).id
        try:
            table, _ = await lobby.join(self.services.tables, table_id, component.actor)
        except lobby.Seated as seated:
            await component.response.leave_message()
            await offer_to_leave(component.response, await component.table(), seated.sentence)
            return
        await self.services.board.answer(component.response, table)

    @route(CustomId.SET_FRIENDLY, response="update", on="public")
    async def _set_friendly(self, component: ComponentInteraction) -> None:
        """Make the table friendly (`set_friendly:TABLE:1`), or with 0 rated."""
        table, friendly = await component.table(), component.number(1)
        if friendly not in {0, 1}:
            raise Declined(NO_SUCH_SEAT)
        table, _ = await arrange_lobby.change_settings(
            self.services.tables, table.id, {"friendly": bool(friendly)}, component.actor
        )
        await self.services.board.answer(component.response, table)

    @route(CustomId.ADD_COMPUTER, response="update", on="public")
    async def _add_computer(self, component: ComponentInteraction) -> None:
        """Add a computer player of the chosen level (`add_computer:TABLE:SEATS`), or with `:fill` one in every seat."""
        table = await component.table()
        seat_text, _, fill = component.choice.partition(SEPARATOR)
        levels: dict[str, SeatLevel] = {level: level for level in levels_of(table.game)}
        level = levels.get(seat_text)
        if level is None or fill not in {"", lobby_layout.FILL_SUFFIX}:
            raise Declined(NO_SUCH_SEAT)
        table, _ = await lobby.add_computer(self.services.tables, table.id, component.actor, level, fill=bool(fill))
        await self.services.board.answer(component.response, table)

    @route(CustomId.REMOVE_COMPUTER, response="update", on="public")
    async def _remove_computer(self, component: ComponentInteraction) -> None:
        """Remove the computer player that the button names."""
        table_id = (await component.table()).id
        name = SEPARATOR.join(component.args[1:])
        table, _ = await lobby.send_away(self.services.tables, table_id, name, component.actor)
        await self.services.board.answer(component.response, table)

    @route(CustomId.LEAVE_LOBBY, response="update", on="public")
    async def _leave_lobby(self, component: ComponentInteraction) -> None:
        """Leave the lobby. A leave that would close it is confirmed first."""
        table = await component.table()
        try:
            table, _ = await leave_and_end.leave(self.services.tables, table.id, component.actor, means="free")
        except leave_and_end.Unsure:
            await component.response.leave_message()
            await ask_to_leave(component.response, table)
            return
        await self.services.board.answer(component.response, table)

    @route(CustomId.START_GAME, response="update", on="public")
    async def _start_game(self, component: ComponentInteraction) -> None:
        """Start the game."""

        async def begin() -> TableState:
            table_id = (await component.table()).id
            table, _ = await lobby.start(self.services.tables, table_id, component.actor)
            return table

        await self.services.board.start(component.response, await component.table(), begin)

    @route(CustomId.OPEN_REMATCH, response="public", on="anywhere", commits=True)
    async def _open_rematch(self, component: ComponentInteraction) -> None:
        """Open a rematch for who had a seat or was the host, or join the one that is open."""
        old, user = await component.table(), component.interaction.user.id
        # Its host may have left it, as the last there: that closed it.
        if old.seat_of(user) is None and user != old.record.host:
            raise Declined(await self._not_theirs(component, old))
        async with old.showing:  # those who ask at the same instant get one
            old = await self.services.tables.find(old.id)
            rematch = await rematch_of(self.services.tables, old)
            if rematch is None:
                await self._open_again(component, old)
                return
        await self._join_again(component, rematch)

    async def _not_theirs(self, component: ComponentInteraction, old: TableState) -> str:
        """Return the text for a user without a seat who asks for a rematch."""
        rematch = await rematch_of(self.services.tables, old)
        if rematch is not None and rematch.record.status == "lobby" and may_see_table(component.interaction, rematch):
            channel_mention = f"<#{rematch.record.message_channel or rematch.record.thread or rematch.record.channel}>"
            return f"{escape(rematch.name)} is the rematch: {channel_mention}. Press Join there."
        return "Only its players can start a rematch. You can open a new table."

    async def _open_again(self, component: ComponentInteraction, old: TableState) -> None:
        """Open a rematch with the settings of the old table."""
        game, record = game_named(old.record.game), old.record
        settings = host_settings(record.settings)
        channel_here = component.interaction.channel_id
        parent_channel = record.channel if record.thread == channel_here else record.settings.get("parent_channel")
        if parent_channel is not None:
            settings["parent_channel"], settings["earlier_table"] = parent_channel, record.id
        await record_opening(self.services.tables, old, component.interaction.id)
        await open_table(component.response, self.services, game, record.options, settings, record.seats)

    @route(CustomId.ACCEPT_INVITATION, response="private", on="public")
    async def _accept_invitation(self, component: ComponentInteraction) -> None:
        """Play at a table that one was invited to."""
        await self._join_again(component, await component.table())

    async def _join_again(self, component: ComponentInteraction, table: TableState) -> None:
        """Seat the presser at the rematch, and answer with a link to it."""
        record, actor = table.record, component.actor
        channel_mention = f"<#{record.message_channel or record.thread or record.channel}>"
        if table.seat_of(actor.id) is None:
            if record.is_finished:
                raise Declined(f"{escape(table.name)} has ended: {channel_mention}. Open a new one.")
            if record.status != "lobby":
                raise Declined(f"{escape(table.name)} has started: {channel_mention}. {OTHERS_SEAT}")
            await lobby.join(self.services.tables, table.id, actor)
        await component.response.send_sentence(f"You are seated at {escape(table.name)}: {channel_mention}.")
