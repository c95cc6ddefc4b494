"""`/mitigati new`: what it opens, with which options, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from rules.registry import GAMES
from sandbox import Refused
from tests.cogs.room import BYSTANDER, CHANNEL, HOST, is_private, offers, room, said
from tests.e2e.harness import buttons


async def test_a_table_is_opened_for_everybody_to_see_and_says_what_is_played() -> None:
    async with room() as here:
        answer = await here.command(HOST, "mitigati new", channel=CHANNEL)
        assert not is_private(answer)
        assert f"1. {HOST} (host)" in said(answer)
        assert "1 of 3 seats" in said(answer)
        assert "Tarot for three, each for themselves: 3 hands of 25 tricks." in said(answer)
        assert "A hand may be bought off while it is being dealt." in said(answer)
        assert "About 90 moves each, 35 minutes" in said(answer)
        assert set(offers(answer)) == {"Join", "Leave", "Add computer player", "Invite and arrange", "Rules"}
        rules = await here.press(BYSTANDER, answer.get("message") or {}, "Rules")
        assert "Mitigati" in said(rules)


async def test_options_are_told_in_the_lobby_and_kept_with_the_table() -> None:
    options: dict[str, Any] = {"hands": 6, "rotation": "left", "bargaining": False, "bonuses": "flat"}
    async with room() as here:
        settings = {"mention": 3600, "forced": False, "invited_only": True, "friendly": True}
        answer = await here.command(HOST, "mitigati new", channel=CHANNEL, **options, **settings)
        assert "6 hands of 25 tricks" in said(answer)
        assert "No hand may be bought off." in said(answer)
        assert "a bonus counts for its declarer alone" in said(answer)
        assert "The deal goes to the left." in said(answer)
        assert "is mentioned after an hour" in said(answer)
        assert "Only those who are invited may join." in said(answer)
        number = int(buttons(answer.get("message") or {})["Join"].split(":")[2])
        kept = (await here.live(number)).record
        assert {name: kept.options[name] for name in options} == options
        assert kept.settings["forced"] is False


async def test_every_option_of_the_rules_is_one_of_the_command() -> None:
    """With a line that explains it, and the values of the rules as choices."""
    async with room() as here:
        state = here.sandbox.people.state(HOST)
        (command,) = [one for one in state["commands"] if one["name"] == "mitigati"]
        (new,) = command["options"]
        offered = {one["name"]: one for one in new["options"]}
        assert set(offered) == {
            *GAMES["mitigati"].options,
            "clock",
            "time_out",
            "mention",
            "forced",
            "invited_only",
            "friendly",
        }
        for name, option in GAMES["mitigati"].options.items():
            assert len(offered[name]["description"]) > 20
            assert "standard" in offered[name]["description"]
            if name != "bargaining":
                assert [one["value"] for one in offered[name]["choices"]] == list(option.allowed)
            if option.labels and name != "bargaining":
                assert [one["name"] for one in offered[name]["choices"]] == list(option.labels.values())


async def test_what_the_rules_do_not_have_opens_nothing() -> None:
    async with room() as here:
        for options in ({"hands": 2}, {"rotation": "up"}, {"bonuses": "none"}):
            with pytest.raises(Refused):
                await here.command(HOST, "mitigati new", channel=CHANNEL, **options)
        assert await here.store.numbers(0, 1) == []
