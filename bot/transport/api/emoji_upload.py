"""Uploads the cards' faces as application emoji in the background; until then cards are text.

Screen readers say an emoji's name. It ends with its picture's hash, so an interrupted upload continues and a redrawn
face replaces the old one.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Callable
from typing import Final

import discord

from bot.transport.api.error_codes import describe_error
from bot.transport.interactions.responses import CONNECTION_ERRORS
from bot.ui.game.card_packs import Pack, packs
from bot.ui.pictures import draw_emoji

log = logging.getLogger(__name__)

NAME_PATTERN: Final = re.compile(r"[a-z0-9_]+_eh[0-9a-f]{4}|eh_[a-z]+_[A-Za-z0-9]+_[0-9a-f]{8}")
"""Names of our emoji, present and former."""

RECHECK_SECONDS: Final = 30.0
"""Seconds until a process looks again for faces that another one uploads, or tries again after an outage."""

MAX_NAME_LETTERS: Final = 32
"""Letters of an emoji's name, as Discord allows."""


def emoji_name(pack: Pack, card: str, png: bytes) -> str:
    """Return the name of a card's emoji: letters, digits and underscores.

    Cards of two packs that look alike share one.
    """
    mark = f"_eh{hashlib.sha256(png).hexdigest()[:4]}"
    words = re.sub(r"[^a-z0-9]+", "_", pack.name_of(card).lower()).strip("_")
    return words[: MAX_NAME_LETTERS - len(mark)] + mark


def face_names() -> set[str]:
    """Return the names of all faces' emoji. Draws each face, which blocks for some seconds."""
    return {emoji_name(pack, card, draw_emoji(pack.name, card)) for pack in packs() for card in pack.cards()}


async def upload_faces(
    client: discord.Client, emoji_by_pack: dict[str, dict[str, str]], is_leader: Callable[[], bool]
) -> None:
    """Upload missing faces one by one, and use each at once. A refusal ends the uploads of this run.

    One process uploads (`is_leader`). The others look for the faces that it has uploaded. After an outage they go on.
    """
    try:
        await client.wait_until_ready()
        images = dict[tuple[str, str], bytes]()
        while True:
            try:
                if await _take_faces(client, emoji_by_pack, images, may_upload=is_leader()):
                    return
            except (discord.DiscordServerError, *CONNECTION_ERRORS) as error:
                log.warning("the cards' emoji are not all there yet (%s)", describe_error(error))
            await asyncio.sleep(RECHECK_SECONDS)
    except discord.HTTPException as error:
        log.warning("the cards' emoji are not all uploaded (%s %s); cards are text", error.status, error.code)
    except Exception:
        log.exception("the cards' emoji could not be made; cards are text")


async def _take_faces(
    client: discord.Client,
    emoji_by_pack: dict[str, dict[str, str]],
    images: dict[tuple[str, str], bytes],
    *,
    may_upload: bool,
) -> bool:
    """Use the faces that are there, and upload the others if that is allowed. Returns whether all are there.

    Each is drawn once, into `images`, however often one looks.
    """
    emoji_by_name = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    names: set[str] = set()
    for pack in packs():
        face_by_card = emoji_by_pack.setdefault(pack.name, {})
        for card in pack.cards():
            face = pack.name, card
            if face not in images:
                images[face] = await asyncio.to_thread(draw_emoji, *face)
            png = images[face]
            name = emoji_name(pack, card, png)
            names.add(name)
            if name not in emoji_by_name and may_upload:
                emoji_by_name[name] = await client.create_application_emoji(name=name, image=png)
            if name in emoji_by_name:
                face_by_card[card] = str(emoji_by_name[name])
    for name, emoji in emoji_by_name.items():
        if NAME_PATTERN.fullmatch(name) and name not in names and may_upload:
            await emoji.delete()
    return names <= emoji_by_name.keys()
