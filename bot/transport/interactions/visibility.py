"""The users who may see channels, and tables by their channels."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.model.table_state import TableState


def may_see_channel(interaction: discord.Interaction[Any], channel: int) -> bool:
    """Whether a person may see a channel or thread that this process knows.

    Discord does not say who is in a private thread: it counts as visible only from within.
    """
    guild, who = interaction.guild, interaction.user
    place = None if guild is None else guild.get_channel_or_thread(channel)
    if isinstance(place, discord.Thread) and place.is_private():
        return interaction.channel_id == channel
    return isinstance(who, discord.Member) and may_member_see(who, channel)


def may_member_see(member: discord.Member, channel: int) -> bool:
    """Whether a member may see a known channel or thread; never a private thread."""
    place = member.guild.get_channel_or_thread(channel)
    if isinstance(place, discord.Thread):
        place = None if place.is_private() else place.parent
    return place is not None and place.permissions_for(member).view_channel


def may_see_table(interaction: discord.Interaction[Any], table: TableState) -> bool:
    """Whether a user may see a table: in their server, seated or invited, or in a channel that they see.

    Moderators also see a table that has no channel: they may move it.
    """
    record, user = table.record, interaction.user.id
    if record.guild != interaction.guild_id:
        return False
    if table.seat_of(user) is not None or user in table.invited:
        return True
    if "homeless" in record.settings and interaction.permissions.manage_messages:
        return True
    around = record.settings.get("parent_channel")  # a thread that is archived is not known
    places = {place for place in (record.channel, record.thread, record.message_channel, around) if place is not None}
    return interaction.channel_id in places or any(may_see_channel(interaction, place) for place in places)
