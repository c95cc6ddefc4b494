"""`/conference new`: what it opens, with which options, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from rules.registry import GAMES
from sandbox import Refused
from tests.cogs.room import BYSTANDER, CHANNEL, HOST, is_private, offers, room, said
from tests.e2e.harness import buttons

YES_OR_NO = {"league", "gallowglass"}


async def test_a_table_is_opened_for_everybody_to_see_and_says_what_is_played() -> None:
    async with room() as here:
        answer = await here.command(HOST, "conference new", channel=CHANNEL)
        assert not is_private(answer)
        assert f"1. {HOST} (host)" in said(answer)
        assert "1 of 4 seats" in said(answer)
        assert "Tarot for two pairs: 4 hands of 19 tricks." in said(answer)
        assert "Seats 1 and 2 play together, and so do 3 and 4." in said(answer)
        assert "Good and Evil are low trumps; both from one side beat everything." in said(answer)
        for word in ("League", "Gallowglass", "cut"):
            assert word not in said(answer)
        assert "About 80 moves each, 40 minutes" in said(answer)
        assert set(offers(answer)) == {"Join", "Leave", "Add computer player", "Invite and arrange", "Rules"}
        rules = await here.press(BYSTANDER, answer.get("message") or {}, "Rules")
        assert "Conference" in said(rules)


async def test_options_are_told_in_the_lobby_and_kept_with_the_table() -> None:
    options: dict[str, Any] = {
        "good_evil": "allegiance", "league": True, "gallowglass": True, "between_hands": "cut", "hands": 8,
    }  # fmt: skip
    async with room() as here:
        settings = {"mention": 3600, "forced": False, "invited_only": True, "friendly": True}
        answer = await here.command(HOST, "conference new", channel=CHANNEL, **options, **settings)
        assert "8 hands of 19 tricks" in said(answer)
        assert "Allegiance: who first plays Good or Evil calls which suits count." in said(answer)
        assert "League: the dealer's side attacks, with trumps 20 and 21." in said(answer)
        assert "Gallowglass: the dealer may hire a suit." in said(answer)
        assert "League and Gallowglass are thought best with Good and Evil as trumps." in said(answer)
        assert "much of a deal can be told from the log of the last" in said(answer)
        assert "…" not in said(answer)
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
        (command,) = [one for one in state["commands"] if one["name"] == "conference"]
        (new,) = command["options"]
        offered = {one["name"]: one for one in new["options"]}
        assert set(offered) == {
            *GAMES["conference"].options,
            "clock",
            "time_out",
            "mention",
            "forced",
            "invited_only",
            "friendly",
        }
        for name, option in GAMES["conference"].options.items():
            assert len(offered[name]["description"]) > 20
            assert "standard" in offered[name]["description"]
            if name not in YES_OR_NO:
                assert [one["value"] for one in offered[name]["choices"]] == list(option.allowed)
                if option.labels:
                    assert [one["name"] for one in offered[name]["choices"]] == list(option.labels.values())


async def test_what_the_rules_do_not_have_opens_nothing() -> None:
    async with room() as here:
        for options in ({"hands": 2}, {"good_evil": "both"}, {"between_hands": "keep"}):
            with pytest.raises(Refused):
                await here.command(HOST, "conference new", channel=CHANNEL, **options)
        assert await here.store.numbers(0, 1) == []
