"""`/table`: the commands for a table of any game, in its channel or by number."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.common.command_permissions import CommandPermissions
from bot.common.errors import Declined, UnknownTable
from bot.common.text import name_of, plain
from bot.tables.commands.challenges import require_may_look
from bot.tables.commands.leave_and_end import ends_alone
from bot.tables.model.table_state import TableState
from bot.tables.model.votes import offer_of
from bot.tables.workers.retention import why_unknown
from bot.transport.interactions.responder import suggests
from bot.transport.interactions.responses import FOLLOW_UP_EXTRA
from bot.transport.interactions.visibility import may_see_channel, may_see_table
from bot.ui.settings.quiet_hours import MAX_SUGGESTIONS
from bot.ui.table import table_lists
from bot.ui.table.event_log import log_page
from cogs.base import ComponentCog, usable_without_bot
from cogs.table.free_seat import ask_to_free
from cogs.table.leave_and_end import ask_to_end, ask_to_leave, ask_to_release, ask_to_sit
from cogs.table.move_channel import ask_to_move, tell_homeless
from cogs.table.partner_notes import show_notes
from cogs.table.pause_and_resume import ask_to_pause, resume
from cogs.table.play import post_anew, show_hand
from cogs.table.replay import show_step
from cogs.table.substitutes import ask_to_offer, take_over
from data.tables.records import LESSONS_GUILD_ID, TableRecord, TableStatus
from rules.registry import GAMES, title_of

MAX_LISTED_TABLES = 2000
"""Tables that are searched for ones that the member can see. A server has fewer, with those of its leagues."""

MAX_LOADED_TABLES = 100
"""Tables of one person that are looked at for whether they wait for them. Those that nobody has used since the start
are read for it, thirty in some tenths of a second.
"""

WHICH = "Table number (standard: the table in this channel)"


@usable_without_bot  # for `/table mine`, since only a whole group can be; most others are refused there
class TableCommands(ComponentCog, commands.GroupCog, name="table", group_description="The table of this channel"):
    """The commands for any table of any game."""

    @app_commands.command(name="show", description="Post the table again at the bottom of its channel")
    @app_commands.guild_only()
    @app_commands.rename(table_id="table")
    @app_commands.describe(table_id=WHICH)
    async def show(self, interaction: discord.Interaction[Any], table_id: int | None = None) -> None:
        """Post the public message anew."""
        async with self.services.responder.respond(interaction, "private") as response:
            await post_anew(response, self.services, await self._at(interaction, table_id), interaction)

    @app_commands.command(name="hand", description="Show your cards, only to you")
    @app_commands.guild_only()
    @app_commands.rename(table_id="table")
    @app_commands.describe(table_id=WHICH)
    async def hand(self, interaction: discord.Interaction[Any], table_id: int | None = None) -> None:
        """Show the person's own hand."""
        async with self.services.responder.respond(interaction, "private") as response:
            await show_hand(response, self.services, await self._at(interaction, table_id))

    @app_commands.command(name="notes", description="Read and send notes to your partner")
    @app_commands.guild_only()
    @app_commands.rename(table_id="table")
    @app_commands.describe(table_id=WHICH)
    async def notes(self, interaction: discord.Interaction[Any], table_id: int | None = None) -> None:
        """Show the notes that the person may read."""
        async with self.services.responder.respond(interaction, "private") as response:
            await show_notes(response, self.services, await self._at(interaction, table_id, over=True))

    @app_commands.command(name="log", description="Read what happened at the table")
    @app_commands.guild_only()
    @app_commands.rename(table_id="table")
    @app_commands.describe(table_id=WHICH)
    async def log(self, interaction: discord.Interaction[Any], table_id: int | None = None) -> None:
        """Show the newest page of the log."""
        async with self.services.responder.respond(interaction, "private") as response:
            table = await self._at(interaction, table_id, over=True)
            await require_may_look(self.services.tables, table, interaction.user.id)
            await response.send(layout=await log_page(self.services.store, self.services.presenters, table, -1, -1))

    @app_commands.command(name="replay", description="Step through a finished hand, from any seat")
    @app_commands.guild_only()
    @app_commands.rename(table_id="table")
    @app_commands.describe(hand="Hand number (standard: the last finished hand)", table_id=WHICH)
    async def replay(
        self,
        interaction: discord.Interaction[Any],
        hand: app_commands.Range[int, 1] | None = None,
        table_id: int | None = None,
    ) -> None:
        """Show the first step of a hand."""
        async with self.services.responder.respond(interaction, "private") as response:
            table = await self._at(interaction, table_id, over=True)
            await show_step(response, self.services, table, None if hand is None else hand - 1)

    @app_commands.command(
        name="move",
        description="Move a table to this channel",
        extras=CommandPermissions(grants="With Manage Messages: any table.").extras(),
    )
    @app_commands.guild_only()
    @app_commands.rename(table_id="table")
    @app_commands.describe(table_id="Table number (standard: your table without a channel)")
    async def move(self, interaction: discord.Interaction[Any], table_id: int | None = None) -> None:
        """Move a table here, asking first where it still has a place."""
        async with self.services.responder.respond(interaction, "private") as response:
            number = table_id if table_id is not None else await self._homeless(interaction)
            await ask_to_move(response, self.services, await self._at(interaction, number))

    async def _homeless(self, interaction: discord.Interaction[Any]) -> int | None:
        """Return the person's newest table in this server that has lost its place."""
        own_tables = await self.services.store.tables.of_user(interaction.user.id, interaction.guild_id)
        return next((record.id for record in own_tables[::-1] if "homeless" in record.settings), None)

    @app_commands.command(name="leave", description="Give up your seat; a computer plays on")
    @app_commands.rename(table_id="table")
    @app_commands.describe(table_id=WHICH)
    async def leave(self, interaction: discord.Interaction[Any], table_id: int | None = None) -> None:
        """Ask before the seat is given up."""
        async with self.services.responder.respond(interaction, "private") as response:
            await ask_to_leave(response, await self._at(interaction, table_id, left_behind=True))

    @app_commands.command(
        name="end",
        description="End the table early",
        extras=CommandPermissions(
            grants="With Manage Messages: any table, but no rated game in which you play."
        ).extras(),
    )
    @app_commands.rename(table_id="table")
    @app_commands.describe(table_id=WHICH)
    async def end(self, interaction: discord.Interaction[Any], table_id: int | None = None) -> None:
        """Ask before the table is ended."""
        async with self.services.responder.respond(interaction, "private") as response:
            table = await self._at(interaction, table_id, left_behind=True)
            await (ask_to_leave if self._is_no_end(table, interaction.user.id) else ask_to_end)(response, table)

    def _is_no_end(self, table: TableState, user: int) -> bool:
        """Whether a user left a table behind in a server and may not end it: nobody can be asked there."""
        return self.services.lookup.is_left_behind(table, user) and not ends_alone(table.record, user)

    @app_commands.command(name="substitute", description="Find a substitute for yourself or a late player")
    @app_commands.guild_only()
    @app_commands.rename(table_id="table")
    @app_commands.describe(seat="Whose seat (standard: yours)", table_id=WHICH)
    async def substitute(
        self,
        interaction: discord.Interaction[Any],
        seat: app_commands.Range[int, 1, 25] | None = None,
        table_id: int | None = None,
    ) -> None:
        """Ask before a seat is offered."""
        async with self.services.responder.respond(interaction, "private") as response:
            table = await self._at(interaction, table_id)
            await ask_to_offer(response, self.services, table, None if seat is None else seat - 1)

    @app_commands.command(
        name="release",
        description="Give a late player's seat to a computer",
        extras=CommandPermissions(grants="With Manage Messages: any seat of a table where you do not play.").extras(),
    )
    @app_commands.guild_only()
    @app_commands.rename(table_id="table")
    @app_commands.describe(seat="A late player's seat; moderators can choose any", table_id=WHICH)
    async def release(
        self, interaction: discord.Interaction[Any], seat: app_commands.Range[int, 1, 25], table_id: int | None = None
    ) -> None:
        """Ask before a seat is given away."""
        async with self.services.responder.respond(interaction, "private") as response:
            moderator = interaction.permissions.manage_messages
            table = await self._at(interaction, table_id)
            if moderator and table.seat_of(interaction.user.id) is None:
                await ask_to_free(response, table, seat - 1)
            else:
                await ask_to_release(response, self.services, table, seat - 1)

    @app_commands.command(name="pause", description="Pause the table and its clocks, once everyone agrees")
    @app_commands.guild_only()
    @app_commands.rename(table_id="table")
    @app_commands.describe(table_id=WHICH)
    async def pause(self, interaction: discord.Interaction[Any], table_id: int | None = None) -> None:
        """Ask for a pause, or agree to one."""
        async with self.services.responder.respond(interaction, "private") as response:
            await ask_to_pause(response, self.services, await self._at(interaction, table_id))

    @app_commands.command(name="resume", description="Resume a paused table, or play again yourself")
    @app_commands.guild_only()
    @app_commands.rename(table_id="table")
    @app_commands.describe(table_id=WHICH)
    async def resume(self, interaction: discord.Interaction[Any], table_id: int | None = None) -> None:
        """Resume the table, or let the player play for themselves again."""
        async with self.services.responder.respond(interaction, "private") as response:
            await resume(response, self.services, await self._at(interaction, table_id))

    @app_commands.command(name="sit", description="Take a seat on offer, or ask for a computer's seat")
    @app_commands.guild_only()
    @app_commands.rename(table_id="table")
    @app_commands.describe(seat="A seat on offer, or a computer's", table_id=WHICH)
    async def sit(
        self, interaction: discord.Interaction[Any], seat: app_commands.Range[int, 1, 25], table_id: int | None = None
    ) -> None:
        """Take a seat that is offered, or a computer player's; or ask for that."""
        async with self.services.responder.respond(interaction, "private") as response:
            table = await self._at(interaction, table_id)
            if offer := offer_of(table, seat - 1):
                await take_over(response, self.services, table, seat - 1, offer["seq"])
            else:
                await ask_to_sit(response, self.services, table, seat - 1)

    @app_commands.command(name="lobbies", description="Tables of this server that wait for players")
    @app_commands.guild_only()
    async def lobbies(self, interaction: discord.Interaction[Any]) -> None:
        """List the lobbies, with the way there."""
        async with self.services.responder.respond(interaction, "private") as response:
            visible_tables = await self._visible(interaction, "lobby")
            await response.send(layout=table_lists.lobby_list(visible_tables[::-1]))

    @app_commands.command(name="list", description="Games in play in this server")
    @app_commands.guild_only()
    async def under_way(self, interaction: discord.Interaction[Any]) -> None:
        """List the tables that have begun, with the way there, whom each waits for and since when."""
        async with self.services.responder.respond(interaction, "private") as response:
            visible_tables = await self._visible(interaction, "playing", "frozen")
            lively = await self.services.store.lists.moments([(record.id, record.seq) for record in visible_tables])
            visible_tables.sort(key=lambda record: lively.get((record.id, record.seq), 0), reverse=True)
            tables = await self.services.tables.find_all(
                record.id for record in visible_tables[: table_lists.MAX_TABLES]
            )
            awaited_since = {table.id: seq for table in tables if (seq := table_lists.awaited_since(table)) is not None}
            at = await self.services.store.lists.moments(awaited_since.items())
            waiting_since = {
                table_id: at[table_id, seq] for table_id, seq in awaited_since.items() if (table_id, seq) in at
            }
            away_players = {table.id: await self.services.deadlines.away(table) for table in tables}
            describe_hand = self.services.renderer.describe_hand_number
            further_count = len(visible_tables) - len(tables)
            await response.send(
                layout=table_lists.active_list(tables, waiting_since, describe_hand, further_count, away_players)
            )

    async def _visible(self, interaction: discord.Interaction[Any], *states: TableStatus) -> list[TableRecord]:
        """Return the tables of this server in these states that the person may see, oldest first."""
        tables = await self.services.store.tables.of_guild(
            interaction.guild_id or LESSONS_GUILD_ID, states, MAX_LISTED_TABLES
        )
        return [
            record
            for record in tables
            if not record.private and record.game in GAMES and may_see_channel(interaction, record.channel)
        ]

    @app_commands.command(name="mine", description="Your tables, those waiting for you first")
    async def mine(self, interaction: discord.Interaction[Any]) -> None:
        """List the person's tables and open invitations, in all servers.

        If there are too many, the longest idle ones are shown: they wait for somebody.
        """
        async with self.services.responder.respond(interaction, "private") as response:
            user, store = interaction.user.id, self.services.store
            seated = [record for record in await store.tables.of_user(user) if record.game in GAMES]
            looked_at = sorted(seated, key=lambda record: record.updated)[:MAX_LOADED_TABLES]
            numbers = {record.id for record in looked_at} | set((await store.lists.invited(user))[-MAX_LOADED_TABLES:])
            tables = await self.services.tables.find_all(sorted(numbers, reverse=True))
            further_count, now_ms = len(seated) - len(looked_at), self.services.tables.clock()
            left_tables = [table for table in tables if await self.services.guilds.has_left(table.record.guild)]
            tables = [table for table in tables if table not in left_tables]
            left_tables = [table for table in left_tables if table.seat_of(user) is not None]
            ends = await self._ends(tables, user)
            guilds = {table.record.guild for table in tables}
            names = dict(zip(guilds, await asyncio.gather(*map(self._server, guilds)), strict=True))
            await response.send(
                layout=table_lists.own_list(tables, user, now_ms, names, further_count, ends, left_tables)
            )

    async def _ends(self, tables: Sequence[TableState], user: int) -> dict[int, int]:
        """Return the deadlines (ms) of a user, by table, where a clock runs for them."""
        end_times = dict[int, int]()
        for table in tables:
            seat = table.seat_of(user)
            deadline = None if seat is None else await self.services.deadlines.of(table, seat)
            if deadline is not None:
                end_times[table.id] = deadline.ends_at_ms
        return end_times

    async def _server(self, guild: int) -> str:
        """Return the name of a server."""
        return await self.services.guilds.name_of(guild) or "another server"

    async def _at(
        self,
        interaction: discord.Interaction[Any],
        table_id: int | None,
        *,
        over: bool = False,
        left_behind: bool = False,
    ) -> TableState:
        """Return the table that a command means, which counts as using the bot there.

        With `left_behind` it may be in a server that the bot has left.
        """
        table = await self._find(interaction, table_id, over=over, left=left_behind)
        if table.record.guild != interaction.guild_id:
            return table
        self.services.lookup.record_use(interaction, table)
        interaction.extras[FOLLOW_UP_EXTRA] = tell_homeless
        return table

    async def _find(
        self, interaction: discord.Interaction[Any], table_id: int | None, *, over: bool = False, left: bool = False
    ) -> TableState:
        """Return the table meant: the named one, this channel's, or the user's; of several the newest at which
        they sit.
        """
        if table_id is not None:
            try:
                table = await self.services.tables.find(table_id)
            except UnknownTable:
                sentence = await why_unknown(
                    self.services.tables, self.services.guild_settings, interaction.guild_id, table_id
                )
                raise Declined(sentence) from None
            if left and self.services.lookup.is_left_behind(table, interaction.user.id):
                return table
            if not may_see_table(interaction, table):
                elsewhere = "Use this in the table's server. `/table mine` lists your tables."
                unknown_text = f"There is no table {table_id} in this server."
                raise Declined(elsewhere if interaction.guild_id is None else unknown_text)
            return table
        if interaction.guild_id is None or interaction.channel_id is None:
            raise Declined("Name the table. `/table mine` lists yours.")
        records = await self.services.tables.in_channel(interaction.channel_id)
        own_records = [record for record in records if any(seat.user == interaction.user.id for seat in record.seats)]
        candidates = own_records or records
        finished = None if candidates else await self.services.store.tables.last_finished_in(interaction.channel_id)
        if over and finished is not None:
            return await self.services.tables.find(finished)
        if not candidates:
            candidates = (await self.services.store.tables.of_user(interaction.user.id, interaction.guild_id))[::-1]
        if not candidates and finished is not None:
            raise Declined("The table here has ended. To read it: `/table log`.")
        if not candidates:
            *other_commands, last = (f"`/{game.replace('_', '')} new`" for game in self.services.presenters.games())
            opening = " or ".join(filter(None, (", ".join(other_commands), last)))
            raise Declined(f"There is no table here. Open one with {opening}.")
        return await self.services.tables.find(candidates[0].id)

    @release.autocomplete("seat")
    @suggests
    async def _seats(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        """Return the people whom the table waits for; for a moderator who does not play there all of them."""
        moderator = interaction.permissions.manage_messages
        table = await self._find(interaction, interaction.namespace.table)
        freed = moderator and table.seat_of(interaction.user.id) is None
        seats = range(len(table.record.seats)) if freed else sorted(table.decisions)
        awaited_seats = [table.record.seats[seat] for seat in seats]
        people = [(name_of(seat.name, seat.seat), seat.seat + 1) for seat in awaited_seats if seat.kind == "person"]
        return [app_commands.Choice(name=name, value=seat) for name, seat in people if current.lower() in name.lower()]

    @substitute.autocomplete("seat")
    @suggests
    async def _people(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        """Return the people at the table."""
        table = await self._find(interaction, interaction.namespace.table)
        named = [
            (name_of(player.name, player.seat), player.seat + 1)
            for player in table.record.seats
            if player.kind == "person"
        ]
        return [app_commands.Choice(name=name, value=seat) for name, seat in named if current.lower() in name.lower()]

    @sit.autocomplete("seat")
    @suggests
    async def _computers(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        """Return the seats on offer, and the computer players' seats."""
        table = await self._find(interaction, interaction.namespace.table)
        free_seats = [
            player for player in table.record.seats if player.kind == "computer" or offer_of(table, player.seat)
        ]
        named = [
            (f"{name_of(player.name, player.seat)}, seat {player.seat + 1}", player.seat + 1) for player in free_seats
        ]
        return [app_commands.Choice(name=name, value=seat) for name, seat in named if current.lower() in name.lower()]

    @show.autocomplete("table_id")
    @hand.autocomplete("table_id")
    @notes.autocomplete("table_id")
    @pause.autocomplete("table_id")
    @resume.autocomplete("table_id")
    @log.autocomplete("table_id")
    @replay.autocomplete("table_id")
    @move.autocomplete("table_id")
    @substitute.autocomplete("table_id")
    @release.autocomplete("table_id")
    @sit.autocomplete("table_id")
    @suggests
    async def _tables(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        """Return the tables of the user, then those in the channel."""
        return await self._suggest_tables(interaction, current)

    @leave.autocomplete("table_id")
    @end.autocomplete("table_id")
    @suggests
    async def _given_up(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[int]]:
        """Return the same, then those that are left behind in servers which the bot is not in any more."""
        own_tables = await self.services.store.tables.of_user(interaction.user.id)
        left_tables = [
            record
            for record in own_tables
            if record.game in GAMES
            and record.guild != LESSONS_GUILD_ID
            and await self.services.guilds.has_left(record.guild)
        ]
        return await self._suggest_tables(interaction, current, left_tables)

    async def _suggest_tables(
        self, interaction: discord.Interaction[Any], current: str, besides: Sequence[TableRecord] = ()
    ) -> list[app_commands.Choice[int]]:
        """Return the tables of a user and of this channel, and those `besides`, whose labels hold the typed text."""
        guild, channel = interaction.guild_id, interaction.channel_id
        own_tables = [] if guild is None else await self.services.store.tables.of_user(interaction.user.id, guild)
        tables_here = [] if guild is None or channel is None else await self.services.tables.in_channel(channel)
        labels = {record.id: _label(record) for record in (*own_tables, *tables_here, *besides)}
        choices = [  # of the 100 letters that a choice may have one is for the end of a name that is kept apart
            app_commands.Choice(name=plain(label, 99), value=table_id)
            for table_id, label in labels.items()
            if current.lower() in label.lower()
        ]
        return choices[:MAX_SUGGESTIONS]


def _label(record: TableRecord) -> str:
    names = ", ".join(name_of(seat.name, seat.seat) for seat in record.seats)
    return f"{title_of(record.game)}, table {record.id}: {names}"
