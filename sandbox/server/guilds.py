"""A server as Discord describes it."""

from __future__ import annotations

from sandbox.server import permissions
from sandbox.server.records import Guild, Json
from sandbox.server.world import World


def guild_object(world: World, guild: Guild, *, full: bool = False) -> Json:
    """Return a server as Discord describes it.

    `full` describes it as GUILD_CREATE does, with the channels and the bot's own member.
    """
    bot_id = world.bot["id"]
    body: Json = {
        "id": guild.id,
        "name": guild.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "description": None,
        "home_header": None,
        "banner": None,
        "owner_id": world.owner_id,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw": False,
        "nsfw_level": 0,
        "application_id": None,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "en-GB",
        "features": [],
        "incidents_data": None,
        "roles": roles(world, guild),
        "emojis": [],
        "stickers": [],
        "max_members": 500000,
        "max_presences": None,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
    }
    if full:
        channels = [
            channel
            for channel in world.channels_of(guild)
            if world.permissions(bot_id, channel) & permissions.VIEW and not channel.archived
        ]
        body.update(
            joined_at=guild.joined[bot_id],
            large=False,
            member_count=sum(map(bool, guild.joined.values())),
            members=[{**world.member(guild, bot_id), "user": world.bot}],
            channels=[channel.data for channel in channels if not channel.is_thread],
            threads=[channel.data for channel in channels if channel.is_thread],
            presences=[],
            voice_states=[],
            stage_instances=[],
            guild_scheduled_events=[],
            soundboard_sounds=[],
        )
    return body


def roles(world: World, guild: Guild) -> list[Json]:
    """Return a server's roles: everybody, the bot's own, and one that anybody may mention."""
    common: Json = {
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "mentionable": False,
        "description": None,
        "flags": 0,
    }
    everyone: Json = {
        **common,
        "id": guild.id,
        "name": "@everyone",
        "position": 0,
        "permissions": str(permissions.EVERYONE),
        "managed": False,
    }
    bot: Json = {
        **common,
        "id": guild.bot_role,
        "name": world.bot["username"],
        "position": 1,
        "permissions": str(permissions.BOT),
        "managed": True,
        "tags": {"bot_id": world.bot["id"]},
    }
    players: Json = {
        **common,
        "id": guild.players_role,
        "name": "Card players",
        "position": 2,
        "permissions": "0",
        "managed": False,
        "mentionable": True,
    }
    return [everyone, bot, players]
