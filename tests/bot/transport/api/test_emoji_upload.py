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
from tests.support.discord_errors import make_outage, make_refusal

draw_once = cache(draw_emoji)
"""Draws a face, which takes its time, once for all tests."""


def test_a_name_reads_well_and_is_one_that_discord_takes() -> None:
    """Its words are the card's own, whole; two faces that differ have names that do."""
    for pack in (voren, five_crowns):
        pack.register()
    faces: dict[str, bytes] = {}
    for pack in packs():
        for card in pack.cards():
            png = draw_once(pack.name, card)
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
    monkeypatch.setattr(uploading, "draw_emoji", draw_once)
    names: list[str] = []

    async def create(name: str, image: bytes) -> str:
        names.append(name)
        return f"<:{name}:{len(image)}>"

    async def find_none() -> list[Any]:
        return []

    emoji: dict[str, dict[str, str]] = {}
    bot: Any = SimpleNamespace(
        wait_until_ready=find_none,
        fetch_application_emojis=find_none,
        create_application_emoji=create,
    )
    await upload_faces(bot, emoji, lambda: True)
    assert len(names) == len(set(names))
    assert emoji["voren"]["5S"] == emoji["five_crowns"]["5S"]
    assert set(emoji["five_crowns"]) == set(five_crowns.FIVE_CROWNS.cards())


def test_foreign_emoji_are_ignored_and_own_ones_recognized() -> None:
    """Names of before, which said the card as the rules write it, are ours too."""
    assert all(map(NAME_PATTERN.fullmatch, ("the_wolf_eh0a1b", "eh_voren_5S_0123abcd", "eh_voren_WOLF_0123abcd")))
    assert not any(map(NAME_PATTERN.fullmatch, ("the_wolf", "hello_ehello", "wolf_eh0a1", "WOLF_eh0a1b", "eh_")))


async def test_parallel_uploads_draw_each_face_once(monkeypatch: pytest.MonkeyPatch) -> None:
    voren.register()
    drawings, uploaded = list[tuple[str, str]](), list[Any]()

    def draw(pack: str, card: str) -> bytes:
        drawings.append((pack, card))
        return draw_once(pack, card)

    looks = [list[Any](), list[Any](), uploaded]

    async def look() -> list[Any]:
        return looks.pop(0)

    for pack in packs():
        for card in pack.cards():
            uploaded.append(SimpleNamespace(name=emoji_name(pack, card, draw_once(pack.name, card))))
    monkeypatch.setattr(uploading, "draw_emoji", draw)
    monkeypatch.setattr(uploading, "RECHECK_SECONDS", 0)

    async def wait() -> None: ...

    bot: Any = SimpleNamespace(wait_until_ready=wait, fetch_application_emojis=look)
    await upload_faces(bot, {}, lambda: False)
    assert not looks
    assert len(drawings) == len(set(drawings))


@pytest.mark.parametrize("error", [ConnectionResetError(104, "reset"), TimeoutError(), make_outage()], ids=repr)
async def test_an_outage_does_not_end_the_uploads(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """The first look and an upload fail once each; then every card has its emoji, which is uploaded once."""
    voren.register()
    monkeypatch.setattr(uploading, "draw_emoji", draw_once)
    monkeypatch.setattr(uploading, "RECHECK_SECONDS", 0)
    uploaded, errors = list[Any](), {"look": error, "upload": error}

    async def wait() -> None: ...

    async def look() -> list[Any]:
        if "look" in errors:
            raise errors.pop("look")
        return list(uploaded)

    async def create(name: str, image: bytes) -> Any:
        if len(uploaded) == 5 and "upload" in errors:
            raise errors.pop("upload")
        uploaded.append(SimpleNamespace(name=name))
        return uploaded[-1]

    emoji: dict[str, dict[str, str]] = {}
    bot: Any = SimpleNamespace(wait_until_ready=wait, fetch_application_emojis=look, create_application_emoji=create)
    await upload_faces(bot, emoji, lambda: True)
    assert not errors
    assert set(emoji["voren"]) == set(voren.VOREN.cards())
    names = [value.name for value in uploaded]
    assert len(names) == len(set(names))


async def test_a_refusal_ends_the_uploads(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = list[int]()

    async def wait() -> None: ...

    async def refuse() -> list[Any]:
        looks.append(1)
        raise make_refusal(30008)

    monkeypatch.setattr(uploading, "RECHECK_SECONDS", 0)
    bot: Any = SimpleNamespace(wait_until_ready=wait, fetch_application_emojis=refuse)
    await upload_faces(bot, {}, lambda: True)
    assert len(looks) == 1
