"""`/abracadabra new`: what it opens, with which options, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from rules.registry import GAMES
from sandbox import Refused
from tests.cogs.room import BYSTANDER, CHANNEL, HOST, SEATED, is_private, offers, room, said
from tests.e2e.harness import buttons

GAME = GAMES["abracadabra"]


async def test_a_table_is_opened_for_everybody_to_see_and_says_what_is_played() -> None:
    """As people join it says what their number changes: the dummy, the tricks, the deals, the length."""
    async with room() as here:
        answer = await here.command(HOST, "abracadabra new", channel=CHANNEL)
        assert not is_private(answer)
        lobby = answer.get("message") or {}
        assert f"1. {HOST} (host)" in said(answer)
        assert "1 of 4 seats" in said(answer)
        assert "Say how many of 12 tricks you will win, and which. 2 deals: everybody deals once." in said(answer)
        assert "Two play with a dummy as third hand. A card is turned up for trumps." in said(answer)
        assert "About 40 moves each, 10 minutes" in said(answer)
        assert set(offers(answer)) == {"Join", "Leave", "Add computer player", "Invite and arrange", "Rules"}
        rules = await here.press(BYSTANDER, lobby, "Rules")
        assert "Abracadabra" in said(rules)
        for who in (SEATED, BYSTANDER):
            answer = await here.press(who, lobby, "Join")
        assert "3 deals: everybody deals once. A card" in said(answer)
        answer = await here.press(HOST, lobby, "Add computer player")
        assert "Say how many of 13 tricks" in said(answer)
        assert "4 deals: everybody deals once." in said(answer)


async def test_options_are_told_in_the_lobby_and_kept_with_the_table() -> None:
    options: dict[str, Any] = {
        "deals": 7, "target": 200, "trump": "declared", "success": "at_least", "two_player": "short",
    }  # fmt: skip
    async with room() as here:
        settings = {"mention": 3600, "forced": False, "invited_only": True, "friendly": True}
        answer = await here.command(HOST, "abracadabra new", channel=CHANNEL, **options, **settings)
        for told in (
            "7 deals at most; the game ends sooner once somebody has 200 points.",
            "Two play with a short pack of 24 cards. Declarer names trumps.",
            "Who wins as many tricks as named, or more, succeeds.",
            "is mentioned after an hour",
            "Moves that leave no choice are left to the players.",
            "Only those who are invited may join.",
        ):
            assert told in said(answer)
        number = int(buttons(answer.get("message") or {})["Join"].split(":")[2])
        kept = (await here.live(number)).record
        assert {name: kept.options[name] for name in options} == options
        assert kept.settings["forced"] is False


async def test_every_option_of_the_rules_is_one_of_the_command() -> None:
    """With a line that explains it, and the values of the rules as choices or as a range."""
    async with room() as here:
        state = here.sandbox.people.state(HOST)
        (command,) = [one for one in state["commands"] if one["name"] == "abracadabra"]
        (new,) = command["options"]
        offered = {one["name"]: one for one in new["options"]}
        assert set(offered) == {*GAME.options, "clock", "time_out", "mention", "forced", "invited_only", "friendly"}
        for name, option in GAME.options.items():
            assert len(offered[name]["description"]) > 20
            assert "standard" in offered[name]["description"]
            if option.allowed:
                assert [one["value"] for one in offered[name]["choices"]] == list(option.allowed)
                assert [one["name"] for one in offered[name]["choices"]] == list(option.labels.values())
            else:
                assert offered[name]["min_value"] == max(1, option.low or 0)
                assert offered[name]["max_value"] == option.high


async def test_what_the_rules_do_not_have_opens_nothing() -> None:
    async with room() as here:
        for options in ({"deals": 51}, {"target": 49}, {"trump": "none"}, {"success": "never"}, {"two_player": "x"}):
            with pytest.raises(Refused):
                await here.command(HOST, "abracadabra new", channel=CHANNEL, **options)
        assert await here.store.numbers(0, 1) == []


async def test_the_short_pack_and_a_turned_up_card_are_refused_as_two_sit_down_to_play() -> None:
    """A1.2: it depends on how many play, so the lobby says it when the game is to begin."""
    async with room() as here:
        options = {"trump": "turnup", "two_player": "short"}
        answer = await here.command(HOST, "abracadabra new", channel=CHANNEL, **options)
        lobby = answer.get("message") or {}
        joined = await here.press(SEATED, lobby, "Join")
        assert "so choose that Declarer announces trumps (A1.2)." in said(joined)
        refused = await here.press(HOST, lobby, "Start")
        assert "With the short pack every card is dealt" in said(refused)
        assert "(A1.2)" in said(refused)
        await here.press(BYSTANDER, lobby, "Join")
        assert (await here.press(HOST, lobby, "Start"))["state"] == "update"
