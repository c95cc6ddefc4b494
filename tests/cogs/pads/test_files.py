"""A pad's chart and its files over the wire."""

from __future__ import annotations

import json

from tests.cogs.pads.sheets import entered, fresh, opened
from tests.support.messages import buttons
from tests.support.wire_tables import BYSTANDER, HOST, is_private, room, said


async def test_the_chart_is_a_picture_with_its_alt_text_or_words() -> None:
    """Anybody may look at it; where there are no pictures, or somebody likes words, the same is told."""
    async with room(pictures=True) as here:
        pad = await opened(here, HOST, "free", guests="Grandma")
        assert "Chart" not in buttons(pad)
        for points in ("1 2", "5 0"):
            await entered(here, HOST, await fresh(here, pad), "Enter points", points=points)
        pad = await fresh(here, pad)
        shown = await here.press(BYSTANDER, pad, "Chart")
        assert is_private(shown)
        (gallery,) = [one for one in (shown.get("message") or {})["components"][0]["components"] if one["type"] == 12]
        alt = gallery["items"][0]["description"]
        assert f"{HOST} 6" in alt
        assert "Grandma 2" in alt
    async with room(pictures=False) as here:
        pad = await opened(here, HOST, "free", guests="Grandma")
        await entered(here, HOST, pad, "Enter points", points="1 2")
        told = await here.press(BYSTANDER, await fresh(here, pad), "Chart")
        assert "Grandma" in said(told)
        assert not (told.get("message") or {})["attachments"]


async def test_a_pad_is_exported_for_spreadsheets_whole_and_to_print() -> None:
    """Three files, to whoever asks; in none of them stands anybody's number of Discord."""
    async with room() as here:
        pad = await opened(here, HOST, "free", guests="=1+1")
        await entered(here, HOST, pad, "Enter points", points="1 -2")
        more = await here.press(BYSTANDER, await fresh(here, pad), "More")
        files = await here.press(BYSTANDER, more.get("message") or {}, "Export")
        sent = {one["filename"]: one for one in (files.get("message") or {})["attachments"]}
        assert {name.rpartition(".")[2] for name in sent} == {"csv", "json", "pdf"}
        kept = here.sandbox.world.store
        content = {name.rpartition(".")[2]: await kept.file(one["id"]) or b"" for name, one in sent.items()}
        assert json.loads(content["json"])["format"] == "eldest-hand-pad"
        assert b"'=1+1" in content["csv"]
        assert content["pdf"].startswith(b"%PDF")
        number = here.sandbox.people.user(HOST)["id"].encode()
        assert all(number not in one for one in content.values())
