"""What people can do who have installed the bot for themselves, where the bot is not: in a server, and in a chat."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from bot.transport.interactions.user_installs import NO_SERVER_TEXT
from data.tables.records import LESSONS_GUILD_ID
from sandbox import Refused
from tests.cogs.table.lessons import LESSON_OVER, follow_hints
from tests.support.house import House
from tests.support.messages import buttons
from tests.support.waiting import until
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    find_answer_buttons,
    is_private,
    person,
    response_text,
    start_room,
)

CHAT = f"{HOST}, {BYSTANDER}"

USABLE = {"daily", "learn", "privacy", "rules", "table"}
"""The commands that need no bot in the server. A whole group is one command."""


@asynccontextmanager
async def start_without_bot() -> AsyncGenerator[House]:
    """Yield a house whose bot is in no server; one person has installed it, and two of them have a chat."""
    async with start_room() as house:
        await house.sandbox.act({"kind": "install", "user_id": BYSTANDER, "installed": True})
        await house.sandbox.act({"kind": "remove_bot"})
        await house.sandbox.act({"kind": "group", "user_ids": [HOST, BYSTANDER]})
        await until(lambda: not house.bot.guilds)
        yield house


async def test_these_commands_alone_are_registered_for_people_and_all_for_servers() -> None:
    async with start_room() as house:
        commands = {command["name"]: command for command in house.sandbox.people.state(HOST)["commands"]}
        assert {name for name, command in commands.items() if command["integration_types"] == [0, 1]} == USABLE
        assert {name for name, command in commands.items() if command["integration_types"] == [0]} == set(
            commands
        ) - USABLE
        assert all(commands[name]["contexts"] == [0, 1, 2] for name in USABLE)


@pytest.mark.parametrize("place", [CHANNEL, CHAT])
async def test_a_lesson_is_played_to_its_end(place: str) -> None:
    """Its last button opens no table there, and says where one can be opened."""
    async with start_without_bot() as house:
        answer = await house.command(BYSTANDER, "learn", channel=place, game="voren")
        assert is_private(answer)
        message = (await house.press(BYSTANDER, answer.get("message") or {}, "Begin")).get("message") or {}
        texts = await follow_hints(house, message)
        assert LESSON_OVER in texts[-1]
        message = house.sandbox.people.message(BYSTANDER, message)
        answer = await house.press(BYSTANDER, message, "Open a table of Voren")
        assert (response_text(answer), is_private(answer)) == (NO_SERVER_TEXT, True)
        assert "### Your data" in response_text(await house.command(BYSTANDER, "privacy show", channel=place))


@pytest.mark.parametrize("place", [CHANNEL, CHAT])
async def test_a_hand_of_the_day_is_begun_and_counts_in_no_server(place: str) -> None:
    async with start_without_bot() as house:
        answer = await house.command(BYSTANDER, "daily", channel=place, game="voren")
        assert "in no ranking" in response_text(answer)
        await house.press(BYSTANDER, answer.get("message") or {}, "Begin my try")
        (record,) = await house.store.tables.of_user(person(house, BYSTANDER).id, LESSONS_GUILD_ID)
        live = await house.services.tables.find(record.id)
        attempt = live.record.settings.get("attempt")
        assert attempt is not None
        assert attempt["guild"] is None


@pytest.mark.parametrize("place", [CHANNEL, CHAT])
async def test_rules_and_ones_own_tables_can_be_read(place: str) -> None:
    async with start_without_bot() as house:
        rules = await house.command(BYSTANDER, "rules voren", channel=place)
        assert "Next" in find_answer_buttons(rules)
        next_page = await house.press(BYSTANDER, rules.get("message") or {}, "Next")
        assert "Back" in buttons(next_page.get("message") or {})
        assert "You sit at no table." in response_text(await house.command(BYSTANDER, "table mine", channel=place))


@pytest.mark.parametrize("place", [CHANNEL, CHAT])
async def test_what_needs_the_bot_says_so(place: str) -> None:
    async with start_without_bot() as house:
        for name in ("show", "hand", "log", "lobbies", "list", "pause", "move"):
            answer = await house.command(BYSTANDER, f"table {name}", channel=place)
            assert (response_text(answer), is_private(answer)) == (NO_SERVER_TEXT, True), name
        for name in ("leave", "end"):
            assert "/table mine" in response_text(await house.command(BYSTANDER, f"table {name}", channel=place)), name
        with pytest.raises(Refused, match="no command /help"):
            await house.command(BYSTANDER, "help", channel=place)
        with pytest.raises(Refused, match="is not in this"):
            await house.command(HOST, "learn", channel=place, game="voren")
