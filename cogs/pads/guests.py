"""The guests of a pad: their names, the members that they are, and two players who are one person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import discord
from discord import ui

from bot.app.router import ComponentInteraction, route
from bot.common.errors import Declined, Stale
from bot.common.text import NAME_LIMIT, escape, plain
from bot.pads import commands as pad_commands
from bot.pads import guest_commands
from bot.pads.guest_commands import NewGuests, new_guests
from bot.ui.kit.components import custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.modals import labelled_modal, text_label
from bot.ui.pads.players import guest_panel, guests_panel, merge_panel
from bot.ui.pads.sheet import player_name
from bot.ui.table import layouts
from cogs.base import ComponentCog
from cogs.pads.common import ensure_access, load_pad, players_panel, proposals, returns_input
from cogs.table.arrange_lobby import chosen_people
from data.people.records import guest_key
from rules.sentences import listed

MAX_GUESTS: Final = 12
"""Guests that may be named at a time."""


class PadGuests(ComponentCog):
    """The routes of guests."""

    @route(CustomId.OPEN_GUESTS_FORM, response="update", on="private")
    async def _open_guests_form(self, component: ComponentInteraction) -> None:
        """Ask for names, and offer the server's guests (`open_guests_form:PAD`)."""
        pad, *_ = await load_pad(component)
        names_on_pad = {
            guest_key(plain(player.name, NAME_LIMIT)) for player in pad.record.players if player.state != "left"
        }
        names = await self.services.store.pads.guest_names(pad.record.guild, 2 * layouts.MAX_SELECT_OPTIONS)
        offered_guests = [guest for guest in names if guest_key(plain(guest, NAME_LIMIT)) not in names_on_pad]
        labels = list[ui.Label[Any]]()
        if offered_guests:
            options = [
                discord.SelectOption(label=plain(guest, NAME_LIMIT), value=guest)
                for guest in offered_guests[: layouts.MAX_SELECT_OPTIONS]
            ]
            most = min(MAX_GUESTS, len(options))
            guest_select = ui.Select[Any](
                custom_id="known", options=options, min_values=0, max_values=most, required=False
            )
            labels.append(ui.Label(text="Guests of this server", component=guest_select))
        label, hint = "Players who are not members here", "One name a line, or several with commas"
        labels.append(text_label("names", label, 600, hint=hint, required=not offered_guests, paragraph=True))
        submit = custom_id(CustomId.SUBMIT_GUESTS_FORM, pad.id)
        await component.response.modal(labelled_modal("Guests", submit, *labels))

    @route(CustomId.SUBMIT_GUESTS_FORM, response="update", on="private")
    @returns_input
    async def _submit_guests_form(self, component: ComponentInteraction) -> None:
        """Add new guests by their names (`submit_guests_form:PAD`). If a name is a member's, ask about that member."""
        pad, actor, _ = await load_pad(component)
        typed = "\n".join((*component.fields.get("known", ()), *component.fields.get("names", ())))
        guest_names = new_guests(pad, {guest_key(guest): guest for guest in guests(typed)}.values())
        if not guest_names.added:
            raise Declined(_there_text(guest_names.there))
        await ensure_access(component, pad)
        build = pad_commands.add_players(actor, [(None, name) for name in guest_names.added])
        old_players = pad.players
        pad, _ = await self.services.pads.change(pad.id, build)
        new_numbers = [number for number in pad.players if number not in old_players]
        proposed = {guest: who for guest, who in (await proposals(self.services, pad)).items() if guest in new_numbers}
        panel = await players_panel(self.services, pad, actor, _added_text(guest_names), proposed)
        await component.response.send(layout=panel)

    @route(CustomId.SHOW_PAD_GUESTS, response="update", on="private")
    async def _show_pad_guests(self, component: ComponentInteraction) -> None:
        """Show the guests, and the members who are proposed for them."""
        pad, *_ = await load_pad(component)
        await component.response.send(layout=guests_panel(pad, proposed=await proposals(self.services, pad)))

    @route(CustomId.CHOOSE_GUEST, response="update", on="private")
    async def _choose_guest(self, component: ComponentInteraction) -> None:
        """Show what can be done about a guest (`choose_guest:PAD` with a guest, or `choose_guest:PAD:GUEST`)."""
        pad, actor, _ = await load_pad(component)
        number = next(iter(component.chosen_numbers()), component.number(1) or 0)
        guest_commands.require_guest(pad, actor, number)
        await component.response.send(layout=guest_panel(pad, number))

    @route(CustomId.LINK_GUEST, response="update", on="private")
    async def _link_guest(self, component: ComponentInteraction) -> None:
        """Link a guest to the chosen member (`link_guest:PAD:GUEST`).

        If the member has a line already, ask about both.
        """
        pad, actor, _ = await load_pad(component)
        number, members = component.number(1) or 0, chosen_people(component)
        if not members:
            raise Declined("Choose a member.")
        member = members[0]
        player = pad.player_of(member.id)
        if player is not None and player.number != number:
            guest_commands.check_mergeable(pad, actor, number, player.number)
            await component.response.send(layout=merge_panel(pad, number, player.number))
            return
        await ensure_access(component, pad)
        pad, _ = await self.services.pads.change(
            pad.id, pad_commands.link(actor, number, member.id, member.display_name)
        )
        is_own_link = member.id == actor.id
        notice = (
            "Their hands are yours now."
            if is_own_link
            else "The member is asked first. Nothing changes until they agree."
        )
        await component.response.send(layout=await players_panel(self.services, pad, actor, notice))

    @route(CustomId.OPEN_GUEST_NAME_FORM, response="update", on="private")
    async def _open_guest_name_form(self, component: ComponentInteraction) -> None:
        """Ask for the new name (`open_guest_name_form:PAD:GUEST`)."""
        pad, actor, _ = await load_pad(component)
        guest = guest_commands.require_guest(pad, actor, component.number(1) or 0)
        name = text_label("name", "The guest's name", NAME_LIMIT, value=plain(guest.name, NAME_LIMIT))
        submit = custom_id(CustomId.SUBMIT_GUEST_NAME_FORM, pad.id, guest.number)
        await component.response.modal(labelled_modal("Rename guest", submit, name))

    @route(CustomId.SUBMIT_GUEST_NAME_FORM, response="update", on="private")
    @returns_input
    async def _submit_guest_name_form(self, component: ComponentInteraction) -> None:
        """Rename a guest (`submit_guest_name_form:PAD:GUEST`).

        If the name is another player's, ask whether they are one person.
        """
        pad, actor, _ = await load_pad(component)
        number, name = component.number(1) or 0, plain("".join(component.fields.get("name", ())), NAME_LIMIT)
        guest = guest_commands.require_guest(pad, actor, number)
        namesake = guest_commands.player_named(pad, name, number) if name else None
        if namesake is not None:
            guest_commands.check_mergeable(pad, actor, number, namesake.number)
            await component.response.send(layout=merge_panel(pad, number, namesake.number))
            return
        await ensure_access(component, pad)
        pad, _ = await self.services.pads.change(pad.id, guest_commands.rename_guest(actor, number, name))
        sentence = f"{escape(guest.name or 'The guest', NAME_LIMIT)} is called {escape(name, NAME_LIMIT)} now."
        proposed = {
            guest_number: who
            for guest_number, who in (await proposals(self.services, pad)).items()
            if guest_number == number
        }
        await component.response.send(layout=await players_panel(self.services, pad, actor, sentence, proposed))

    @route(CustomId.CHOOSE_SAME_PLAYER, response="update", on="private")
    async def _choose_same_player(self, component: ComponentInteraction) -> None:
        """Ask whether a guest is the chosen player (`choose_same_player:PAD:GUEST`)."""
        pad, actor, _ = await load_pad(component)
        number, into = component.number(1) or 0, next(iter(component.chosen_numbers()), 0)
        guest_commands.check_mergeable(pad, actor, number, into)
        await component.response.send(layout=merge_panel(pad, number, into))

    @route(CustomId.MERGE_PLAYERS, response="update", on="private")
    async def _merge_players(self, component: ComponentInteraction) -> None:
        """Merge a guest into a player, who gets the guest's hands (`merge_players:PAD:GUEST:PLAYER`)."""
        pad, actor, _ = await load_pad(component)
        await ensure_access(component, pad)
        number, into = component.number(1) or 0, component.number(2) or 0
        former = guest_commands.require_guest(pad, actor, number).name
        pad, seq = await self.services.pads.change(pad.id, guest_commands.merge_players(actor, number, into))
        sentence = f"{escape(former or 'The guest', NAME_LIMIT)}'s hands are {escape(player_name(pad, into))}'s now."
        await component.response.send(layout=await players_panel(self.services, pad, actor, sentence, undo=seq))

    @route(CustomId.SPLIT_PLAYERS, response="update", on="private")
    async def _split_players(self, component: ComponentInteraction) -> None:
        """Undo the merge of a change (`split_players:PAD:SEQ`)."""
        pad, actor, _ = await load_pad(component)
        await ensure_access(component, pad)
        seq = component.number(1) or 0
        changes = await self.services.store.pads.changes(pad.id, seq + 1, 1)
        if not changes or (changes[0].seq, changes[0].kind) != (seq, "merge") or changes[0].before is None:
            raise Stale(pad_commands.PLAYERS_CHANGED)
        pad, _ = await self.services.pads.change(pad.id, guest_commands.split_players(actor, changes[0].before))
        notice = "The guest has a line and those hands again."
        await component.response.send(layout=await players_panel(self.services, pad, actor, notice))


def guests(typed: str) -> list[str]:
    """Return the names that were typed, one a line or with commas between them.

    Raises Declined for none, and for too many.
    """
    names = [
        guest for guest in (plain(name, NAME_LIMIT) for line in typed.splitlines() for name in line.split(",")) if guest
    ]
    if not names:
        raise Declined("Type at least one name.")
    if len(names) > MAX_GUESTS:
        raise Declined(f"Type at most {MAX_GUESTS} names.")
    return names


def _added_text(guests: NewGuests) -> str:
    """Return the people added, and those not added since they are there already, in markdown."""
    left_out = f" {_there_text(guests.there)}" if guests.there else ""
    return f"Added: {', '.join(_escaped(guests.added))}.{left_out}"


def _there_text(names: Iterable[str]) -> str:
    name_list = _escaped(names)
    return f"{listed(name_list)} {'is' if len(name_list) == 1 else 'are'} on this pad already."


def _escaped(names: Iterable[str]) -> list[str]:
    return [escape(name, NAME_LIMIT) for name in names]
