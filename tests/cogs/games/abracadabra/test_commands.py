"""A table of Abracadabra for two: what the rules refuse by the number of players."""

from __future__ import annotations

from tests.support.house import House
from tests.support.wire_tables import BYSTANDER, CHANNEL, HOST, SEATED, response_text

REFUSAL = "The short pack has no card to turn up: let Declarer choose trumps."


async def test_two_players_may_use_neither_the_short_pack_nor_a_turned_card(house: House) -> None:
    """A1.2: it depends on how many play, so the lobby says it when the game is to begin."""
    options = {"trump": "turnup", "two_player": "short"}
    answer = await house.command(HOST, "abracadabra new", channel=CHANNEL, **options)
    lobby = answer.get("message") or {}
    assert REFUSAL in response_text(await house.press(SEATED, lobby, "Join"))
    assert f"{REFUSAL} (A1.2)" in response_text(await house.press(HOST, lobby, "Start"))
    joined = await house.press(BYSTANDER, lobby, "Join")
    assert "3 deals. About" in response_text(joined)
    assert "Bid how many tricks you will win, and which. 4 deals." in response_text(
        await house.add_computer(HOST, lobby)
    )
    assert (await house.press(HOST, lobby, "Start"))["state"] == "update"
