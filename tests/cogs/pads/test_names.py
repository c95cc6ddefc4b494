"""Names on score pads over the wire: two spellings that read the same are one name."""

from __future__ import annotations

import pytest

from tests.cogs.pads.sheets import (
    CHANNEL,
    enter_hand,
    number_of,
    open_form,
    open_pad,
    submit_form,
    wait_for_pad_message,
)
from tests.support.wire_tables import HOST, response_text, start_room

COMPOSED, DECOMPOSED = "Jos\u00e9", "Jose\u0301"
SPELLINGS = [(COMPOSED, DECOMPOSED), (DECOMPOSED, COMPOSED), ("Ada", "\uff21\uff24\uff21"), ("STRASSE", "straße")]


@pytest.mark.parametrize(("spelling", "other"), SPELLINGS)
async def test_a_guest_in_two_spellings_is_one_guest(spelling: str, other: str) -> None:
    async with start_room() as house:
        options = {"game": "free", "guests": f"{spelling}, {other}"}
        answer = await house.sandbox.people.command(HOST, CHANNEL, "pad new", options)
        assert "two guests have the same one" in response_text(answer)
        pad = await open_pad(house, HOST, "free", guests=spelling)
        panel = await house.press(HOST, await wait_for_pad_message(house, pad), "Players")
        guests = await open_form(house, HOST, panel.get("message") or {}, "Add guests")
        answer = await submit_form(house, HOST, guests, names=other)
        assert "on this pad already" in response_text(answer), response_text(answer)


@pytest.mark.parametrize(("spelling", "other"), SPELLINGS)
async def test_a_line_names_its_player_in_any_spelling(spelling: str, other: str) -> None:
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", guests=spelling)
        await enter_hand(
            house,
            HOST,
            await wait_for_pad_message(house, pad),
            "Enter points",
            points=f"{other}: 1\u202f000\n{HOST}: \u22122",
        )
        (hand,) = (await house.services.pads.find(number_of(pad))).record.hands
        assert hand.points == (-2, 1000)
