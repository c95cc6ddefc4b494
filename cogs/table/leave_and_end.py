"""Steps that are final or need consent: leaving, ending, giving a seat away, taking a computer player's seat.

Each names its table and asks once, with the consequences. The players are then told (bot/ui/table/announcements.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

import discord

from bot.app.router import ComponentInteraction, route
from bot.app.services import Services
from bot.common.errors import Declined
from bot.common.text import escape, name_of
from bot.tables.commands import arrange_lobby, leave_and_end, lobby, take_computer_seat
from bot.tables.model.seats import NO_COMPUTER, NOT_SEATED, TABLE_ENDED, is_computers
from bot.tables.model.table_state import TableState
from bot.tables.services.tables import frozen_text
from bot.transport.interactions.responses import Response
from bot.ui.kit.components import Part, button, row
from bot.ui.kit.custom_ids import CustomId
from bot.ui.table import layouts, votes
from bot.ui.table.debts import payments_line
from cogs.base import ComponentCog
from data.tables.events import EventKind
from rules.sentences import listed

MEANS: Final[Mapping[str, leave_and_end.Leaving]] = {means: means for means in get_args(leave_and_end.Leaving)}
"""The consequences that a button to leave by may state."""

ENDS: Final[Mapping[str, leave_and_end.Ending]] = {means: means for means in get_args(leave_and_end.Ending)}
"""The same of a button to end a table by."""


PLAYERS_TOLD_TEXT: Final = "The players are told."

NOTHING_CHANGED_TEXT: Final = "Nothing changed. You can still answer later."

NO_SUCH_SEAT: Final = "This button no longer works."


class LeaveAndEnd(ComponentCog):
    """The questions' buttons."""

    # -- leaving -----------------------------------------------------------------------------------------------------

    @route(CustomId.ASK_TO_LEAVE, response="private", on="private")
    async def _ask_to_leave(self, component: ComponentInteraction) -> None:
        """Ask whether the presser is to leave the table."""
        await ask_to_leave(component.response, await component.table())

    @route(CustomId.LEAVE_TABLE, response="update", on="private", commits=True)
    async def _leave_table(self, component: ComponentInteraction) -> None:
        """Leave the table; ask anew if the effect has changed (`leave_table:TABLE:SEAT:MEANS`)."""
        table, seat = await component.table(left_behind=True), component.number(1)
        if seat is None:
            raise Declined(NO_SUCH_SEAT)
        means = MEANS.get(component.word(2))
        try:
            table, _ = await leave_and_end.leave(self.services.tables, table.id, component.actor, seat, means=means)
        except leave_and_end.Unsure:
            await ask_to_leave(component.response, await component.table(left_behind=True))
            return
        if table.record.status == "ended":
            sentence = f"You have left {escape(table.name)}. You were the last person, so it is closed."
        elif table.record.status == "lobby":
            sentence = f"You have left {escape(table.name)}."
        else:
            sentence = f"You have left {escape(table.name)}. A computer plays on in your seat. {PLAYERS_TOLD_TEXT}"
        await component.response.send(layout=layouts.layout(layouts.text(sentence)))

    @route(CustomId.ANSWER_LATER, response="private", on="public")
    async def _answer_later(self, component: ComponentInteraction) -> None:
        """Leave a question open (`answer_later:TABLE`)."""
        await component.table()
        await component.response.send_sentence(NOTHING_CHANGED_TEXT)

    # -- ending ------------------------------------------------------------------------------------------------------

    @route(CustomId.END_TABLE, response="update", on="private", commits=True)
    async def _end_table(self, component: ComponentInteraction) -> None:
        """End the table (`end_table:TABLE[:keep|void:MEANS]`).

        Asks again if the effect changed. A vote never ends it at once.
        """
        means = ENDS.get(component.word(2))
        try:
            answer = await self._end_or_vote(component, votes_only=means == "asks", means=means)
        except leave_and_end.Unsure:
            await ask_to_end(component.response, await component.table(left_behind=True))
            return
        await component.response.send(layout=layouts.layout(layouts.text(answer)))

    @route(CustomId.CANCEL_QUESTION, response="update", on="private")
    async def _cancel_question(self, component: ComponentInteraction) -> None:
        """Close a question without an effect (`cancel_question`)."""
        await component.response.send(layout=layouts.layout(layouts.text("Nothing has changed.")))

    @route(CustomId.AGREE, response="private", on="public", commits=True)
    async def _agree(self, component: ComponentInteraction) -> None:
        """Agree to a start without the presser (`agree:TABLE:right`), or vote on a question.

        A vote is `agree:TABLE[:keep|void|back]`: its question stands in public with its consequences, also for a host.
        A moderator who does not play is asked for a decision.
        """
        table = await component.table()
        if component.word(1) == "right":
            await arrange_lobby.all_right(self.services.tables, table.id, component.actor)
            await component.response.send_sentence(f"Thanks. {escape(table.name)} can start without waiting for you.")
            return
        if table.seat_of(component.interaction.user.id) is None:
            await ask_to_end(component.response, table)
            return
        await component.response.send_sentence(await self._end_or_vote(component, votes_only=True))

    async def _end_or_vote(
        self, component: ComponentInteraction, *, votes_only: bool, means: leave_and_end.Ending | None = None
    ) -> str:
        """End a table, vote to end it, or take the vote back. Returns the answer's text."""
        table, end_mode = await component.table(left_behind=True), component.word(1)
        require_may_end(table, component.interaction)
        moderator = decides_as_moderator(table, component.interaction)
        name = escape(table.name)
        if end_mode not in {"", "keep", "void", "back"}:
            raise Declined(NO_SUCH_SEAT)
        if end_mode == "back":
            await leave_and_end.take_vote_back(self.services.tables, table.id, component.actor)
            return f"You no longer vote to end {name}."
        void = end_mode == "void"
        table, event = await leave_and_end.end(
            self.services.tables,
            table.id,
            component.actor,
            moderator=moderator,
            void=void,
            votes_only=votes_only,
            means=means,
        )
        if event.kind == EventKind.AGREE:
            scores = "" if table.record.status == "lobby" else f", scores {'void' if void else 'kept'}"
            return f"You voted to end {name}{scores}. The others are asked at the table."
        scores = " Its scores are void." if void else ""
        log = "" if table.state is None else " The log stays: `/table log`."
        return f"{name} has ended. {PLAYERS_TOLD_TEXT}{scores}{log}"

    # -- giving a seat away ------------------------------------------------------------------------------------------

    # It is asked privately, and agreed to in public.
    @route(CustomId.RELEASE_SEAT, response="private", on="anywhere", commits=True)
    async def _release_seat(self, component: ComponentInteraction) -> None:
        """Give a seat away, or agree to it."""
        table, seat, decision = await component.table(), component.number(1), component.number(2)
        if seat is None or decision is None or seat >= len(table.record.seats):
            raise Declined(NO_SUCH_SEAT)
        require_own_channel(table, component.interaction)
        name = table.player_name(seat)
        table, event = await leave_and_end.release(self.services.tables, table.id, seat, decision, component.actor)
        if event.kind == EventKind.RELEASE:
            await component.response.send_sentence(
                f"A computer plays on in {name}'s seat at {escape(table.name)}. {PLAYERS_TOLD_TEXT}"
            )
        else:
            deferral_text = votes.describe_deferral(table, seat, self.services.tables.clock())
            await component.response.send_sentence(f"You voted to give {name}'s seat to a computer. {deferral_text}")

    # -- taking a computer player's seat -----------------------------------------------------------------------------

    # It is asked privately, and agreed to in public.
    @route(CustomId.ASK_FOR_SEAT, response="private", on="anywhere", commits=True)
    async def _ask_for_seat(self, component: ComponentInteraction) -> None:
        """Ask the people at the table for a computer player's seat."""
        table, seat = await component.table(), component.number(1)
        await ask_to_sit(component.response, self.services, table, -1 if seat is None else seat)

    @route(CustomId.AGREE_TO_SEAT, response="private", on="public", commits=True)
    async def _agree_to_seat(self, component: ComponentInteraction) -> None:
        """Agree that a person takes a computer player's seat."""
        table, seq = await component.table(), component.number(1)
        table, event = await take_computer_seat.sit(self.services.tables, table.id, seq or 0, component.actor)
        seat = event.seat or 0
        name = table.player_name(seat)
        await component.response.send_sentence(f"{name} now plays seat {seat + 1}. {PLAYERS_TOLD_TEXT}")


async def ask_to_leave(response: Response, table: TableState) -> None:
    """Ask before a player leaves. Raises Declined without a seat, or once the game is over."""
    user, record = response.interaction.user.id, table.record
    seat = table.seat_of(user)
    if record.status == "frozen":
        raise Declined(frozen_text(record))
    if record.is_finished:
        raise Declined(TABLE_ENDED)
    if seat is None:
        raise Declined(NOT_SEATED)
    other_seats = [other_seat for other_seat in record.seats if other_seat.seat != seat]
    company, means = (
        [other_seat for other_seat in other_seats if other_seat.kind == "person"],
        leave_and_end.leaving(record, user),
    )
    if means == "closes":
        payments = payments_line(table)
        follows = f"You are the last person, so the table closes. {payments and f'{payments} '}Its log stays."
    elif means == "plays" and "league" in record.settings:
        follows = "A computer has your seat for good, and you have 0 points at this table of the league."
    elif means == "free":
        follows = "Your seat becomes free. You can join again while there is room."
    else:
        follows = "A computer plays on with your cards and points. To come back, you need one player's yes."
    if company and record.host == user:
        follows += f" {escape(name_of(company[0].name, company[0].seat))} becomes the host."
    leave = button(CustomId.LEAVE_TABLE, table.id, seat, means, label="Leave", style=discord.ButtonStyle.danger)
    instead = (
        [button(CustomId.ASK_TO_OFFER_SEAT, table.id, label="Find a substitute instead")]
        if record.status == "playing" and "league" not in record.settings
        else []
    )
    await question(response, f"Leave {escape(table.name)}?", follows, leave, *instead)


async def offer_to_leave(response: Response, table: TableState, feedback: str) -> None:
    """Answer a player of a lobby, with the button that gives up their seat."""
    record, user = table.record, response.interaction.user.id
    means = leave_and_end.leaving(record, user)
    label = "Leave and close the table" if means == "closes" else "Leave"
    leave = button(
        CustomId.LEAVE_TABLE, table.id, table.seat_of(user), means, label=label, style=discord.ButtonStyle.danger
    )
    await response.send(layout=layouts.layout(layouts.text(feedback), row(leave)))


async def ask_to_end(response: Response, table: TableState) -> None:
    """Ask before a table is ended, with the ways to end it. Raises Declined if the user may not."""
    interaction = response.interaction
    require_may_end(table, interaction)
    if table.record.status == "frozen":
        raise Declined(frozen_text(table.record))
    if not table.record.is_under_way:
        raise Declined(TABLE_ENDED)
    record, danger = table.record, discord.ButtonStyle.danger
    seat, last = table.seat_of(interaction.user.id), leave_and_end.is_last(record, interaction.user.id)
    as_host = leave_and_end.ends_alone(record, interaction.user.id)
    alone = last or as_host or decides_as_moderator(table, interaction)
    other_people = [
        escape(name_of(player.name, player.seat))
        for player in record.seats
        if player.kind == "person" and player.seat != seat
    ]
    who = listed([*(["you"] if seat is not None else []), *other_people])
    in_play = record.status == "playing"
    follows = (
        f"It ends for {who}.{' They see that you ended it.' if other_people else ''}"
        if alone
        else f"It ends if more than half of the players agree: {who}. They see that you asked."
    )
    if not alone and (record.host == interaction.user.id or interaction.permissions.manage_messages):
        follows = f"This game is rated, so you have one vote. {follows}"
    end_label, ask_label = "End it", "Ask the others: scores kept" if in_play else "Ask the others"
    end = button(CustomId.END_TABLE, table.id, "keep", "ends", label=end_label, style=danger)
    ask = button(CustomId.END_TABLE, table.id, "keep", "asks", label=ask_label, style=discord.ButtonStyle.primary)
    buttons, lines = [end if alone else ask], [follows]
    if alone and record.status == "lobby":
        buttons.append(button(CustomId.ASK_TO_DELETE_TABLE, table.id, label="Delete it …", style=danger))
    word = interaction.client.services.presenters.of(table).hand_word.lower()
    if in_play:
        counting_text = f"only finished {word}s count. {payments_line(table)}".rstrip()
        lines.append(f"*{end_label if alone else ask_label}*: {counting_text}")
    if in_play and seat is not None:
        void_label = "End it, scores void" if last else "Ask the others: scores void"
        button_verb, style = ("ends", danger) if last else ("asks", discord.ButtonStyle.secondary)
        buttons.append(button(CustomId.END_TABLE, table.id, "void", button_verb, label=void_label, style=style))
        first = "it ends once more than half agree, and " if alone and not last else ""
        lines.append(f"*{void_label}*: {first}nothing counts, not even finished {word}s.")
    await question(response, f"End {escape(table.name)}?", "\n".join(lines), *buttons)


async def ask_to_release(response: Response, services: Services, table: TableState, seat: int) -> None:
    """Ask before a seat is given away. Raises Declined where it may not be, StoreError."""
    if table.seat_of(response.interaction.user.id) is None:
        raise Declined(NOT_SEATED)
    require_own_channel(table, response.interaction)
    decision = table.decisions.get(seat, 0)  # before anything is read: it may have been made by then
    turn_ms = await leave_and_end.absent_since(services.tables, table, seat)
    name = table.player_name(seat)
    give = button(
        CustomId.RELEASE_SEAT, table.id, seat, decision, label="Give the seat away", style=discord.ButtonStyle.danger
    )
    await question(
        response,
        f"Give {name}'s seat at {escape(table.name)} to a computer?",
        f"{name}'s turn came <t:{turn_ms // 1000}:R>. A computer plays on with {name}'s cards and points. "
        f"To come back, {name} needs one player's yes. The host decides, or half of the players. "
        "Everyone sees who did.",
        give,
    )


async def ask_to_sit(response: Response, services: Services, table: TableState, seat: int) -> None:
    """Take a computer player's seat: in a lobby at once, in play when another player agrees.

    Raises Declined where that cannot be, StoreError.
    """
    name = escape(table.name)
    if table.record.status == "lobby":
        await lobby.join(services.tables, table.id, response.actor, seat)
        await response.send_sentence(f"You are seated at {name}.")
        return
    if not is_computers(table.record.seats, seat):
        raise Declined(NO_COMPUTER)
    require_own_channel(table, response.interaction)
    await take_computer_seat.ask(services.tables, table.id, seat, response.actor)
    instead = escape(table.names()[seat])
    await response.send_sentence(f"The players of {name} are asked to let you take {instead}'s seat.")


async def question(response: Response, question_text: str, follows: str, *buttons: Part) -> None:
    """Ask a question with its consequences, and buttons for yes and Cancel."""
    cancel = button(CustomId.CANCEL_QUESTION, label="Cancel")
    await response.send(layout=layouts.layout(layouts.text(f"**{question_text}**", follows), row(*buttons, cancel)))


def require_may_end(table: TableState, interaction: discord.Interaction[Any]) -> None:
    """Require the host, or a player or moderator in the table's own channel.

    Discord's permissions are those of the channel of the interaction, so a moderator's count in the table's channel
    alone. Raises Declined.
    """
    who, moderator = interaction.user, interaction.permissions.manage_messages
    seated = table.seat_of(who.id) is not None
    if table.record.host == who.id:
        return
    if not moderator and not seated:
        raise Declined(NOT_SEATED)
    require_own_channel(table, interaction)


def decides_as_moderator(table: TableState, interaction: discord.Interaction[Any]) -> bool:
    """Whether the user may end a table as a moderator. In their own rated game they are a player."""
    record = table.record
    plays = table.seat_of(interaction.user.id) is not None and record.status == "playing"
    return interaction.permissions.manage_messages and not (plays and not record.settings.get("friendly"))


def require_own_channel(table: TableState, interaction: discord.Interaction[Any]) -> None:
    """Require the table's own channel or thread, where all its players see the act.

    Raises Declined elsewhere, with a link to the channel.
    """
    record = table.record
    if interaction.channel_id not in {record.channel, record.thread, record.message_channel}:
        table_channel = record.message_channel or record.thread or record.channel
        raise Declined(f"Do this at the table: <#{table_channel}>.")
