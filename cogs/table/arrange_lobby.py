"""Arrangements before a table begins: invitations, seats, the host, options (bot/ui/table/lobby_panel.py)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

import discord

from bot.app.client import EldestHand
from bot.app.router import ComponentInteraction, route
from bot.app.services import Services
from bot.common.errors import Declined
from bot.common.id_codes import decode_number
from bot.common.text import escape
from bot.tables.commands import arrange_lobby, recruit
from bot.tables.model.actor import Actor
from bot.tables.model.seats import host_of, person_seats
from bot.tables.model.table_state import TableState
from bot.transport.interactions.responses import Response
from bot.ui.kit.components import SEPARATOR, custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.forms import InvalidInput, decode_draft, decode_values, encode
from bot.ui.kit.modals import make_modal, parse_fields
from bot.ui.table import deadlines
from bot.ui.table import lobby_panel as show
from bot.ui.table.table_options import describe_settings
from cogs.base import ComponentCog
from data.tables.events import EventKind
from rules.contract import Refusal
from rules.sentences import listed

OPTIONS_CHANGED_TEXT: Final = "Options changed."

OTHERS_ASKED_TEXT: Final = "The others are asked at the table. All must agree."

NO_LONGER_HERE_TEXT: Final = "That person is no longer here."


class ChosenPerson(NamedTuple):
    """A user who was chosen in a select, by the interaction's data."""

    id: int
    display_name: str


class Arranging(ComponentCog):
    """The private message behind "Invite and arrange", and the answers to invitations."""

    @route(CustomId.ARRANGE_TABLE, response="private", on="public")
    async def _arrange_table(self, component: ComponentInteraction) -> None:
        """Show the page on which the lobby is arranged."""
        await show_arrangement(component.response, await component.table())

    @route(CustomId.DECLINE_INVITATION, response="private", on="public")
    async def _decline_invitation(self, component: ComponentInteraction) -> None:
        """Decline the invitation of the presser."""
        table = await component.table()
        table, _ = await arrange_lobby.decline(self.services.tables, table.id, component.actor)
        await component.response.send_sentence(
            f"You will not play at {escape(table.name)}. If you change your mind, press Join there."
        )

    @route(CustomId.INVITE_PEOPLE, response="update", on="private")
    async def _invite_people(self, component: ComponentInteraction) -> None:
        """Invite the chosen people."""

        async def act(table: TableState) -> str:
            return await invite(self.services, table, component.actor, chosen_people(component))

        await self._run_and_show(component, act)

    @route(CustomId.SWAP_SEATS, response="update", on="private")
    async def _swap_seats(self, component: ComponentInteraction) -> None:
        """Move the presser to the chosen seat; who sits there moves to theirs."""

        async def act(table: TableState) -> str:
            first_seat, _, second_seat = component.choice.partition(":")
            seat, user = decode_number(first_seat), decode_number(second_seat)
            if seat is None:
                raise Declined(NO_LONGER_HERE_TEXT)
            await arrange_lobby.swap(self.services.tables, table.id, seat, user, component.actor)
            return f"You are in seat {seat + 1} now."

        await self._run_and_show(component, act)

    @route(CustomId.CHOOSE_PARTNER, response="update", on="private")
    async def _choose_partner(self, component: ComponentInteraction) -> None:
        """Exchange the chosen partner for that player's present partner (`choose_partner:TABLE`)."""

        async def act(table: TableState) -> str:
            key, _, current_partner = component.choice.partition(SEPARATOR)
            if not key:
                raise Declined(NO_LONGER_HERE_TEXT)
            table, _ = await arrange_lobby.sit_beside(
                self.services.tables, table.id, key, current_partner, component.actor
            )
            return "You changed seats. The players are told."

        await self._run_and_show(component, act)

    @route(CustomId.PING_PLAYERS, response="update", on="private")
    async def _ping_players(self, component: ComponentInteraction) -> None:
        """Mention the server's role of people who look for games."""

        async def act(table: TableState) -> str:
            role = await looking_role(component.interaction)
            await recruit.look_for_players(self.services.tables, table.id, role, component.actor)
            return "Members with the role are mentioned. They can press *Play*."

        await self._run_and_show(component, act)

    @route(CustomId.HAND_OVER_HOST, response="update", on="private")
    async def _hand_over_host(self, component: ComponentInteraction) -> None:
        """Make the chosen person the host."""

        async def act(table: TableState) -> str:
            await arrange_lobby.hand_over(self.services.tables, table.id, _number(component), component.actor)
            return "The host has changed."

        await self._run_and_show(component, act)

    @route(CustomId.DISMISS_PLAYER, response="update", on="private")
    async def _dismiss_player(self, component: ComponentInteraction) -> None:
        """Free the seat of the chosen person, who can come back only if invited."""

        async def act(table: TableState) -> str:
            await arrange_lobby.dismiss(self.services.tables, table.id, _number(component), component.actor)
            return "Their seat is free, and they are told. They need your invitation to come back."

        await self._run_and_show(component, act)

    @route(CustomId.SET_TABLE_SETTING, response="update", on="private")
    async def _set_table_setting(self, component: ComponentInteraction) -> None:
        """Set a setting of the table (`set_table_setting:TABLE:NAME` with a choice, or `:VALUE` after the name).

        0 and 1 stand for no and yes.
        """

        async def act(table: TableState) -> str:
            settings = show.read_setting(
                component.word(1), component.values[0] if component.values else component.word(2)
            )
            await arrange_lobby.change_settings(self.services.tables, table.id, settings, component.actor)
            return describe_settings(settings, table.game)

        await self._run_and_show(component, act)

    async def _run_and_show(self, component: ComponentInteraction, act: Callable[[TableState], Awaitable[str]]) -> None:
        """Run `act` and show the arrangement, with the text that `act` returns or the reason why it was declined."""
        table = await component.table()
        try:
            notice = await act(table)
        except Declined as error:
            notice = error.sentence
        await show_arrangement(component.response, await self.services.tables.find(table.id), notice)

    # -- the clock, and what is played -------------------------------------------------------------------------------

    @route(CustomId.OPEN_CLOCK_FORM, response="private", on="public")
    async def _open_clock_form(self, component: ComponentInteraction) -> None:
        """Open the form of the table's clock as set (`open_clock_form:TABLE`)."""
        table = await component.table()
        _check_host(table, component.interaction.user.id)
        form, draft = show.clock_form(), show.clock_draft(table)
        await component.response.modal(make_modal(form, custom_id(CustomId.SUBMIT_CLOCK_FORM, table.id), str, draft))

    @route(CustomId.SUBMIT_CLOCK_FORM, response="private", on="public")
    async def _submit_clock_form(self, component: ComponentInteraction) -> None:
        """Set the submitted clock (`submit_clock_form:TABLE`)."""
        table = await component.table()
        draft, error_text = parse_fields(show.clock_form(), component.fields)
        if error_text:
            raise Declined(error_text)
        settings = show.clock_settings(draft)
        table, _ = await arrange_lobby.change_settings(self.services.tables, table.id, settings, component.actor)
        terms_text = deadlines.describe_terms(table.record.settings) or deadlines.describe_setting("clock", 0)
        await component.response.send_sentence(terms_text)

    @route(CustomId.OPEN_OPTIONS_FORM, response="private", on="anywhere")
    async def _open_options_form(self, component: ComponentInteraction) -> None:
        """Open the form of the options, as set or as typed before (`open_options_form:TABLE[:CODE]`)."""
        table = await component.table()
        _check_host(table, component.interaction.user.id)
        form = show.options_form(table.game)
        try:
            current_draft = show.options_draft(table.game, table.record.options)
            draft = decode_draft(form, component.args[1]) if len(component.args) > 1 else current_draft
        except InvalidInput as error:
            raise Declined(error.sentence) from error
        await component.response.modal(make_modal(form, custom_id(CustomId.SUBMIT_OPTIONS_FORM, table.id), str, draft))

    @route(CustomId.SUBMIT_OPTIONS_FORM, response="private", on="anywhere")
    async def _submit_options_form(self, component: ComponentInteraction) -> None:
        """Set the submitted options (`submit_options_form:TABLE`).

        Impossible ones are named; the form opens again with the others.
        """
        table = await component.table()
        form = show.options_form(table.game)
        draft, error_text = parse_fields(form, component.fields)
        code = encode(form, draft)
        if not error_text:
            options = show.chosen_options(table.game, decode_values(form, code))
            try:
                table, _ = await arrange_lobby.change_options(self.services.tables, table.id, options, component.actor)
            except Refusal as refusal:
                error_text = refusal.message
        if error_text:
            await component.response.send(layout=show.refused_options(table, error_text, code))
        else:
            notice = (
                f"{OPTIONS_CHANGED_TEXT} The players are told."
                if len(person_seats(table.record.seats)) > 1
                else OPTIONS_CHANGED_TEXT
            )
            await component.response.send_sentence(notice)


async def show_arrangement(response: Response, table: TableState, feedback: str = "") -> None:
    """Answer with what the person may arrange. Raises Declined where they have no seat, or the table has begun."""
    seat = _seat(table, response.interaction.user.id)
    role = await looking_role(response.interaction)
    await response.send(layout=show.lobby_panel(table, seat, feedback, role))


async def looking_role(interaction: discord.Interaction[EldestHand]) -> int | None:
    """Return the role of the server that may be mentioned to find players, as things stand; None where there is
    none.
    """
    guild = interaction.guild
    if guild is None:
        return None
    named = (await interaction.client.services.guild_settings.of(guild.id)).looking_role
    role = None if named is None else guild.get_role(named)
    return role.id if role and (role.mentionable or interaction.app_permissions.mention_everyone) else None


def _seat(table: TableState, user: int) -> int:
    """Return the seat of a user who may arrange a table. Raises Declined without a seat, or once the game has begun."""
    _check_lobby(table)
    seat = table.seat_of(user)
    if seat is None:
        raise Declined("Press *Join* first.")
    return seat


def _check_lobby(table: TableState) -> None:
    """Check that the table has not begun. Raises Declined."""
    if table.record.status != "lobby":
        raise Declined("The table has started or closed.")


def _check_host(table: TableState, user: int) -> None:
    """Raise Declined unless the user is the host and the game has not begun."""
    _check_lobby(table)
    if table.record.host != user:
        raise Declined(f"Only {host_of(table.record)} can change that.")


async def invite(services: Services, table: TableState, actor: Actor, people: list[ChosenPerson]) -> str:
    """Invite people to a table. Returns the answer in markdown; raises Declined, StoreError."""
    if not people:
        raise Declined("That is a bot. For a computer player, use *Add computer*.")
    _, invitation = await arrange_lobby.invite(services.tables, table.id, people, actor)
    events = await services.store.tables.game_events(table.id, invitation.seq - 1, invitation.seq + len(people))
    invited_users = {event.user for event in events if event.kind == EventKind.INVITE}
    names = [escape(person.display_name) for person in people if person.id in invited_users]
    return f"You invited {listed(names)}."


def chosen_people(component: ComponentInteraction) -> list[ChosenPerson]:
    """Return the people who were chosen in a select, without bots."""
    data: Any = component.interaction.data or {}
    users: dict[str, Any] = data.get("resolved", {}).get("users", {})
    members: dict[str, Any] = data.get("resolved", {}).get("members", {})
    people: list[ChosenPerson] = []
    for key in component.values:
        user = users.get(key)
        if user is not None and not user.get("bot"):
            name = members.get(key, {}).get("nick") or user.get("global_name") or user["username"]
            people.append(ChosenPerson(int(key), name))
    return people


def _number(component: ComponentInteraction) -> int:
    """Return the number that was chosen in a select. Raises Declined for none."""
    number = component.chosen_number
    if number is None:
        raise Declined(NO_LONGER_HERE_TEXT)
    return number
