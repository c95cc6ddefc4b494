"""What somebody may see of a server: a channel, and a table by where it is played."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.model.table_state import Live
from bot.tables.services.tables import HOMELESS
from data.records import AROUND


def sees(interaction: discord.Interaction[Any], channel: int) -> bool:
    """Whether the person may see a channel or thread; one that this process does not know is not named.

    Who is in a private thread Discord does not say: its tables are listed there alone.
    """
    guild, who = interaction.guild, interaction.user
    found = None if guild is None else guild.get_channel_or_thread(channel)
    if isinstance(found, discord.Thread) and found.is_private():
        return interaction.channel_id == channel
    return isinstance(who, discord.Member) and is_open_to(who, channel)


def is_open_to(member: discord.Member, channel: int) -> bool:
    """Whether a member may see a channel or thread of their server, as far as it is known; a private thread is not."""
    found = member.guild.get_channel_or_thread(channel)
    if isinstance(found, discord.Thread):
        found = None if found.is_private() else found.parent
    return found is not None and found.permissions_for(member).view_channel


def is_there(interaction: discord.Interaction[Any], live: Live) -> bool:
    """Whether a table is there for somebody: in their server, and they sit at it, are invited, or see where it is
    played. One that can be shown nowhere is there for moderators, too: they may find it a place.
    """
    record, user = live.record, interaction.user.id
    if record.guild != interaction.guild_id:
        return False
    if live.seat_of(user) is not None or user in live.invited:
        return True
    if HOMELESS in record.settings and interaction.permissions.manage_messages:
        return True
    around: int | None = record.settings.get(AROUND)  # a thread that is archived is not known
    places = {one for one in (record.channel, record.thread, record.message_channel, around) if one is not None}
    return interaction.channel_id in places or any(sees(interaction, one) for one in places)
