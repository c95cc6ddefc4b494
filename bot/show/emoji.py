"""The cards' faces as emoji of the application, uploaded in the background; until then cards are text.

An emoji's name holds the hash of its picture, so an upload that broke off goes on where it stopped, and a face that was
drawn anew is uploaded anew and the old one removed.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from typing import TYPE_CHECKING, Final

import discord

from bot.show.packs import Pack, packs
from bot.show.pictures import draw_emoji

if TYPE_CHECKING:
    from bot.client import EldestHand

log = logging.getLogger(__name__)

NAME: Final = re.compile(r"eh_(?P<pack>[a-z]+)_(?P<card>[A-Za-z0-9]+)_(?P<hash>[0-9a-f]{8})")


def emoji_name(pack: Pack, card: str, png: bytes) -> str:
    """The name of a card's emoji: at most 32 letters, digits and underscores."""
    return f"eh_{pack.name}_{card}_{hashlib.sha256(png).hexdigest()[:8]}"


async def upload_faces(bot: EldestHand) -> None:
    """Upload what is missing, one at a time, and use each as soon as it is there; give up for this run on a refusal."""
    try:
        await bot.wait_until_ready()
        there = {emoji.name: emoji for emoji in await bot.fetch_application_emojis()}
        wanted: set[str] = set()
        for pack in packs():
            ready = bot.messages.emoji.setdefault(pack.name, {})
            for card in pack.cards():
                png = await asyncio.to_thread(draw_emoji, pack.name, card)
                name = emoji_name(pack, card, png)
                wanted.add(name)
                emoji = there.get(name) or await bot.create_application_emoji(name=name, image=png)
                ready[card] = str(emoji)
        for name, emoji in there.items():
            if NAME.fullmatch(name) and name not in wanted:
                await emoji.delete()
    except discord.HTTPException as error:
        log.warning("the cards' emoji are not all uploaded (%s %s); cards are text", error.status, error.code)
    except Exception:
        log.exception("the cards' emoji could not be made; cards are text")
