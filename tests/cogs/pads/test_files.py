"""A pad's chart and its files over the wire."""

from __future__ import annotations

import io
import json

from pypdf import PdfReader

from tests.cogs.pads.sheets import enter_hand, export_pad, open_pad, wait_for_pad_message
from tests.support.messages import buttons
from tests.support.wire_tables import BYSTANDER, CHANNEL, HOST, is_private, response_text, start_room


async def test_the_chart_is_a_picture_with_its_alt_text_or_words() -> None:
    """Anybody may look at it; where there are no pictures, or somebody likes words, the same is told."""
    async with start_room(pictures=True) as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        assert "Chart" not in buttons(pad)
        for points in ("1 2", "5 0"):
            await enter_hand(house, HOST, await wait_for_pad_message(house, pad), "Enter points", points=points)
        pad = await wait_for_pad_message(house, pad)
        page = await house.press(BYSTANDER, pad, "Chart")
        assert is_private(page)
        (gallery,) = [
            component
            for component in (page.get("message") or {})["components"][0]["components"]
            if component["type"] == 12
        ]
        alt = gallery["items"][0]["description"]
        assert f"{HOST} 6" in alt
        assert "Grandma 2" in alt
    async with start_room(pictures=False) as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        await enter_hand(house, HOST, pad, "Enter points", points="1 2")
        answer = await house.press(BYSTANDER, await wait_for_pad_message(house, pad), "Chart")
        assert "Grandma" in response_text(answer)
        assert not (answer.get("message") or {})["attachments"]


async def test_a_sheet_to_print_says_where_it_was_played_and_on_which_night() -> None:
    async with start_room() as house:
        await house.sandbox.people.command(HOST, CHANNEL, "night begin", {"name": "Friday club"})
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        await enter_hand(house, HOST, pad, "Enter points", points="1 -2")
        page = PdfReader(io.BytesIO((await export_pad(house, pad))["pdf"])).pages[0].extract_text()
        assert f"Friday club · #{CHANNEL} · " in page
        assert house.sandbox.world.guild_name in page


async def test_a_pad_is_exported_for_spreadsheets_whole_and_to_print() -> None:
    """Three files, to whoever asks; in none of them stands anybody's number of Discord."""
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests="=1+1")
        await enter_hand(house, HOST, pad, "Enter points", points="1 -2")
        content = await export_pad(house, pad)
        assert set(content) == {"csv", "json", "pdf"}
        assert json.loads(content["json"])["format"] == "eldest-hand-pad"
        assert b"'=1+1" in content["csv"]
        assert content["pdf"].startswith(b"%PDF")
        number = house.sandbox.people.user(HOST)["id"].encode()
        assert all(number not in data for data in content.values())


async def test_the_chart_and_the_sheet_are_shown_to_all() -> None:
    """By a button on what was shown to whoever asked: anybody who may write there; nobody is mentioned."""
    async with start_room(pictures=True) as house:
        pad = await open_pad(house, HOST, "free", guests="Grandma")
        for points in ("1 2", "5 0"):
            await enter_hand(house, HOST, await wait_for_pad_message(house, pad), "Enter points", points=points)
        for label in ("Chart", "Sheet"):
            alone = await house.press(BYSTANDER, await wait_for_pad_message(house, pad), label)
            assert is_private(alone)
            answer = await house.press(BYSTANDER, alone.get("message") or {}, "Show to all")
            assert not is_private(answer)
            message = answer.get("message") or {}
            assert not message["mentions"]
            assert "Show to all" not in buttons(message)
            assert len(message["attachments"]) == (label == "Chart")
            assert "Any game" in response_text(answer)
