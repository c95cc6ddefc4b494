"""`/fivecrowns new`: what it opens, with which options, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from rules.registry import GAMES
from sandbox import Refused
from tests.cogs.room import BYSTANDER, CHANNEL, HOST, is_private, offers, room, said
from tests.e2e.harness import buttons


async def test_a_table_is_opened_for_everybody_to_see_and_says_what_is_played() -> None:
    async with room() as here:
        answer = await here.command(HOST, "fivecrowns new", channel=CHANNEL)
        assert not is_private(answer)
        assert f"1. {HOST} (host)" in said(answer)
        assert "1 of 12 seats" in said(answer)
        assert "11 deals from 3 cards to 13" in said(answer)
        assert "the lowest total wins" in said(answer)
        assert set(offers(answer)) == {"Join", "Leave", "Add computer player", "Invite and arrange", "Rules"}
        rules = await here.press(BYSTANDER, answer.get("message") or {}, "Rules")
        assert "Five Crowns" in said(rules)


async def test_options_are_told_in_the_lobby_and_kept_with_the_table() -> None:
    options: dict[str, Any] = {"first": 4, "last": 6}
    async with room() as here:
        answer = await here.command(HOST, "fivecrowns new", channel=CHANNEL, **options, mention=3600, invited_only=True)
        assert "3 deals from 4 cards to 6" in said(answer)
        assert "is mentioned after an hour" in said(answer)
        assert "Only those who are invited may join." in said(answer)
        assert "no choice" not in said(answer)  # every move leaves one
        number = int(buttons(answer.get("message") or {})["Join"].split(":")[2])
        kept = (await here.live(number)).record.options
        assert {name: kept[name] for name in options} == options


async def test_every_option_of_the_rules_is_one_of_the_command() -> None:
    """With a line that explains it, and the range of the rules."""
    async with room() as here:
        state = here.sandbox.people.state(HOST)
        (command,) = [one for one in state["commands"] if one["name"] == "fivecrowns"]
        (new,) = command["options"]
        offered = {one["name"]: one for one in new["options"]}
        assert set(offered) == {
            *GAMES["five_crowns"].options,
            "clock",
            "time_out",
            "mention",
            "invited_only",
            "friendly",
        }
        for name, option in GAMES["five_crowns"].options.items():
            assert (offered[name]["min_value"], offered[name]["max_value"]) == (option.low, option.high)
            assert str(option.default) in offered[name]["description"]


async def test_options_that_the_rules_refuse_open_nothing() -> None:
    """With the sentence of the rules; beyond its range nothing is even sent."""
    async with room() as here:
        answer = await here.command(HOST, "fivecrowns new", channel=CHANNEL, first=9, last=5)
        assert is_private(answer)
        assert "cannot be larger than the last" in said(answer)
        for options in ({"first": 2}, {"last": 14}):
            with pytest.raises(Refused):
                await here.command(HOST, "fivecrowns new", channel=CHANNEL, **options)
        assert await here.store.numbers(0, 1) == []
