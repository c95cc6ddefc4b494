"""From a click to the pad or the draft that it names, and to what its presser may do there."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.client import EldestHand
from bot.errors import Declined, Stale
from bot.pads.acts import Actor
from bot.pads.pad import Pad
from bot.pads.pads import NO_PAD
from bot.show.pads.look import PadLook
from bot.tables.moderation import hold_out
from bot.wire.verbs import Press
from data.pad_records import Draft

NO_DRAFT: Final = "That hand has been submitted or discarded already. The pad's message shows what counts."


def actor_of(interaction: discord.Interaction[Any], pad: Pad | None = None) -> Actor:
    """Whoever clicked. A moderator's rights are those of the channel where they ask, so they count at the pad alone."""
    there = pad is not None and interaction.channel_id in {pad.record.channel, pad.record.message_channel}
    moderator = there and interaction.permissions.manage_messages
    return Actor(interaction.user, interaction.id, moderator=moderator)


async def pad_at(bot: EldestHand, interaction: discord.Interaction[Any], number: int | None) -> Pad:
    """The pad of that number, in the server of a command or a click. Raises Declined, StoreError."""
    if number is None:
        raise Declined(NO_PAD)
    pad = await bot.pads.find(number)
    if pad.record.guild != interaction.guild_id:
        raise Declined(NO_PAD)
    if interaction.app_permissions.view_channel:
        bot.channels.used(interaction.channel_id, attach=False)
    return pad


async def pressed(press: Press) -> tuple[Pad, Actor, PadLook]:
    """The pad that the first argument names, who pressed, and what the pad's game tells of it. Raises as `pad_at`."""
    bot = press.interaction.client
    pad = await pad_at(bot, press.interaction, press.number(0))
    return pad, actor_of(press.interaction, pad), bot.pad_boards.look(pad)


async def drafted(press: Press) -> tuple[Draft, Pad, Actor, PadLook]:
    """The presser's own draft that the first argument names, with its pad. Raises Stale where it is gone or another's,
    and as `pad_at`.
    """
    bot, number = press.interaction.client, press.number(0)
    draft = None if number is None else await bot.store.pads.draft(number)
    if draft is None or draft.user != press.interaction.user.id:
        raise Stale(NO_DRAFT)
    pad = await pad_at(bot, press.interaction, draft.pad)
    return draft, pad, actor_of(press.interaction, pad), bot.pad_boards.look(pad)


async def welcome(press: Press, pad: Pad) -> None:
    """Hold those out whom moderators keep from the tables of the server: they enter nothing. Raises Declined."""
    await hold_out(press.interaction.client.tables, pad.record.guild, press.interaction.user.id)


def chosen_numbers(press: Press) -> list[int]:
    """The whole numbers that were chosen in a select."""
    return [int(value) for value in press.values if value.isascii() and value.isdigit() and len(value) < 20]
