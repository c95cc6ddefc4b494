"""The permission bits the stand-in looks at, and what members and the bot hold unless a channel says otherwise."""

from __future__ import annotations

from typing import Any, Final

import discord

Json = dict[str, Any]

VIEW: Final = discord.Permissions(view_channel=True).value
SEND: Final = discord.Permissions(send_messages=True).value
SEND_IN_THREADS: Final = discord.Permissions(send_messages_in_threads=True).value
PUBLIC_THREADS: Final = discord.Permissions(create_public_threads=True).value
PRIVATE_THREADS: Final = discord.Permissions(create_private_threads=True).value
EMBED: Final = discord.Permissions(embed_links=True).value
ATTACH: Final = discord.Permissions(attach_files=True).value
HISTORY: Final = discord.Permissions(read_message_history=True).value
MENTION_EVERYONE: Final = discord.Permissions(mention_everyone=True).value
COMMANDS: Final = discord.Permissions(use_application_commands=True).value
MANAGE_CHANNELS: Final = discord.Permissions(manage_channels=True).value
MANAGE_MESSAGES: Final = discord.Permissions(manage_messages=True).value
MANAGE_THREADS: Final = discord.Permissions(manage_threads=True).value
DIRECT: Final = VIEW | SEND | EMBED | ATTACH | HISTORY
"""What both may where the bot speaks with one person."""

OUTSIDE: Final = EMBED | ATTACH | MENTION_EVERYONE
"""What answers of the bot may have in a place where it is not."""

ALL: Final = discord.Permissions.all().value

EVERYONE: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    add_reactions=True,
    external_emojis=True,
    read_message_history=True,
    use_application_commands=True,
).value
"""What every member may."""

BOT: Final = (
    EVERYONE | discord.Permissions(create_private_threads=True, manage_messages=True).value
) & ~discord.Permissions(use_application_commands=True).value
"""What the bot is invited with."""


def overwritten(base: int, overwrites: list[Json], member: str) -> int:
    """Return `base` after a channel's overwrites for `member`."""
    for entry in overwrites:
        if entry["id"] == member:
            base = base & ~int(entry["deny"]) | int(entry["allow"])
    return base


def named(name: str) -> int:
    """Return the bit of a permission by discord.py's name. Raises `ValueError` if there is none."""
    try:
        return discord.Permissions(**{name: True}).value
    except TypeError as error:
        raise ValueError(f"There is no permission {name}.") from error
