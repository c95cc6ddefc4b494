"""Hands contested over the wire."""

from __future__ import annotations

from sandbox import Outcome
from tests.cogs.pads.sheets import choose_in_select, enter_hand, open_form, open_pad, submit_form, wait_for_pad_message
from tests.support.house import House
from tests.support.lobbies import user
from tests.support.messages import Json
from tests.support.wire_tables import HOST, SEATED

REASON = "I had *40*, @everyone"


async def open_pad_of_two(house: House, *keepers: str) -> Json:
    """Open a pad of Bela's with one hand that he and Cleo played; return its message. These keep it with him."""
    pad = await open_pad(house, HOST, "free", name="Friday *club*", guests="Grandma")
    panel = await house.press(SEATED, pad, "Players")
    await house.press(SEATED, panel.get("message") or {}, "Join")
    for keeper in keepers:
        more = await house.press(HOST, pad, "More")
        await choose_in_select(house, HOST, more, "add_pad_keepers", user(house, keeper))
    await enter_hand(house, HOST, await wait_for_pad_message(house, pad), "Enter points", points="1 2 3")
    return await wait_for_pad_message(house, pad)


async def show_hand(house: House, who: str, pad: Json, label: str = "Hands", number: int = 1) -> Outcome:
    """Show somebody a hand; return the answer."""
    return await choose_in_select(house, who, await house.press(who, pad, label), "show_pad_hand", str(number))


async def contest_hand(house: House, who: str, pad: Json, label: str = "Hands", why: str = REASON) -> Outcome:
    """Contest the first hand as somebody; return the answer."""
    shown_hand = await show_hand(house, who, pad, label)
    return await submit_form(
        house, who, await open_form(house, who, shown_hand.get("message") or {}, "Contest …"), why=why
    )
