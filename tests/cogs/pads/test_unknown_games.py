"""A pad of a game that this version does not know: lists and panels name it by its id, and go on."""

from __future__ import annotations

from tests.cogs.pads.sheets import CHANNEL, number_of, open_pad
from tests.support.messages import buttons, text
from tests.support.wire_tables import HOST, response_text, start_room


async def test_pad_of_an_unknown_game_breaks_no_list_and_no_night_panel() -> None:
    async with start_room() as house:
        night = await house.sandbox.people.command(HOST, CHANNEL, "night begin", {"name": "Friday"})
        unknown = number_of(await open_pad(house, HOST, "free"))
        other_pad = number_of(await open_pad(house, HOST, "five_crowns", guests="Grandma"))
        await house.execute("UPDATE pads SET game = 'skat' WHERE id = ?", unknown)
        house.services.pads.evict_all()
        pad_list = response_text(await house.sandbox.people.command(HOST, CHANNEL, "pad list", {}))
        assert f"skat, pad {unknown}" in pad_list
        assert f"pad {other_pad}" in pad_list
        panel = await house.press(HOST, night.get("message") or {}, "More")
        assert "went wrong" not in response_text(panel)
        assert buttons(panel.get("message") or {}), text(panel.get("message") or {})
