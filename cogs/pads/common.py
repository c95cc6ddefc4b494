"""The pad or draft that a click names, and the rights of its presser."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import discord

from bot.app.router import ComponentInteraction, to_be_copied
from bot.app.services import Services
from bot.common.errors import Declined, Stale
from bot.common.text import NAME_LIMIT, plain
from bot.nights.same_players import find_same_players
from bot.pads import contests
from bot.pads.commands import PadActor, find_hand
from bot.pads.consent_commands import agree
from bot.pads.pad import Pad
from bot.pads.pads import DELETED_TEXT, NO_PAD, UnknownPad
from bot.people.bans import check_not_banned
from bot.standings.pad_results import played_at
from bot.tables.workers.retention import why_unknown
from bot.transport.interactions.responses import Response
from bot.transport.interactions.visibility import may_see_channel
from bot.ui.kit.components import Layout, custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.pads.players import NOBODY_PROPOSED, Proposals, linkable_players, people_panel
from bot.ui.pads.presenter import PadPresenter
from bot.ui.pads.sheet import hand_page
from bot.ui.standings.seasons import season_text
from cogs.table.lobby import place_for
from data.pads.records import ListedPad, PadDraft, PadRecord
from data.people.records import guest_key

C = TypeVar("C")
Handler = Callable[[C, ComponentInteraction], Awaitable[None]]

MAX_CHANGES: Final = 5
"""Changes of a hand that are shown with it."""

NO_DRAFT: Final = "That entry is closed already."


def actor_of(interaction: discord.Interaction[Any], pad: Pad | None) -> PadActor:
    """Return the person who clicked. A moderator's rights come from the channel, so they count only at the pad."""
    is_at_pad = pad is not None and interaction.channel_id in {pad.record.channel, pad.record.message_channel}
    moderator = is_at_pad and interaction.permissions.manage_messages
    return PadActor(interaction.user, interaction.id, moderator=moderator)


def is_visible(interaction: discord.Interaction[Any], pad: Pad) -> bool:
    """Whether a member sees a pad: it is of their server, and in a channel that they see, or they play on it."""
    is_row_visible = is_visible_row(interaction, pad.record, mine=PadActor(interaction.user, None).may_enter(pad))
    return is_row_visible and pad.record.deleted is None


def is_visible_row(interaction: discord.Interaction[Any], pad: PadRecord | ListedPad, *, mine: bool) -> bool:
    """Whether a pad is visible, by its row; see `is_visible`. `mine`: the member keeps the pad or plays on it."""
    if pad.guild != interaction.guild_id:
        return False
    places = {place for place in (pad.channel, pad.message_channel) if place is not None}
    return mine or interaction.channel_id in places or any(may_see_channel(interaction, place) for place in places)


async def post_here(response: Response, services: Services, pad: Pad) -> None:
    """Answer with a pad's message, which leaves its earlier place.

    Only players and keepers bring it to another channel. Raises Declined, StoreError.
    """
    interaction, pad_channel = response.interaction, pad.record.message_channel or pad.record.channel
    await place_for(services, interaction, "pad")
    if interaction.channel_id != pad_channel and not actor_of(interaction, pad).may_enter(pad):
        raise Declined(f"This pad is in <#{pad_channel}>. Its players and keepers can post it here.")
    await services.pad_boards.post(response, pad.id)


async def pad_at(
    services: Services,
    interaction: discord.Interaction[Any],
    number: int | None,
    *,
    uses: bool = True,
    deleted: bool = False,
) -> Pad:
    """Return the pad of that number, if it is there for the user; with `deleted` also a deleted one.

    Who was asked whether they play along does so by that, if it `uses` the pad and they are not banned.
    """
    if number is None:
        raise Declined(NO_PAD)
    try:
        pad = await services.pads.find(number)
    except UnknownPad:
        reason = await why_unknown(services.tables, services.guild_settings, interaction.guild_id, number, pad=True)
        raise Declined(reason) from None
    if not is_visible_row(interaction, pad.record, mine=PadActor(interaction.user, None).may_enter(pad)):
        raise Declined(NO_PAD)
    if pad.record.deleted is not None and not deleted:
        raise Declined(DELETED_TEXT)
    if interaction.app_permissions.view_channel:
        services.channels.record_use(interaction.channel_id, attach=False)
        services.pad_boards.wake(pad)
    consent = pad.consents.get(interaction.user.id)
    if uses and consent is not None and consent.state == "asked":
        pad = await _record_use(services, interaction, pad)
    return pad


async def _record_use(services: Services, interaction: discord.Interaction[Any], pad: Pad) -> Pad:
    """Store the consent of a member who uses a pad while they are asked. Returns the pad; raises StoreError."""
    try:
        pad, _ = await services.pads.change(
            pad.id, agree(PadActor(interaction.user, None), services.pads.clock(), used=True)
        )
    except Declined:  # they have answered at this very moment, or are banned
        return await services.pads.find(pad.id)
    services.consent_requests.note_implied_consent(pad, interaction.user.id)
    return pad


async def load_pad(component: ComponentInteraction) -> tuple[Pad, PadActor, PadPresenter]:
    """Return the pad that the first argument names, who pressed, and what the pad's game tells of it.

    Raises as `pad_at`.
    """
    services, message = component.interaction.client.services, component.interaction.message
    pad = await pad_at(services, component.interaction, component.number(0))
    if message is not None and message.id != pad.record.message and _is_of(pad, message):
        await services.pad_boards.record_press(pad.id, message.channel.id, message.id)
    return pad, actor_of(component.interaction, pad), services.pad_boards.presenter_of(pad)


def _is_of(pad: Pad, message: discord.Message) -> bool:
    """Whether a message is a pad's public one: it has the button More of that pad."""
    more_id = custom_id(CustomId.SHOW_PAD_MORE, pad.id)

    def has(parts: Sequence[Any]) -> bool:
        return any(getattr(part, "custom_id", None) == more_id or has(getattr(part, "children", ())) for part in parts)

    return not message.flags.ephemeral and has(message.components)


async def hand_panel(
    services: Services,
    pad: Pad,
    actor: PadActor,
    presenter: PadPresenter,
    number: int,
    feedback: str = "",
    *,
    onward: bool = False,
) -> Layout:
    """Return a hand with what was changed in it, and the buttons for what somebody may do to it.

    After `feedback` it says if the hand counts in another season than the present one. Raises Declined without that
    hand, StoreError.
    """
    hand, store = find_hand(pad, number), services.store.pads
    if feedback and hand.state == "counts":
        seasons = await services.store.results.seasons(pad.record.guild)
        feedback = f"{feedback} {season_text(seasons, played_at(hand), hand.entered)}".rstrip()
    changes = await store.changes_of(pad.id, number, MAX_CHANGES)
    last_entry = contests.last_entry_of(hand, await store.last_entry_time(pad.id, number))
    contest_permissions = contests.permissions_for(pad, actor, hand, last_entry, services.pads.clock())
    return hand_page(pad, presenter, number, feedback, may=contest_permissions, changes=changes, onward=onward)


class OpenDraft(NamedTuple):
    """A draft, and all that showing or entering it needs."""

    draft: PadDraft
    """The presser's own."""
    pad: Pad
    """The pad as it was read for this click."""
    actor: PadActor
    """The presser."""
    presenter: PadPresenter
    """The presenter of the pad's game."""


async def load_draft(component: ComponentInteraction) -> OpenDraft:
    """Return the presser's own draft that the first argument names, with its pad.

    Raises Stale where it is gone or another's, and as `pad_at`.
    """
    services, number = component.interaction.client.services, component.number(0)
    draft = None if number is None else await services.store.pads.draft(number)
    if draft is None or draft.user != component.interaction.user.id:
        raise Stale(NO_DRAFT)
    pad = await pad_at(services, component.interaction, draft.pad)
    return OpenDraft(draft, pad, actor_of(component.interaction, pad), services.pad_boards.presenter_of(pad))


def returns_input(handler: Handler[C]) -> Handler[C]:
    """Return a handler of a form that says again what was typed where it is declined: a closed form is kept nowhere."""

    @functools.wraps(handler)
    async def handle(cog: C, component: ComponentInteraction) -> None:
        try:
            await handler(cog, component)
        except Declined as declined:
            raise Declined(" ".join(filter(None, (declined.sentence, to_be_copied(component.fields))))) from declined

    return handle


async def ensure_access(component: ComponentInteraction, pad: Pad) -> None:
    """Hold those out whom moderators keep from the tables of the server: they enter nothing. Raises Declined."""
    await check_not_banned(component.interaction.client.services.store, pad.record.guild, component.interaction.user.id)


async def proposals(services: Services, pad: Pad) -> dict[int, tuple[int, str]]:
    """Return guests whose name is that of a member who is neither on the pad nor asked."""
    names = {
        player.number: plain(player.name, NAME_LIMIT)
        for player in linkable_players(pad)
        if player.number not in pad.requests_by_player
    }
    members = await services.store.pads.find_members(pad.record.guild, names.values())
    members_by_guest = {
        number: members[guest_key(name)] for number, name in names.items() if guest_key(name) in members
    }
    return {
        number: member
        for number, member in members_by_guest.items()
        if pad.player_of(member[0]) is None and member[0] not in pad.consents
    }


async def players_panel(
    services: Services,
    pad: Pad,
    actor: PadActor,
    feedback: str,
    proposed: Proposals = NOBODY_PROPOSED,
    undo: int | None = None,
) -> Layout:
    """Return the panel of a pad's players (`people_panel`), with the players of the last pad or table of this night.

    Raises StoreError.
    """
    same_players = await find_same_players(services.pads, services.tables, pad) if actor.may_keep(pad) else []
    return people_panel(pad, actor, feedback, [name for _, name in same_players], proposed, undo)
