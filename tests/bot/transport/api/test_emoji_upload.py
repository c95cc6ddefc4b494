"""The names of the cards' emoji: what people hear who do not see them."""

from __future__ import annotations

import re
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from bot.transport.api import emoji_upload as uploading
from bot.transport.api.emoji_upload import NAME_PATTERN, emoji_name, upload_faces
from bot.ui.game.card_packs import packs
from bot.ui.pictures import draw_emoji
from cogs.games.five_crowns import pack as five_crowns
from cogs.games.voren import pack as voren

drawn = cache(draw_emoji)
"""A face takes its time: each is drawn once."""


def test_a_name_reads_well_and_is_one_that_discord_takes() -> None:
    """Its words are the card's own, whole; two faces that differ have names that do."""
    for pack in (voren, five_crowns):
        pack.register()
    faces: dict[str, bytes] = {}
    for pack in packs():
        for card in pack.cards():
            png = drawn(pack.name, card)
            name = emoji_name(pack, card, png)
            assert re.fullmatch(r"[a-z0-9_]{2,32}", name)
            assert NAME_PATTERN.fullmatch(name)
            spoken = name.rpartition("_eh")[0].replace("_", " ")
            assert spoken == pack.name_of(card).lower()
            assert faces.setdefault(name, png) == png
    assert len(faces) >= 34 + 56 - 12  # the 3, 4 and 5 of the French suits look alike in both


async def test_a_face_that_two_packs_share_is_uploaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord takes no second emoji of one name; both packs use the first."""
    for pack in (voren, five_crowns):
        pack.register()
    monkeypatch.setattr(uploading, "draw_emoji", drawn)
    made: list[str] = []

    async def create(name: str, image: bytes) -> str:
        made.append(name)
        return f"<:{name}:{len(image)}>"

    async def nothing() -> list[Any]:
        return []

    emoji: dict[str, dict[str, str]] = {}
    bot: Any = SimpleNamespace(
        wait_until_ready=nothing,
        fetch_application_emojis=nothing,
        create_application_emoji=create,
    )
    await upload_faces(bot, emoji, lambda: True)
    assert len(made) == len(set(made))
    assert emoji["voren"]["5S"] == emoji["five_crowns"]["5S"]
    assert set(emoji["five_crowns"]) == set(five_crowns.FIVE_CROWNS.cards())


def test_what_others_uploaded_is_left_alone_and_what_we_did_is_known() -> None:
    """Names of before, which said the card as the rules write it, are ours too."""
    assert all(map(NAME_PATTERN.fullmatch, ("the_wolf_eh0a1b", "eh_voren_5S_0123abcd", "eh_voren_WOLF_0123abcd")))
    assert not any(map(NAME_PATTERN.fullmatch, ("the_wolf", "hello_ehello", "wolf_eh0a1", "WOLF_eh0a1b", "eh_")))


async def test_who_waits_for_anothers_uploads_draws_each_face_once(monkeypatch: pytest.MonkeyPatch) -> None:
    voren.register()
    drawings, there = list[tuple[str, str]](), list[Any]()

    def draw(pack: str, card: str) -> bytes:
        drawings.append((pack, card))
        return drawn(pack, card)

    looks = [list[Any](), list[Any](), there]

    async def found() -> list[Any]:
        return looks.pop(0)

    for pack in packs():
        for card in pack.cards():
            there.append(SimpleNamespace(name=emoji_name(pack, card, drawn(pack.name, card))))
    monkeypatch.setattr(uploading, "draw_emoji", draw)
    monkeypatch.setattr(uploading, "RECHECK_SECONDS", 0)

    async def nothing() -> None: ...

    bot: Any = SimpleNamespace(wait_until_ready=nothing, fetch_application_emojis=found)
    await upload_faces(bot, {}, lambda: False)
    assert not looks
    assert len(drawings) == len(set(drawings))
