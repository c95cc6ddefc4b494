"""`/moderate`: bans from a server's tables, their end, and the moderators' log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.client import EldestHand
from bot.app.router import ComponentInteraction, route
from bot.common.cache import Cache
from bot.common.command_permissions import CommandPermissions
from bot.common.errors import Declined
from bot.common.text import NAME_LIMIT, escape, person_name, plain
from bot.tables.commands import moderation
from bot.transport.interactions.responder import suggests
from bot.ui.kit.components import Layout, button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.settings.quiet_hours import MAX_SUGGESTIONS
from bot.ui.table import layouts
from cogs.base import ComponentCog
from cogs.table.free_seat import require_may_free
from cogs.table.leave_and_end import NO_SUCH_SEAT
from data.people.records import ActRecord
from data.tables.events import EventKind
from data.tables.records import TableRecord
from rules.sentences import listed

MODERATORS_ONLY_TEXT: Final = "Only moderators who can time out members can do that."
READERS_ONLY_TEXT: Final = "Only moderators can see that."

MAX_BAN_REASON_LETTERS: Final = 100
"""Letters of a reason."""

ACTS_PER_PAGE: Final = 7
"""Acts on a page: with the longest names and reasons they fit into a message."""

MAX_LISTED: Final = 15
"""Names of people who are kept from tables that are shown on a page."""

MAX_OPEN_QUESTIONS: Final = 100
"""The maximum of unanswered questions before a ban."""


class Ban(NamedTuple):
    """A ban from the tables of a server: user and name, and the reason, if one is given."""

    banned_user: tuple[int, str]
    reason_text: str

    @property
    def name(self) -> str:
        """The banned person, in markdown."""
        return escape(person_name(self.banned_user[1], "that player"))

    @property
    def reason(self) -> str:
        """The reason, in markdown."""
        return (
            f"Reason, for the moderators' log only: {escape(self.reason_text)}"
            if self.reason_text
            else "No reason given."
        )


@app_commands.default_permissions(manage_messages=True)  # Discord requires every one listed: the least
@app_commands.guild_only()
class Moderate(ComponentCog, commands.GroupCog, name="moderate", group_description="For moderators: who may play here"):
    """Moderators' decisions for the whole server; ending a table and freeing a seat are made at the table."""

    def __init__(self, bot: EldestHand) -> None:
        super().__init__(bot)
        self._asked: Cache[str, Ban] = Cache(MAX_OPEN_QUESTIONS)
        """The bans to be confirmed, by interaction."""

    @app_commands.command(
        name="ban",
        description="Ban a person from all tables of this server",
        extras=CommandPermissions(needs="Timeout Members").extras(),
    )
    @app_commands.describe(member="The person to ban", why="A reason, for the moderators' log only")
    async def ban(
        self,
        interaction: discord.Interaction[Any],
        member: discord.User,
        why: app_commands.Range[str, 1, MAX_BAN_REASON_LETTERS] | None = None,
    ) -> None:
        """Ask whether the member should be banned, and say what follows."""
        async with self.services.responder.respond(interaction, "private") as response:
            guild, who = _require_moderator(interaction), interaction.user
            if member.bot or member.id == who.id:
                raise Declined("You cannot ban a bot." if member.bot else "You cannot ban yourself.")
            if isinstance(member, discord.Member) and member.guild_permissions.manage_guild:
                raise Declined("You cannot ban a manager of this server.")
            if await self.services.store.moderation.banned_among(guild, [member.id]):
                raise Declined(_already_banned_text(member.display_name))
            pending_ban = Ban((member.id, member.display_name), plain(why or "", MAX_BAN_REASON_LETTERS))
            self._asked.put(str(interaction.id), pending_ban)
            seated = await self.services.store.tables.of_user(member.id, guild)
            ban_button = button(CustomId.CONFIRM_BAN, interaction.id, label="Ban", style=discord.ButtonStyle.danger)
            cancel_button = button(CustomId.CONFIRM_BAN, interaction.id, "not", label="Cancel")
            question, *follows = _ban_question(pending_ban, guild, seated)
            await response.send(
                layout=layouts.layout(layouts.text(question), layouts.text(*follows), row(ban_button, cancel_button))
            )

    @route(CustomId.CONFIRM_BAN, response="update", on="private")
    async def _confirm_ban(self, component: ComponentInteraction) -> None:
        """Ban the person in question, or cancel (`confirm_ban:ASKED[:not]`)."""
        guild, who, number = _require_moderator(component.interaction), component.interaction.user, component.word(0)
        pending_ban = self._asked.get(number)
        if component.word(1) == "not":
            self._asked.drop(number)
            await component.response.send(layout=layouts.layout(layouts.text("Nothing changed.")))
            return
        if pending_ban is None:
            forgotten = "This question has expired. Use `/moderate ban` again."
            await component.response.send(layout=layouts.layout(layouts.text(forgotten)))
            return
        tables = await self.services.store.moderation.ban(
            guild, pending_ban.banned_user, (who.id, who.display_name), pending_ban.reason_text
        )
        self._asked.drop(number)
        if tables is None:
            raise Declined(_already_banned_text(pending_ban.banned_user[1]))
        self.services.scheduler.notify_due_now()
        ban_sentence = f"{pending_ban.name} is banned from all tables here."
        numbers = listed([f"table {table_id}" for table_id in tables])
        seats = f"A computer player takes their seat at {numbers}. The others are told." if tables else ""
        undo_hint = "To let them play again: `/moderate allow`."
        confirmation = layouts.text(" ".join(filter(None, (ban_sentence, seats, undo_hint))), pending_ban.reason)
        await component.response.send(layout=layouts.layout(confirmation))

    @app_commands.command(
        name="allow",
        description="Let a banned person play here again",
        extras=CommandPermissions(needs="Timeout Members").extras(),
    )
    @app_commands.describe(person="The banned person")
    async def allow(self, interaction: discord.Interaction[Any], person: str) -> None:
        """Let them back in: their number, as it is offered, or their name."""
        async with self.services.responder.respond(interaction, "private") as response:
            guild, who = _require_moderator(interaction), interaction.user
            banned_people = await self.services.store.moderation.banned_people(guild)
            by_number = [banned for banned in banned_people if str(banned[0]) == person]
            matching_people = by_number or [banned for banned in banned_people if banned[1] == person]
            if not matching_people:
                raise Declined("Nobody of that name is banned here. See `/moderate log`.")
            if len(matching_people) > 1:
                raise Declined("Several banned people have that name. Choose one as you type.")
            ((user, name),) = matching_people
            await self.services.store.moderation.allow(guild, user, (who.id, who.display_name))
            await response.send_sentence(f"{escape(plain(name, NAME_LIMIT)) or 'They'} may play here again.")

    @allow.autocomplete("person")
    @suggests
    async def _kept_out(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """Return the banned people."""
        if not interaction.permissions.moderate_members:
            return []
        banned_people = await self.services.store.moderation.banned_people(interaction.guild_id or 0)
        named_people = [
            (user, plain(name, NAME_LIMIT) or f"{user} (their name is deleted)") for user, name in banned_people
        ]
        return [
            app_commands.Choice(name=name, value=str(user))
            for user, name in named_people
            if current.lower() in name.lower()
        ][:MAX_SUGGESTIONS]

    @app_commands.command(
        name="log",
        description="What moderators did here, and who is banned",
        extras=CommandPermissions(needs="Manage Messages or Timeout Members").extras(),
    )
    async def log(self, interaction: discord.Interaction[Any]) -> None:
        """Show the newest acts."""
        async with self.services.responder.respond(interaction, "private") as response:
            await response.send(layout=await self._log_page(_require_log_reader(interaction), None))

    @route(CustomId.TURN_MODERATION_LOG_PAGE, response="update", on="private")
    async def _turn_moderation_log_page(self, component: ComponentInteraction) -> None:
        """Show the moderators' acts before one (`turn_moderation_log_page:BEFORE`)."""
        await component.response.send(
            layout=await self._log_page(_require_log_reader(component.interaction), component.number(0))
        )

    async def _log_page(self, guild: int, before_act: int | None) -> Layout:
        """Return the page of the moderators' acts before one, the newest if None, with the banned people."""
        banned_people = await self.services.store.moderation.banned_people(guild)
        names = [escape(plain(name, NAME_LIMIT)) or str(user) for user, name in banned_people[:MAX_LISTED]]
        further_text = f", and {len(banned_people) - MAX_LISTED} more" if len(banned_people) > MAX_LISTED else ""
        banned_text = f"Banned: {', '.join(names)}{further_text}." if names else "Nobody is banned."
        acts = await self.services.store.moderation.acts(guild, before_act, ACTS_PER_PAGE + 1)
        lines = [_act_line(act) for act in acts[:ACTS_PER_PAGE]] or ["Nothing yet."]
        older = (
            [row(button(CustomId.TURN_MODERATION_LOG_PAGE, acts[ACTS_PER_PAGE - 1].id, label="Older"))]
            if len(acts) > ACTS_PER_PAGE
            else []
        )
        return layouts.layout(
            layouts.text("### What moderators did", f"-# {banned_text}"), layouts.text(*lines), *older
        )

    @route(CustomId.FREE_SEAT, response="update", on="private")
    async def _free_seat(self, component: ComponentInteraction) -> None:
        """Free the seat of a user (`free_seat:TABLE:USER`)."""
        table, interaction = await component.table(), component.interaction
        user = component.number(1)
        require_may_free(table, interaction)
        if user is None:
            raise Declined(NO_SUCH_SEAT)
        _, outcome = await moderation.free(self.services.tables, table.id, user, component.actor)
        follows = (
            "The table is closed, as nobody else sat there." if outcome.kind == EventKind.END else "The seat is freed."
        )
        sentence = f"{follows} The others at {escape(table.name)} are told."
        await component.response.send(layout=layouts.layout(layouts.text(sentence)))


def _already_banned_text(name: str) -> str:
    return f"{escape(person_name(name, 'That player'))} is already banned here."


def _ban_question(ban: Ban, guild: int, seated: Sequence[TableRecord]) -> list[str]:
    """Return the question before a ban, and its consequences, in lines of markdown."""
    places = [
        f"[table {row.id}](https://discord.com/channels/{guild}/{row.message_channel or row.thread or row.channel})"
        for row in seated[:MAX_LISTED]
    ]
    further_tables = [f"{len(seated) - MAX_LISTED} more"] if len(seated) > MAX_LISTED else []
    seats = (
        f"A computer player takes their seat at {listed([*places, *further_tables])}. The others are told."
        if seated
        else "They have no seat at a running table here."
    )
    return [
        f"**Ban {ban.name} from all tables of this server?**",
        f"- {seats}",
        "- They cannot use score pads here. Their entries stay.",
        "- They are told when they lose a seat and when they try to play."
        if seated
        else "- They are told when they try to play.",
        f"- {ban.reason}",
    ]


def _require_moderator(interaction: discord.Interaction[Any]) -> int:
    """Return the server of an interaction. Raises Declined unless the member moderates it."""
    if interaction.guild_id is None or not interaction.permissions.moderate_members:
        raise Declined(MODERATORS_ONLY_TEXT)
    return interaction.guild_id


def _require_log_reader(interaction: discord.Interaction[Any]) -> int:
    """Return the server of an interaction. Raises Declined unless the member may read its log."""
    permissions = interaction.permissions
    if interaction.guild_id is None or not (permissions.manage_messages or permissions.moderate_members):
        raise Declined(READERS_ONLY_TEXT)
    return interaction.guild_id


def _act_line(act: ActRecord) -> str:
    """Return an act in a line of markdown."""
    who = escape(plain(act.by_name, NAME_LIMIT)) or "Somebody"
    whom = escape(person_name(act.whom_name or "", "somebody"))
    match act.act:
        case "end":
            act_text = f"ended table {act.table}"
        case "free":
            act_text = f"freed the seat of {whom} at table {act.table}"
        case "ban":
            act_text = f"banned {whom}"
        case "allow":
            act_text = f"let {whom} play again"
        case "end_challenge":
            act_text = f"ended the challenge of table {act.table}"
        case "end_match":
            act_text = "ended a match"
    reason = f": {escape(act.words)}" if act.words else ""
    return f"- <t:{act.at // 1000}:f> {who} {act_text}{reason}"
