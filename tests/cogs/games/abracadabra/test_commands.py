"""`/abracadabra new`: what its lobby says of Abracadabra, beside what all lobbies say (contract/test_commands.py)."""

from __future__ import annotations

from typing import Any

from tests.support.house import House
from tests.support.wire_tables import BYSTANDER, CHANNEL, HOST, SEATED, said


async def test_a_table_is_opened_for_everybody_to_see_and_says_what_is_played(here: House) -> None:
    """As people join it says what their number changes: the dummy, the tricks, the deals, the length."""
    answer = await here.command(HOST, "abracadabra new", channel=CHANNEL)
    lobby = answer.get("message") or {}
    assert "Bid how many of 12 tricks you will win, and which. 2 deals." in said(answer)
    assert "With a dummy as third hand." in said(answer)
    assert "About 40 moves each, 10 minutes" in said(answer)
    for who in (SEATED, BYSTANDER):
        answer = await here.press(who, lobby, "Join")
    assert "3 deals. About" in said(answer)
    answer = await here.add_computer(HOST, lobby)
    assert "Bid how many of 13 tricks" in said(answer)
    assert "4 deals. About" in said(answer)


async def test_options_are_told_in_the_lobby_and_kept_with_the_table(here: House) -> None:
    options: dict[str, Any] = {
        "deals": 7, "target": 200, "trump": "declared", "success": "at_least", "two_player": "short",
    }  # fmt: skip
    answer = await here.command(HOST, "abracadabra new", channel=CHANNEL, **options)
    for told in (
        "7 deals at most, or until a player has 200 points.",
        "Short pack: 24 cards. Declarer chooses trumps.",
        "Extra tricks do not spoil a bid.",
    ):
        assert told in said(answer)


async def test_the_short_pack_and_a_turned_up_card_are_refused_as_two_sit_down_to_play(here: House) -> None:
    """A1.2: it depends on how many play, so the lobby says it when the game is to begin."""
    options = {"trump": "turnup", "two_player": "short"}
    answer = await here.command(HOST, "abracadabra new", channel=CHANNEL, **options)
    lobby = answer.get("message") or {}
    joined = await here.press(SEATED, lobby, "Join")
    assert "The short pack has no card to turn up: let Declarer choose trumps." in said(joined)
    refused = await here.press(HOST, lobby, "Start")
    assert "The short pack has no card to turn up: let Declarer choose trumps. (A1.2)" in said(refused)
    assert "(A1.2)" in said(refused)
    await here.press(BYSTANDER, lobby, "Join")
    assert (await here.press(HOST, lobby, "Start"))["state"] == "update"
