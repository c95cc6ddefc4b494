"""What was typed into a form is not lost where the bot is being stopped, or its person's data taken out."""

from __future__ import annotations

import pytest

from bot.transport.interactions.responder import ERASING_TEXT, STOPPING_TEXT
from tests.cogs.pads.sheets import open_form, open_pad, submit_form, wait_for_pad_message
from tests.support.wire_tables import HOST, person, response_text, start_room


@pytest.mark.parametrize("why", [STOPPING_TEXT, ERASING_TEXT], ids=["stopping", "leaving"])
async def test_a_form_that_comes_too_late_is_declined_with_what_was_typed(why: str) -> None:
    async with start_room() as house:
        pad = await open_pad(house, HOST, "free", name="Friday", guests="Grandma")
        page = await open_form(house, HOST, pad, "Enter points")
        house.services.responder.stopping = why == STOPPING_TEXT
        house.services.responder.erasing |= {person(house, HOST).id} if why == ERASING_TEXT else set()
        answer = await submit_form(house, HOST, page, points="17 -4")
        assert response_text(answer) == f"{why} You typed: `17 -4`"
        house.services.responder.stopping = False
        house.services.responder.erasing.clear()
        assert (await house.press(HOST, await wait_for_pad_message(house, pad), "Enter points"))["state"] == "modal", (
            "nothing was kept"
        )
