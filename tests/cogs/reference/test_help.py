"""`/help`: what a newcomer is told, and that it is true."""

from __future__ import annotations

import re

from rules.registry import GAMES
from tests.support.wire_tables import BYSTANDER, CHANNEL, in_private, is_private, offers, room, said


async def test_help_names_only_commands_that_there_are() -> None:
    """Every `/command` in it is registered, every game that can be opened is named, and its rules can be read."""
    async with room() as here:
        answer = await here.command(BYSTANDER, "help", channel=CHANNEL)
        assert is_private(answer)
        named = set(re.findall(r"`/([a-z]+(?: [a-z]+)?)`", said(answer)))
        state = here.sandbox.people.state(BYSTANDER)
        known = {
            " ".join(filter(None, (one["name"], sub["name"] if sub["type"] == 1 else "")))
            for one in state["commands"]
            for sub in one.get("options") or [{"name": "", "type": 0}]
        }
        assert named <= known, named - known
        opening = {one for one in known if one.endswith(" new")}
        assert opening
        assert opening <= named
        assert all(game.name in said(answer) for game in GAMES.values())
        assert {one.removeprefix("rules ") for one in named if one.startswith("rules ")} == {
            game.replace("_", "") for game in GAMES
        }
        for label in offers(answer):
            page = await here.press(BYSTANDER, answer.get("message") or {}, label)
            assert "page 1 of" in said(page), label
            assert is_private(page)


async def test_help_is_there_outside_of_servers_too() -> None:
    async with room() as here:
        with in_private(here):
            answer = await here.command(BYSTANDER, "help", channel=CHANNEL)
        assert "Eldest Hand" in said(answer)
