"""`/voren new`: what it opens, with which options, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from rules.registry import GAMES
from sandbox import Refused
from tests.cogs.room import BYSTANDER, CHANNEL, HOST, is_private, offers, room, said
from tests.e2e.harness import buttons


async def test_a_table_is_opened_for_everybody_to_see_with_the_one_who_asked_as_its_host() -> None:
    """Anybody may; the standard game says so."""
    async with room() as here:
        for who in (HOST, BYSTANDER):
            answer = await here.command(who, "voren new", channel=CHANNEL)
            assert not is_private(answer)
            assert f"1. {who} (host)" in said(answer)
            assert "Before each hand everybody pays 3 into it, the dealer 6." in said(answer)
            assert "4 hands: everybody deals twice; about" in said(answer)
            assert set(offers(answer)) == {"Join", "Leave", "Add computer player", "Invite and arrange", "Rules"}
            assert "1 more needed to start" in said(answer)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"ante": 9}, "everybody pays 9 into it, the dealer 18."),
        ({"hands": 1}, "1 hand; about 3 moves each, 5 minutes"),
        ({"limit": 5}, "A match, paid by whoever stays in and takes no trick, is at most 15."),
        ({"no_trump_turnup": "other"}, "A crown that is turned up makes its suit trumps."),
        ({"ante": 300, "hands": 100, "limit": 100}, "100 hands; about 340 moves each, 90 minutes if all play at once"),
    ],
)
async def test_options_are_told_in_the_lobby_and_kept_with_the_table(options: dict[str, Any], told: str) -> None:
    turnups = [str(one) for one in GAMES["voren"].options["no_trump_turnup"].allowed]
    options = {name: turnups[-1] if value == "other" else value for name, value in options.items()}
    async with room() as here:
        answer = await here.command(HOST, "voren new", channel=CHANNEL, **options)
        assert told in said(answer)
        number = int(buttons(answer.get("message") or {})["Join"].split(":")[2])
        kept = (await here.live(number)).record.options
        assert {name: kept[name] for name in options} == options


@pytest.mark.parametrize("options", [{"ante": 4}, {"ante": 299}, {"limit": 1, "ante": 5}])
async def test_options_that_the_rules_refuse_open_nothing(options: dict[str, Any]) -> None:
    """With the sentence of the rules."""
    async with room() as here:
        answer = await here.command(HOST, "voren new", channel=CHANNEL, **options)
        assert is_private(answer)
        assert f"ante cannot be {options['ante']}: it is 3 to 300 in steps of 3." in said(answer)
        assert await here.store.numbers(0, 1) == []


@pytest.mark.parametrize(
    "options", [{"ante": 0}, {"ante": 303}, {"hands": 0}, {"hands": 101}, {"no_trump_turnup": "none"}, {"mention": 7}]
)
async def test_options_beyond_the_command_are_not_even_sent(options: dict[str, Any]) -> None:
    """Discord holds people to the ranges and choices that the command names."""
    async with room() as here:
        with pytest.raises(Refused):
            await here.command(HOST, "voren new", channel=CHANNEL, **options)
        assert await here.store.numbers(0, 1) == []
